import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { type StubAnswer, stubServer } from "./stub-server.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-compaction-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\n");
  for (let i = 0; i < 12; i++) writeFileSync(join(folder, `project/big${i}.txt`), `number ${i}, `.repeat(400));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function holdall(words: readonly string[], answers: readonly StubAnswer[], lines: readonly string[] = []) {
  await using server = await stubServer(answers);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
  const argv = [...words, "--model", "stub", "--base-url", server.url, "--retries", "0", "--without", "bash"];
  const ran = await runCommand(argv, { cwd: join(folder, "project"), env, input: `${lines.join("\n")}\n` });
  return { ...ran, asked: server.asked };
}

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const read = (path: string): StubAnswer => call("read_file", { path });
const bigs = Array.from({ length: 12 }, (_, i) => read(`big${i}.txt`));
const summary = {
  goal: "Make it two",
  constraints: [],
  decisions: [],
  done: ["All files were read"],
  open: [],
  failed: [],
  facts: [],
};
const summed: StubAnswer = { text: `Here it is:\n${JSON.stringify(summary)}` };
const edit = call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
const todo = call("todo_write", { todos: [{ content: "Edit a.txt", status: "pending" }] });
const small = ["--context-tokens", "8000"];
const content = () => readFileSync(join(folder, "project/a.txt"), "utf8");

/** What a model was sent with a request. */
const told = (asked: readonly { readonly messages: readonly unknown[] }[] | undefined, at: number) =>
  JSON.stringify(asked?.at(at)?.messages);

describe("near the end of the context", () => {
  test("chat compacts by itself, says so, and edits without reading again", async () => {
    const answers = [read("a.txt"), ...bigs, edit, { text: "Two." }];
    const { out, code, asked } = await holdall(["chat", ...small], answers, ["Make it two"]);
    expect(code).toBe(0);
    expect(out).toMatch(/Compacted: about [\d,]+ tokens of conversation are now [\d,]+\./);
    expect(out).toMatch(
      /Old results were reduced to one line each: read_file ×\d+\.\n {2}Notes replace the first \d+ messages\./,
    );
    expect(content()).toBe("two\n");
    const last = told(asked, -1);
    expect(last?.match(/"read_file","arguments":"{\\"path\\":\\"a.txt/g) ?? []).toEqual([]);
    expect(last).toMatch(/a\.txt \(version [^)]+\)/);
  });

  test("run writes it as an event; the notes name the request, open todos and where the rest is", async () => {
    const answers = [todo, read("a.txt"), ...bigs, ...bigs, edit, { text: "Two." }];
    const words = ["run", "Make it two, and mind the tabs", "--context-tokens", "6000"];
    const { out, asked } = await holdall(words, answers);
    const compactions = eventsOf(out).filter(({ type }) => type === "compaction");
    expect(compactions.some(({ cut, removed }) => cut > 0 && removed.read_file > 0)).toBe(true);
    for (const { before, after } of compactions) expect(after).toBeLessThan(before);
    expect(content()).toBe("two\n");
    const notes = told(asked, -1);
    expect(notes).toContain("Make it two, and mind the tabs");
    expect(notes).toContain("[pending] Edit a.txt");
    expect(notes).toContain(compactions[0].kept);
    expect(readFileSync(compactions[0].kept, "utf8")).toContain("number 0, number 0");
  });

  test("a request that the provider finds too long is sent again, shorter", async () => {
    const answers = [
      ...bigs,
      { status: 400, message: "This model's maximum context length is 4096 tokens." },
      summed,
      { text: "Read." },
    ];
    const { out, code } = await holdall(["run", "Read all"], answers);
    const events = eventsOf(out);
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ type: "result", ok: true, text: "Read." });
    expect(events.filter(({ type }) => type === "compaction")).toHaveLength(1);
  });
});

