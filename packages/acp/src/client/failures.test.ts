import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openParent, type Parent } from "./fixtures/parent.fixture.ts";

const yes = () => true;

/** The processes that the agent has named in a file. */
async function processesIn({ root }: Parent, name: string): Promise<readonly number[]> {
  await vi.waitUntil(
    () => existsSync(join(root, name)) && readFileSync(join(root, name), "utf8").includes("\n"),
    15_000,
  );
  return readFileSync(join(root, name), "utf8").trim().split(" ").map(Number);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.each(["hang", "stall"])("cancelling the parent ends the turn and every process (%s)", async (doing) => {
  await using parent = openParent({ approve: yes });
  const cancel = new AbortController();
  const running = parent.session.call("task", { prompt: `say So far.\n${doing} pids` }, { signal: cancel.signal });
  const pids = await processesIn(parent, "pids");
  expect(pids.map(isAlive)).toEqual([true, true]);
  cancel.abort();
  expect(await running).toMatchObject({ ok: false, error: { code: "aborted" } });
  await vi.waitUntil(() => parent.events.some(({ type }) => type === "task-end"), 15_000);
  await vi.waitUntil(() => !pids.some(isAlive), 15_000);
  expect(parent.events.at(-1)).toMatchObject({ result: { end: "cancelled", report: "So far.", partial: true } });
});

test("at its time limit it is stopped, with what it has said until then", async () => {
  await using parent = openParent({ approve: yes, agent: { limits: { seconds: 4 } } });
  const result = await parent.task(["say So far.", "hang pids"]);
  expect(result).toMatchObject({ end: "timeout", partial: true, report: "So far." });
  const pids = await processesIn(parent, "pids");
  await vi.waitUntil(() => !pids.some(isAlive), 15_000);
});

test.each([
  [
    "turns of the agent",
    { agent: { limits: { turns: 3 } } },
    ["call 1", "call 2", "call 3", "hang"],
    "All 3 turns are used.",
  ],
  [
    "turns of the session",
    { limits: { turns: 3 } },
    ["call 1", "call 2", "call 3", "hang"],
    "left to all agents of this session",
  ],
  ["cost", { limits: { cost: 1 } }, ["cost 100 0.4", "cost 200 1.2", "hang"], "of cost"],
  ["tokens", { limits: { tokens: 20_000 } }, ["cost 30000 0", "hang"], "tokens"],
])("a budget of %s stops it", async (_, options, lines, reason) => {
  await using parent = openParent({ approve: yes, ...options });
  const result = await parent.task(["say So far.", ...lines]);
  expect(result).toMatchObject({ end: "budget", partial: true, report: expect.stringContaining("So far.") });
  expect(result.reason).toContain(reason);
});

test("depth and number of agents hold for it", async () => {
  await using parent = openParent({ approve: yes, limits: { total: 1 } });
  await parent.task(["say Once."]);
  expect((await parent.refusal(["say Twice."])).message).toBe("1 of 1 agents of this session were started.");
  await using flat = openParent({ approve: yes, limits: { depth: 0 } });
  expect((await flat.refusal(["say No."])).message).toContain("nesting limit");
});

test.each([
  ["a command that is missing", { command: ["holdall-no-such-agent"] }, {}, /holdall-no-such-agent was not found/],
  [
    "a program that does not speak the protocol",
    { command: [process.execPath, "-e", "console.log('usage: x'); console.error('bad flag'); process.exit(2)"] },
    {},
    /did not answer as an agent of the Agent Client Protocol does\. It ended with exit code 2\. It said: bad flag On stdout it printed what is not a message: usage: x .*--acp/,
  ],
  [
    "a program that never answers",
    { command: [process.execPath, "-e", "setInterval(() => {}, 1000)"], connectTimeout: 300, grace: 300 },
    {},
    /did not answer .* within 0\.3 s/,
  ],
  [
    "a command that is missing in a sandbox",
    { command: ["holdall-no-such-agent"] },
    {},
    /was not found in the sandbox/,
    true,
  ],
  ["another version", {}, { version: 7 }, /other speaks version 7 .* this is version 1/],
  ["a login that is missing", {}, { login: "session" }, /other requires a login.*run `\S*node\S* login` in a terminal/],
  ["a login that its first prompt misses", {}, { login: "prompt" }, /other requires a login.* It says how: Log in\.$/],
] as const)("%s is an error with the next move", async (_, agent, behavior, reason, sandbox?: boolean) => {
  await using parent = openParent({ approve: yes, agent, behavior, sandbox: sandbox === true });
  const result = await parent.task(["say Hi."]);
  expect(result).toMatchObject({ end: "failed", partial: true });
  expect(result.reason).toMatch(reason);
});

test("a crash in the middle says how it ended, with its last words and what it had said", async () => {
  await using parent = openParent({ approve: yes });
  const result = await parent.task(["say So far.", "crash Out of luck"]);
  expect(result).toMatchObject({ end: "failed", partial: true, report: "So far." });
  expect(result.reason).toMatch(/ended in the middle of its work\. It ended with exit code 3\. It said: Out of luck/);
});

test("frames that are malformed do not end it, and lines that are no frames are passed over", async () => {
  await using parent = openParent({ approve: yes, behavior: { greets: true } });
  const result = await parent.task([
    "frame not json",
    'frame {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1"}}',
    'frame {"jsonrpc":"2.0","id":99,"method":"fs/read_text_file","params":{"path":1}}',
    "say Still here.",
  ]);
  expect(result).toMatchObject({ end: "completed", report: "Still here." });
});

test("a dry run does not start it", async () => {
  await using parent = openParent({ approve: yes });
  const { openSession } = await import("@holdall/tool-core");
  await using dry = openSession(parent.session.registry, { policy: () => ({ effect: "allow" }), dryRun: true });
  expect(await dry.call("task", { prompt: "hang pids" })).toMatchObject({ ok: false, error: { code: "unsupported" } });
});
