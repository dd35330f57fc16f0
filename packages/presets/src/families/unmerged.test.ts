import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, contentText, openSession, type Session, type SessionSnapshot, toPath } from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { expect, test } from "vitest";
import { coding } from "../index.ts";

type Step = readonly [name: string, input: object];
const lines = "one\ntwo\nthree\nfour\nfive\n";
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** An agent that makes these calls, one a turn, and fails after the last. */
const failing =
  (steps: readonly Step[]): AgentRunner =>
  async ({ messages }) => {
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const step = steps[turn];
    if (!step) throw new Error("The model is gone.");
    const calls = [{ id: String(turn), name: step[0], input: step[1] }];
    return { text: "", calls, tokens: { input: 1, cached: 0, output: 1 } };
  };

/** Run an agent that fails, end the session, and open it once more from its snapshot, as another process does. */
async function reopened(steps: readonly Step[], change: (snapshot: SessionSnapshot) => SessionSnapshot = (s) => s) {
  const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines } });
  const open = (restore?: SessionSnapshot) => {
    const preset = coding({ backend: files, agents: { runner: failing(steps) }, shell: false });
    return openSession(preset.registry, { ...preset, approve: () => true, ...(restore && { restore }) });
  };
  const first = open();
  const result = await first.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
  const { task_id } = result.ok ? (result.output as { task_id: string }) : { task_id: "" };
  const snapshot = change(JSON.parse(JSON.stringify(first.snapshot())) as SessionSnapshot);
  await first[Symbol.asyncDispose]();
  const text = async (path: string) => new TextDecoder().decode((await files.read(toPath(path))).bytes);
  return { files, session: open(snapshot), task_id, text, result };
}

const steps: Step[] = [
  ["read_file", { path: "a.txt" }],
  ["edit_file", { path: "a.txt", old_string: "one", new_string: "ONE" }],
  ["delete_file", { path: "b.txt" }],
  ["write_file", { path: "new.txt", content: "n" }],
];

test("what an agent has not merged is kept with the session, and is merged three-way in another process", async () => {
  const { files, session, task_id, text, result } = await reopened(steps);
  await using _ = session;
  expect(result).toMatchObject({ output: { merge: { held: ["/a.txt", "/b.txt", "/new.txt"] } } });
  await files.write(toPath("/a.txt"), bytesOf(lines.replace("five", "FIVE")));
  const merged = await session.call("resolve_merge", { task_id });
  expect(merged).toMatchObject({ ok: true, output: { conflicts: [], held: [] } });
  expect(await text("/a.txt")).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
  expect(await text("/new.txt")).toBe("n");
  expect(await files.stat(toPath("/b.txt"))).toBeNull();
  expect(JSON.stringify(session.snapshot())).not.toContain("unmerged");
});

test("a conflict is found and decided in another process; what is left stays with the session", async () => {
  const { files, session, task_id, text } = await reopened(steps);
  await using _ = session;
  await files.write(toPath("/a.txt"), bytesOf(lines.replace("one", "mine")));
  const decide = () => session.call("resolve_merge", { task_id, files: [{ path: "a.txt", take: "both" }] });
  const look = () => session.call("resolve_merge", { task_id });
  const unseen = {
    ok: false,
    error: { code: "not_found", hint: expect.stringContaining("resolve_merge without files") },
  };
  expect(await decide()).toMatchObject(unseen);
  expect(await text("/a.txt")).toBe(lines.replace("one", "mine"));
  expect(await look()).toMatchObject({
    ok: true,
    output: { merged: ["/b.txt", "/new.txt"], conflicts: [{ path: "/a.txt" }] },
  });
  expect(JSON.stringify(session.snapshot().state)).toContain(task_id);
  await files.write(toPath("/a.txt"), bytesOf(lines.replace("one", "later")));
  expect(await decide()).toMatchObject({ ...unseen, error: { ...unseen.error, code: "stale" } });
  expect(await decide()).toMatchObject(unseen);
  expect(await text("/a.txt")).toBe(lines.replace("one", "later"));
  expect(await look()).toMatchObject({ ok: true, output: { conflicts: [{ path: "/a.txt" }] } });
  expect(await decide()).toMatchObject({ ok: true, output: { merged: ["/a.txt"], held: [] } });
  expect(await text("/a.txt")).toBe("later\nONE\ntwo\nthree\nfour\nfive\n");
  expect(JSON.stringify(session.snapshot())).not.toContain("unmerged");
});

test("changes of more than 4 MiB are not kept, and changes that cannot be read are an error: both are named", async () => {
  const big = await reopened([["write_file", { path: "big.txt", content: "x".repeat(4 * 1024 * 1024 + 1) }]]);
  await using _ = big.session;
  const gone = await big.session.call("resolve_merge", { task_id: big.task_id });
  expect(gone).toMatchObject({ ok: false, error: { code: "not_found" } });
  expect(contentText(gone.content)).toContain("/big.txt were not kept");
  const broken = await reopened(steps, (snapshot) => {
    const text = JSON.stringify(snapshot).replace('"before":"nothing"', '"before":"what"');
    return JSON.parse(text) as SessionSnapshot;
  });
  await using __ = broken.session;
  expect(await broken.session.call("resolve_merge", { task_id: broken.task_id })).toMatchObject({
    ok: false,
    error: { code: "parse_error" },
  });
});

test("a process that ends while it merges leaves the whole change set with the session", async () => {
  const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines } });
  const runner: AgentRunner = async ({ messages }) => {
    const step = steps[messages.filter(({ role }) => role === "assistant").length];
    const calls = step ? [{ id: step[0], name: step[0], input: step[1] }] : [];
    return { text: "done", calls, tokens: { input: 1, cached: 0, output: 1 } };
  };
  const killed: { snapshot?: string } = {};
  let first: Session | undefined;
  const backend: Backend = {
    ...files,
    async write(path, bytes, io) {
      killed.snapshot ??= JSON.stringify(first?.snapshot());
      if (path === "/new.txt") throw new Error("The process has ended.");
      return files.write(path, bytes, io);
    },
  };
  const open = (own: Backend, restore?: SessionSnapshot) => {
    const preset = coding({ backend: own, agents: { runner }, shell: false });
    return openSession(preset.registry, { ...preset, approve: () => true, ...(restore && { restore }) });
  };
  first = open(backend);
  const result = await first.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
  const { task_id } = result.ok ? (result.output as { task_id: string }) : { task_id: "" };
  await first[Symbol.asyncDispose]();
  await using second = open(files, JSON.parse(killed.snapshot ?? "") as SessionSnapshot);
  const merged = await second.call("resolve_merge", { task_id });
  expect(merged).toMatchObject({ ok: true, output: { conflicts: [], held: [] } });
  const text = async (path: string) => new TextDecoder().decode((await files.read(toPath(path))).bytes);
  expect(await text("/a.txt")).toBe(lines.replace("one", "ONE"));
  expect(await text("/new.txt")).toBe("n");
  expect(await files.stat(toPath("/b.txt"))).toBeNull();
});
