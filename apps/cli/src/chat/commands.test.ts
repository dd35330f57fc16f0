import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { command, runCommand } from "../fixtures/command.fixture.ts";
import { UsageError } from "../usage-error.ts";
import { loadModel } from "./model/load-model.ts";
import { type StubAnswer, type StubServer, stubServer } from "./stub-server.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-chat-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\ntwo\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In the project, with a home of its own. */
const place = (more: NodeJS.ProcessEnv = {}) => {
  const keyless = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_KEY$|_TOKEN$/.test(name)));
  const home = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
  return { cwd: join(folder, "project"), env: { ...keyless, ...home, ...more } };
};

const start = (argv: readonly string[]) => spawn(process.execPath, [command, ...argv], place());

const holdall = (argv: readonly string[], { input = "", env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
  runCommand(argv, { ...place(env), input });

const to = ({ url }: StubServer, ...more: string[]) => [
  "--model",
  "stub",
  "--base-url",
  url,
  "--retries",
  "0",
  ...more,
];
const events = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const edits: readonly StubAnswer[] = [
  { text: "I read it.", calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
  { calls: [{ tool: "edit_file", input: { path: "a.txt", old_string: "two", new_string: "2" } }] },
  { text: "Done, it is 2." },
];
const removes: readonly StubAnswer[] = [
  { calls: [{ tool: "delete_file", input: { path: "a.txt" } }] },
  { text: "Then I leave it." },
];

describe("holdall run", () => {
  test("does a task, and says all of it in lines of JSON that end with the result", async () => {
    await using server = await stubServer(edits);
    const { out, errors, code } = await holdall(["run", "Write 2", ...to(server)], {
      env: { OPENAI_COMPATIBLE_API_KEY: "k" },
    });
    expect({ errors, code }).toEqual({ errors: "", code: 0 });
    expect(events(out).map(({ type, tool, ok }) => [type, tool, ok].filter((each) => each !== undefined))).toEqual([
      ["start"],
      ["text"],
      ["call-start", "read_file"],
      ["call-end", "read_file", true],
      ["usage"],
      ["call-start", "edit_file"],
      ["call-end", "edit_file", true],
      ["usage"],
      ["text"],
      ["usage"],
      ["result", true],
    ]);
    const usage = { input: 3_000, cached: 1_800, output: 60 };
    expect(events(out).at(-1)).toMatchObject({
      reason: "done",
      text: "Done, it is 2.",
      steps: 3,
      calls: 2,
      denied: 0,
      usage,
    });
    expect(readFileSync(join(folder, "project/a.txt"), "utf8")).toBe("one\n2\n");
    expect(server.keys).toEqual(["Bearer k", "Bearer k", "Bearer k"]);
    const [first] = server.asked;
    expect(first?.messages[0]).toMatchObject({ role: "system", content: expect.stringContaining("read_file") });
    expect(JSON.stringify(server.asked[1]?.messages.at(-1))).toContain("1  one");
  });

  test("denies what would be asked, tells the model why, and goes on", async () => {
    await using server = await stubServer(removes);
    const { out, code } = await holdall(["run", "Delete it", ...to(server)]);
    expect(code).toBe(0);
    expect(events(out)).toContainEqual(
      expect.objectContaining({
        type: "permission",
        tool: "delete_file",
        granted: false,
        reason: expect.stringContaining("--yes"),
      }),
    );
    expect(events(out).at(-1)).toMatchObject({ ok: true, denied: 1, text: "Then I leave it." });
    expect(JSON.stringify(server.asked[1]?.messages.at(-1))).toContain("The user cannot be asked");
    expect(existsSync(join(folder, "project/a.txt"))).toBe(true);
  });

  test.each([
    ["--yes", (_: string) => ["--yes"]],
    ["a policy that allows it", (file: string) => ["--policy", file]],
  ] as const)("does it with %s", async (_, option) => {
    const policy = join(folder, "policy.json");
    writeFileSync(policy, '{ "version": 1, "allow": ["delete_file(a.txt)"] }');
    await using server = await stubServer(removes);
    const { out } = await holdall(["run", "-", ...to(server), ...option(policy)], { input: "Delete it" });
    expect(events(out).at(-1)).toMatchObject({ ok: true, denied: 0 });
    expect(existsSync(join(folder, "project/a.txt"))).toBe(false);
  });

  test("that fails ends with exit code 1, why, and what to do", async () => {
    await using server = await stubServer([{ cut: "I beg" }]);
    const { out, code } = await holdall(["run", "Go", ...to(server)]);
    expect(code).toBe(1);
    const error = { message: expect.stringContaining("was lost"), hint: expect.stringContaining("again") };
    expect(events(out).at(-1)).toMatchObject({ type: "result", ok: false, reason: "failed", error });
  });

  test("a request that fails once is made again", async () => {
    await using server = await stubServer([{ status: 503, message: "busy" }, { text: "Here." }]);
    const { out, code } = await holdall(["run", "Go", ...to(server, "--retries", "1")]);
    expect(code).toBe(0);
    expect(events(out).at(-1)).toMatchObject({ ok: true, text: "Here." });
  });

  test("a chat says when a request is made again, and makes none again without credit", async () => {
    const noCredit = { status: 429, message: "insufficient_quota" };
    await using server = await stubServer([{ status: 503, message: "busy" }, { text: "Here." }, noCredit]);
    const { out } = await holdall(["chat", ...to(server, "--retries", "2")], { input: "Go\nOn\n" });
    expect(out).toMatch(/answered 503: busy; again in 1 s \(1 of 2\)/);
    expect(out).toMatch(/answered 429: insufficient_quota\n +→ No credit/);
    expect(server.asked).toHaveLength(3);
  });

  test("a model that never is done is stopped", async () => {
    const again: StubAnswer = { calls: [{ tool: "read_file", input: { path: "a.txt" } }] };
    await using server = await stubServer([again, again, again]);
    const { out, code } = await holdall(["run", "Go", ...to(server, "--max-steps", "2")]);
    expect(code).toBe(1);
    expect(server.asked.length).toBe(2);
    expect(events(out).at(-1)).toMatchObject({ steps: 2, error: { hint: expect.stringContaining("--max-steps") } });
  });

  test("a signal ends it with its result", async () => {
    await using server = await stubServer([{ hang: "I think " }]);
    const child = start(["run", "Go", ...to(server)]);
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk;
    });
    await expect.poll(() => server.asked.length, { timeout: 8_000 }).toBe(1);
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(130);
    expect(events(out).at(-1)).toMatchObject({ type: "result", ok: false, reason: "cancelled" });
  });
});

describe("holdall chat without a terminal", () => {
  test("answers every line of stdin in one conversation, which goes on with --continue", async () => {
    await using server = await stubServer([...edits, { text: "You asked for 2." }, { text: "Still 2." }]);
    const { out, code } = await holdall(["chat", ...to(server)], { input: "Write 2\n/cost\nWhat did I ask?\n" });
    expect(code).toBe(0);
    expect(out).toMatch(/I read it\.\n {2}✓ read_file +a\.txt +2 lines/);
    expect(out).toMatch(/✓ edit_file +a\.txt +\+1 −1/);
    expect(out).toMatch(/3,000 tokens in \(1,800 cached\), 60 out · 3 answers · \d % of the context/);
    expect(out).toContain("You asked for 2.");
    expect(out).not.toContain("\x1b");
    const more = await holdall(["chat", ...to(server), "--continue"], { input: "And now?" });
    expect(more.out).toContain("Still 2.");
    expect(
      server.asked
        .at(-1)
        ?.messages.map(({ role }) => role)
        .join(" "),
    ).toBe("system user assistant tool assistant tool assistant user assistant user");
  });

  test("forgets with the next message of its user what others were read", async () => {
    const command = "true || curl https://example.com";
    await using server = await stubServer([
      { calls: [{ tool: "bash", input: { command } }] },
      { text: "Read." },
      { text: "Yes." },
    ]);
    const saved = () =>
      globSync("state/**/*.session.json", { cwd: folder })
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .flatMap((json) => /"foreignContent": *\[[^\]]*\]/.exec(json)?.[0].replace(/\s/g, "") ?? []);
    await holdall(["chat", ...to(server)], { input: "/mode bypass\nFetch it\n" });
    expect(saved()).toEqual(['"foreignContent":["bash"]']);
    await holdall(["chat", ...to(server), "--continue"], { input: "And now?" });
    expect(saved()).toEqual(['"foreignContent":[]']);
  });

  test("denies what would be asked, says why a turn failed, and ends with 1 when the last one did", async () => {
    const refusals = [
      { status: 429, message: "slow down" },
      { status: 500, message: "oops" },
      { status: 401, message: "no" },
    ];
    await using server = await stubServer([...removes, ...refusals]);
    const { out, code } = await holdall(["chat", ...to(server)], { input: "Delete it\nAgain\nAgain\nAgain\n" });
    expect(out).toMatch(/✗ delete_file +a\.txt +permission_denied/);
    expect(out).toMatch(/✗ 127\.0\.0\.1:\d+ answered 429: slow down\n +→ [^\n]*wait/i);
    expect(out).toMatch(/✗ 127\.0\.0\.1:\d+ answered 500: oops\n +→ [^\n]*later/);
    expect(out).toMatch(/✗ 127\.0\.0\.1:\d+ answered 401: no\n +→ The key/);
    expect(code).toBe(1);
  });

  test("/exit leaves, though more could come", async () => {
    await using server = await stubServer([]);
    const child = start(["chat", ...to(server)]);
    child.stdin.write("/exit\n");
    expect((await once(child, "close"))[0]).toBe(0);
  });

  test("--continue without a conversation is a usage error", async () => {
    await using server = await stubServer([]);
    expect(await holdall(["chat", ...to(server), "--continue"])).toMatchObject({ code: 2, out: "" });
  });
});

