import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noSandbox, openParent } from "./fixtures/parent.fixture.ts";

/** Agrees to the start of the agent, and answers everything else so. */
const answering = (answer: boolean) => (request: { readonly tool: string }) => request.tool === "task" || answer;
const at = (root: string, path: string) => JSON.stringify({ locations: [{ path: join(root, path) }] });

test("is given once for what the rules of the parent allow, without asking", async () => {
  await using parent = openParent({ approve: answering(false) });
  const { report, denied } = await parent.task([
    `ask edit ${at(parent.root, "a.txt")}`,
    `ask read ${at(parent.root, "a.txt")}`,
    "ask think",
  ]);
  expect(report.split("\n")).toEqual(["once", "once", "once"]);
  expect(denied).toEqual([]);
  expect(parent.asked.map(({ tool }) => tool)).toEqual(["task"]);
});

test("is refused for what they deny, with the reason in the result, and nobody is asked", async () => {
  await using parent = openParent({
    approve: answering(true),
    rules: [{ deny: ["write_file(secret/**)", "bash(git push:*)"] }],
  });
  const { report, denied } = await parent.task([
    `ask edit ${at(parent.root, "secret/a.txt")}`,
    'ask execute {"rawInput":{"command":"git push origin main"}}',
    'ask edit {"locations":[{"path":"/etc/hosts"}]}',
  ]);
  expect(report.split("\n")).toEqual(["no", "no", "no"]);
  expect(denied).toEqual([
    `write ${join(parent.root, "secret/a.txt")}`,
    "execute git push origin main",
    "write /etc/hosts",
  ]);
  expect(parent.asked.map(({ tool }) => tool)).toEqual(["task"]);
});

test("goes to the person where they ask, with the name of the agent and the exact request", async () => {
  await using parent = openParent({ approve: answering(true) });
  const removal = JSON.stringify({ rawInput: { file_path: join(parent.root, "a.txt"), force: true } });
  const { report } = await parent.task([
    `ask delete ${removal}`,
    "ask other",
    'ask execute {"rawInput":{"command":"node x.js"}}',
  ]);
  expect(report.split("\n")).toEqual(["once", "once", "once"]);
  const [, first, second, third] = parent.asked;
  expect(first).toMatchObject({
    path: ["other"],
    tool: "agent_request",
    input: { title: "Please delete", kind: "delete", paths: [join(parent.root, "a.txt")], raw_input: { force: true } },
    access: [{ action: "execute", target: `agent:other/delete ${join(parent.root, "a.txt")}` }],
  });
  expect(first?.prompt).toContain("other: The agent other asks to do this (delete): Please delete");
  expect(first?.prompt).toContain(`Files: ${join(parent.root, "a.txt")}`);
  expect(second?.prompt).toContain("It does not say all that it touches.");
  expect(third?.prompt).toContain("Command: node x.js");
});

// A sandbox hides this Node, or there is none.
test.skipIf(noSandbox !== "").each([
  ["a person who says no", answering(false)],
  ["a rule for its start and nobody to ask", undefined],
])(`is refused by %s${noSandbox}`, async (_, approve) => {
  await using parent = openParent({ approve, sandbox: true, rules: [{ allow: ["task"] }] });
  const { report, denied } = await parent.task([`ask delete ${at(parent.root, "a.txt")}`, "ask other"]);
  expect(report.split("\n")).toEqual(["no", "no"]);
  expect(denied).toEqual([
    `execute agent:other/delete ${join(parent.root, "a.txt")}`,
    "execute agent:other/other Please other",
  ]);
});

test("is never given by a rule for all that the agent asks", async () => {
  await using parent = openParent({ approve: answering(false), rules: [{ allow: ["agent_request", "task"] }] });
  const { report } = await parent.task(["ask other"]);
  expect(report).toBe("no");
});

test("counts a diff as a change and a command as a command, whatever its kind says", async () => {
  await using parent = openParent({ approve: answering(false), rules: [{ deny: ["bash(rm:*)"] }] });
  const diff = JSON.stringify({ content: [{ type: "diff", path: "/etc/passwd", newText: "x" }] });
  const { report } = await parent.task([
    `ask think ${diff}`,
    'ask read {"rawInput":{"command":["rm","-rf","/tmp/x"]}}',
  ]);
  expect(report.split("\n")).toEqual(["no", "no"]);
});

test("needs an option that permits once, of a kind that is known", async () => {
  await using parent = openParent({ approve: answering(true) });
  const always = JSON.stringify({ options: [{ optionId: "x", name: "x", kind: "allow_always" }] });
  const odd = JSON.stringify({ options: [{ optionId: "x", name: "x", kind: "allow_on_tuesdays" }] });
  const { report } = await parent.task([`ask think ${always}`, `ask think ${odd}`]);
  const [first, second] = report.split("\n");
  expect(first).toContain("no option is of the kind allow_once");
  expect(second).toMatch(/^refused: Invalid params/);
});

// A sandbox hides this Node, or there is none.
test.skipIf(noSandbox !== "")(
  `in plan mode nothing can be written, and its start needs a sandbox${noSandbox}`,
  async () => {
    let mode: "default" | "plan" = "default";
    await using parent = openParent({ approve: answering(true), mode: () => mode });
    writeFileSync(join(parent.root, "plan"), "");
    mode = "plan";
    const refused = await parent.refusal(["write a.txt two"]);
    expect(refused).toMatchObject({ code: "permission_denied" });
    expect(refused.message).toContain("Plan mode");

    await using confined = openParent({ approve: answering(true), mode: "plan", sandbox: true });
    const { report, files_changed } = await confined.task([
      "read a.txt",
      "write a.txt two",
      "disk b.txt two",
      `ask edit ${at(confined.root, "a.txt")}`,
    ]);
    expect(report).toContain("read 4 one");
    expect(report).toContain("Plan mode");
    expect(report).toMatch(/EROFS|read-only/);
    expect(report).toMatch(/no$/);
    expect(files_changed).toEqual([]);
  },
);

// A sandbox hides this Node, or there is none.
test.skipIf(noSandbox !== "")(
  `in a sandbox is given for commands without asking, unless they name hosts, or run where no sandbox is${noSandbox}`,
  async () => {
    const commands = ["node x.js", "curl https://example.com/a"];
    const lines = commands.map((command) => `ask execute ${JSON.stringify({ rawInput: { command } })}`);
    await using parent = openParent({ approve: answering(false), sandbox: true });
    expect((await parent.task(lines)).report.split("\n")).toEqual(["once", "no"]);
    expect(parent.asked.at(-1)?.prompt).toContain("It would reach example.com.");
    await using loose = openParent({ approve: answering(false), sandbox: true, agent: { sandbox: false } });
    expect((await loose.task(lines)).report.split("\n")).toEqual(["no", "no"]);
  },
);
