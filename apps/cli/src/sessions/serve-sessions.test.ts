import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, serve, startServerProcess } from "../fixtures/serve.fixture.ts";

const textOf = ({ content }: { content?: unknown }) => JSON.stringify(content);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** A child has the mask that this process has when it starts. */
function serveWithoutMask(...args: Parameters<typeof startServerProcess>): ReturnType<typeof startServerProcess> {
  const mask = process.umask(0);
  try {
    return startServerProcess(...args);
  } finally {
    process.umask(mask);
  }
}

let root: string;
let project: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "holdall-sessions-"));
  project = join(root, "project");
  mkdirSync(project);
});
afterAll(() => rmSync(root, { recursive: true }));

describe.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const)("sessions of a server that was killed in a call, for clients of %s", (era, mode) => {
  test("go on at once in the next one, and are their owner's alone", { timeout: 60_000 }, async () => {
    const sessions = join(root, `killed-${era}`);
    const args = ["--sessions", sessions, "--preset", "coding", "--yes", "--sandbox", "off"];
    const first = await serveWithoutMask(project, args);
    const urls = [first.url];
    const { client } = await connect(urls, mode);
    const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } });
    await call("todo_write", { todos: [{ content: "Rest", status: "pending" }] });
    const began = `began-${era}`;
    const lost = call("bash", { command: `echo > ${began}; sleep 600` }).catch(() => "lost");
    await expect.poll(() => existsSync(join(project, began)), { timeout: 20_000 }).toBe(true);
    expect(readdirSync(sessions).some((name) => name.endsWith(".lock"))).toBe(true);
    await first.end("SIGKILL");
    await lost;

    const second = await serveWithoutMask(project, args);
    urls[0] = second.url;
    expect(textOf(await call("todo_read", {}))).toContain("Rest");
    expect(modeOf(sessions)).toBe("700");
    const names = readdirSync(sessions);
    expect(names.filter((name) => name.endsWith(".json"))).toHaveLength(1);
    for (const name of names) expect(`${name} ${modeOf(join(sessions, name))}`).toBe(`${name} 600`);
    expect(await second.end()).toBe(0);
    expect(readdirSync(sessions).filter((name) => !name.endsWith(".json"))).toEqual([]);
  });
});

test("a folder of sessions that was open to others is closed, and so are its files, with a word", {
  timeout: 60_000,
}, async () => {
  const sessions = join(root, "open");
  mkdirSync(sessions);
  const file = join(sessions, `${"a".repeat(64)}.json`);
  writeFileSync(file, "{}");
  chmodSync(sessions, 0o755);
  chmodSync(file, 0o644);
  const server = await serve(project, ["--sessions", sessions]);
  expect([modeOf(sessions), modeOf(file)]).toEqual(["700", "600"]);
  expect(server.said()).toContain("was open to others; now only its owner can access it");
  await server.end();
});

test("a folder that holds other things is refused as long as it is open to others, and stays as it is", {
  timeout: 30_000,
}, async () => {
  const sessions = join(root, "shared");
  mkdirSync(sessions);
  chmodSync(sessions, 0o755);
  writeFileSync(join(sessions, "notes.txt"), "mine", { mode: 0o644 });
  await expect(serve(project, ["--sessions", sessions])).rejects.toThrow(/lets others in \(mode 755\)[\s\S]*chmod 700/);
  expect([modeOf(sessions), modeOf(join(sessions, "notes.txt"))]).toEqual(["755", "644"]);
  await expect(serve(project, ["--sessions", join(project, "new")])).rejects.toThrow("The tools could change");
  expect(existsSync(join(project, "new"))).toBe(false);
});