describe("/compact", () => {
  test("sums up with what the person says, keeps plan and questions, and is stored", async () => {
    const question = call("ask_user_question", { questions: [{ question: "Tabs or spaces?" }] });
    const answers = [question, ...bigs, { text: "Read." }, { text: "Hm." }, summed, { text: "On." }];
    const { out, asked } = await holdall(["chat"], answers, [
      "Read all",
      "Wait",
      "/plan",
      "/compact keep tabs",
      "Go on",
    ]);
    expect(out).toMatch(/Compacted: [\s\S]*Notes replace the first \d+ messages\./);
    expect(told(asked, -2)).toContain("The user's instructions for the summary: keep tabs");
    const notes = told(asked, -1);
    expect(notes).toContain("All files were read");
    expect(notes).toContain("Plan mode is on");
    expect(notes).toContain("Tabs or spaces?");
    const again = await holdall(["chat", "--continue"], [{ text: "On." }], ["And on"]);
    expect(told(again.asked, 0)).toContain("# Notes of the conversation so far");
  });

  test("takes a summary in prose", async () => {
    const prose = `The user wants a two in a.txt. ${"All files were read. ".repeat(8)}`;
    const answers = [...bigs, { text: "Read." }, { text: "Hm." }, { text: prose }, { text: "On." }];
    const { out, asked } = await holdall(["chat"], answers, ["Read all", "Wait", "/compact", "Go on"]);
    expect(out).not.toContain("The notes have no summary");
    expect(told(asked, -1)).toContain("The user wants a two in a.txt.");
  });

  test("goes on without a summary that cannot be had, and says why", async () => {
    const answers = [...bigs, { text: "Read." }, { text: "Hm." }, { text: "I would rather not." }];
    const { out } = await holdall(["chat"], answers, ["Read all", "Wait", "/compact"]);
    expect(out).toMatch(/Notes replace[\s\S]*The notes have no summary: /);
  });

  test("has nothing to do at the beginning", async () => {
    expect((await holdall(["chat"], [], ["/compact"])).out).toContain("There is nothing to compact yet.");
  });
});

describe("the model is told", () => {
  test("of open todos that it has not seen for a while, behind the conversation, not in it", async () => {
    const answers = [todo, ...bigs.slice(0, 8), { text: "Later." }];
    const { asked } = await holdall(["run", "Go"], answers);
    const last = asked.map(({ messages }) => String(messages.at(-1)?.content));
    expect(last.findIndex((text) => text.includes("The todo list as it stands"))).toBeGreaterThan(6);
    expect(told(asked, -1)?.match(/The todo list as it stands/g)).toHaveLength(1);
  });

  test("the mode that holds: /plan, /plan off, /mode plan, and a plan mode of its own", async () => {
    const system = (at: number) => String(asked[at]?.messages[0]?.content);
    const planning = "You are in plan mode";
    const lines = ["/plan", "One", "/plan off", "Two", "/mode plan", "Three", "/mode default", "Four"];
    const answers = [
      ...["a", "b", "c"].map((text) => ({ text })),
      call("enter_plan_mode", {}),
      call("write_file", { path: "n.txt", content: "" }),
      { text: "d" },
    ];
    const { out, asked } = await holdall(["chat"], answers, lines);
    expect([0, 1, 2, 3, 4].map((at) => system(at).includes(planning))).toEqual([true, false, true, false, true]);
    expect(out).toMatch(/✗ write_file +n\.txt +permission_denied/);
  });
});

test("rules that say plan hold run in plan mode: no plan ends it, and the model is told so", async () => {
  const policy = join(folder, "policy.json");
  writeFileSync(policy, JSON.stringify({ version: 1, mode: "plan" }));
  const answers = [call("exit_plan_mode", { plan: "Write n.txt." }), { text: "The plan is to write n.txt." }];
  const { asked } = await holdall(["run", "Plan it", "--policy", policy], answers);
  expect(String(asked[0]?.messages[0]?.content)).toContain("You are in plan mode");
  expect(told(asked, 1)).toContain("only that can end it");
});

const eventsOf = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