describe("without a model", () => {
  test.each(["chat", "run"])("%s says which would work, never a key, and ends with 2", async (command) => {
    const env = { MISTRAL_API_KEY: "very-secret-value" };
    const none = await holdall([command, "Go"], { env });
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.errors).toMatch(
      /– mistral\/… +MISTRAL_API_KEY is set, npm install --prefix \S+config\/holdall @ai-sdk\/mistral/,
    );
    expect(none.errors).toMatch(/– gateway\/… +set AI_GATEWAY_API_KEY/);
    expect(none.errors).not.toContain("very-secret");
  });

  test.each([
    ["anthropic/x", "anthropic needs a key in ANTHROPIC_API_KEY."],
    ["gpt", '"gpt" is not a provider/name.'],
    ["../../evil/x", "is not a provider/name."],
    ["openai-compatible/x", "--base-url"],
    ["nowhere/x", "npm install --prefix ~/.config/holdall @ai-sdk/nowhere"],
  ])("--model %s: %s", async (model, message) => {
    const failed = await loadModel({ model, root: folder, io: { cwd: folder, env: {}, stderr: process.stderr } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(failed).toBeInstanceOf(UsageError);
    expect(String(failed)).toContain(message);
  });
});

test("tools that wait are found, and seen from then on", async () => {
  await using server = await stubServer([
    { calls: [{ tool: "tool_search", input: { select: ["current_time"] } }] },
    { calls: [{ tool: "current_time", input: {} }] },
    { text: "It is late." },
  ]);
  const { out } = await holdall(["run", "How late is it?", ...to(server, "--defer", "all")]);
  expect(events(out).at(-1)).toMatchObject({ ok: true, calls: 2, text: "It is late." });
  const seen = server.asked.map(({ tools = [] }) => tools.map((tool) => tool.function.name));
  expect(seen[0]).not.toContain("current_time");
  expect(seen[1]).toContain("current_time");
  expect(seen[1]?.length).toBeLessThan(15);
});
