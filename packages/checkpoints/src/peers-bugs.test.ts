import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { allow, type Backend, contentText, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { shellTools } from "@holdall/tools-shell";
import { expect, onTestFinished, test } from "vitest";
import { openWork, treeOf } from "./_cases.fixture.ts";
import { openCheckpoints } from "./open-checkpoints.ts";

/** A session with file tools and bash in a folder on the disk. */
async function openDisk(options: { readonly maxFileBytes?: number } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-rewind-")));
  const ws = join(folder, "ws");
  mkdirSync(ws);
  const workspace = nodeBackend({ roots: ws });
  const checkpoints = await openCheckpoints({
    workspace,
    roots: [ws],
    store: { backend: nodeBackend({ roots: folder }), folder: join(folder, "checkpoints") },
    sessionId: "one",
    ...options,
  });
  const session = openSession(createRegistry([...fsTools({ backend: workspace }), ...shellTools()]), {
    policy: allow(),
    cwd: ws,
    use: [checkpoints.middleware],
  });
  checkpoints.attach(session);
  onTestFinished(async () => {
    await session[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const at = (name: string) => join(ws, name);
  return {
    ws,
    checkpoints,
    session,
    at,
    put: (name: string, content: string | Uint8Array) => {
      mkdirSync(join(at(name), ".."), { recursive: true });
      writeFileSync(at(name), content);
    },
    text: (name: string) => readFileSync(at(name), "utf8"),
    async ok(tool: string, input: Record<string, unknown>) {
      const result = await session.call(tool, input);
      if (!result.ok) throw result.error;
      return contentText(result.content);
    },
    rewind: async (id: string) => checkpoints.restore(await checkpoints.plan(id)),
  };
}

const memoryWork = async (files: Record<string, string> = {}) => {
  const workspace = memoryBackend({ files });
  const fixture = { workspace, root: toPath("/ws"), store: memoryBackend(), folder: "/checkpoints" };
  return { ...fixture, fixture, ...(await openWork(fixture)) };
};

test("Claude /rewind: what bash changed is restored (changes by commands were not tracked)", async () => {
  const { checkpoints, ok, put, text, at, rewind } = await openDisk();
  put("a.txt", "one\n");
  put("gone.txt", "here\n");
  const { id } = await checkpoints.create();
  await ok("bash", { command: "sed -i s/one/two/ a.txt && rm gone.txt && mkdir made && echo x > made/x" });
  expect(text("a.txt")).toBe("two\n");
  await rewind(id);
  expect([text("a.txt"), text("gone.txt"), existsSync(at("made"))]).toEqual(["one\n", "here\n", false]);
});

test("Claude /rewind: changes from outside are seen as conflicts (they were not tracked)", async () => {
  const { checkpoints, ok, put, text } = await openDisk();
  put("a.txt", "one\n");
  const { id } = await checkpoints.create();
  await ok("bash", { command: "echo two > a.txt" });
  put("a.txt", "a person's\n");
  const plan = await checkpoints.plan(id);
  expect(plan.conflicts).toMatchObject([{ reason: "was changed by others since" }]);
  await checkpoints.restore(plan);
  expect(text("a.txt")).toBe("a person's\n");
});

test("claude-code#93045: a deleted file comes back, with its permissions", async () => {
  const { checkpoints, ok, put, text, at, rewind } = await openDisk();
  put("run.sh", "#!/bin/sh\n");
  chmodSync(at("run.sh"), 0o755);
  const { id } = await checkpoints.create();
  await ok("delete_file", { path: "run.sh" });
  await rewind(id);
  expect(text("run.sh")).toBe("#!/bin/sh\n");
  expect(statSync(at("run.sh")).mode & 0o777).toBe(0o755);
});

test("gemini PR 1139: files that git does not know stay where the session did not touch them", async () => {
  const { ws, checkpoints, ok, put, text, rewind } = await openDisk();
  execFileSync("git", ["init", "-q"], { cwd: ws });
  put("untracked.txt", "mine\n");
  const { id } = await checkpoints.create();
  await ok("write_file", { path: "b.txt", content: "b\n" });
  await rewind(id);
  expect(text("untracked.txt")).toBe("mine\n");
});

test("opencode: works without a git project, keeps files above 2 MiB, and takes new files away", async () => {
  const { checkpoints, ok, put, text, at, rewind } = await openDisk();
  const large = "x".repeat(3 * 1024 * 1024);
  put("large.txt", large);
  const { id } = await checkpoints.create();
  await ok("bash", { command: "echo y >> large.txt; echo new > new.txt" });
  await rewind(id);
  expect(text("large.txt") === large).toBe(true);
  expect(existsSync(at("new.txt"))).toBe(false);
});

test("opencode: a checkpoint that fails stops the change (failures were only logged)", async () => {
  const { workspace } = await memoryWork({ "/ws/a.txt": "a\n" });
  const full: Backend = { ...memoryBackend(), write: () => Promise.reject(new Error("no space left")) };
  const { session } = await openWork({ workspace, root: toPath("/ws"), store: full, folder: "/c" });
  const result = await session.call("write_file", { path: "new.txt", content: "n\n" });
  expect(result).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(contentText(result.content)).toContain("The changes of write_file could not be recorded, so it did not run.");
  expect(await workspace.stat(toPath("/ws/new.txt"))).toBeNull();
});

test("cline#14367: ignored files survive when .gitignore is itself reverted", async () => {
  const { ws, checkpoints, ok, put, text, rewind } = await openDisk();
  execFileSync("git", ["init", "-q"], { cwd: ws });
  put(".gitignore", "secret.env\n");
  put("secret.env", "TOKEN=1\n");
  const { id } = await checkpoints.create();
  await ok("bash", { command: "echo node_modules > .gitignore" });
  await ok("bash", { command: "echo more >> a.txt" });
  const plan = await checkpoints.plan(id);
  expect(plan.delete.map(({ path }) => path)).toEqual([join(ws, "a.txt")]);
  await rewind(id);
  expect([text(".gitignore"), text("secret.env")]).toEqual(["secret.env\n", "TOKEN=1\n"]);
});

test("Cline PR 12831: the first write of every turn makes a checkpoint, reads make none", async () => {
  const { checkpoints, ok } = await memoryWork({ "/ws/a.txt": "a\n" });
  for (const label of ["first", "second"]) {
    checkpoints.beginTurn({ label, messages: [{ role: "user", content: label }] });
    await ok("read_file", { path: "a.txt" });
    await ok("write_file", { path: `${label}.txt`, content: "1\n" });
    await ok("write_file", { path: `${label}-again.txt`, content: "2\n" });
  }
  checkpoints.beginTurn({ label: "third" });
  await ok("read_file", { path: "a.txt" });
  expect(checkpoints.list().map(({ label, hasConversation }) => [label, hasConversation])).toEqual([
    ["first", true],
    ["second", true],
  ]);
});

test("copilot-cli#1675: what the session has only read is not touched", async () => {
  const { ws, checkpoints, ok, put, rewind } = await openDisk({ maxFileBytes: 1000 });
  put("data/huge.bin", new Uint8Array(100_000));
  put("data/uncommitted.txt", "work of a person\n");
  const hash = () =>
    execFileSync("sh", ["-c", "find data -type f | sort | xargs sha256sum"], { cwd: ws, encoding: "utf8" });
  const before = hash();
  const { id } = await checkpoints.create();
  await ok("read_file", { path: "data/uncommitted.txt" });
  await ok("bash", { command: "wc -c data/huge.bin; echo 1 > out.txt" });
  await rewind(id);
  expect(hash()).toBe(before);
});

test("arbos#390: a damaged or missing content stops the restore before anything is changed", async () => {
  const work = await memoryWork({ "/ws/a.txt": "a\n", "/ws/b.txt": "b\n" });
  const { id } = await work.checkpoints.create();
  await work.ok("delete_file", { path: "a.txt" });
  await work.ok("delete_file", { path: "b.txt" });
  const objects: string[] = [];
  for await (const { path, kind } of work.store.list(toPath("/checkpoints/objects"), { recursive: true }))
    if (kind === "file") objects.push(path);
  await work.store.write(toPath(objects[0]!), new Uint8Array([1]));
  const before = await treeOf(work.fixture);
  const plan = await work.checkpoints.plan(id);
  await expect(work.checkpoints.restore(plan)).rejects.toMatchObject({ code: "parse_error" });
  expect(await treeOf(work.fixture)).toEqual(before);
});

test("arbos#390: an empty checkpoint of nothing that was changed deletes nothing", async () => {
  const work = await memoryWork({ "/ws/a.txt": "a\n" });
  const { id } = await work.checkpoints.create();
  const { files } = await work.checkpoints.restore(await work.checkpoints.plan(id));
  expect(files).toMatchObject({ restored: [], deleted: [] });
  expect(Object.keys(await treeOf(work.fixture))).toEqual(["/a.txt"]);
});

test("langgraph#6792: restoring a conversation runs no call again", async () => {
  const { checkpoints, ok, command } = await memoryWork();
  let runs = 0;
  const { id } = await checkpoints.create({ messages: [{ role: "user", content: "go" }] });
  await command(async () => {
    runs++;
  });
  await checkpoints.restore(await checkpoints.plan(id));
  await ok("list_directory", { path: "/" });
  expect(runs).toBe(1);
});

test("what cannot be undone is listed: programs and hosts", async () => {
  const { checkpoints, session } = await openDisk();
  const { id } = await checkpoints.create();
  await session.call("bash", { command: "node -e 1 && curl -m 1 http://127.0.0.1:9/" });
  const { cannotUndo } = await checkpoints.plan(id);
  expect(cannotUndo.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["program", "network"]));
});

test("a link that a command deletes comes back", async () => {
  const { checkpoints, ok, put, at, rewind } = await openDisk();
  put("a.txt", "one\n");
  symlinkSync(at("a.txt"), at("link"));
  const { id } = await checkpoints.create();
  await ok("bash", { command: "rm link" });
  await rewind(id);
  expect(readlinkSync(at("link"))).toBe(at("a.txt"));
});

test("a file that keeps its size and time is seen by its inode and change time", async () => {
  const { checkpoints, ok, put, text, at, rewind } = await openDisk();
  put("a.txt", "one\n");
  const past = new Date("2020-01-01");
  utimesSync(at("a.txt"), past, past);
  put("unseen.sh", "echo two > a.txt\ntouch -d 2020-01-01T00:00:00Z a.txt\n");
  await ok("bash", { command: "sh -c true" });
  const { id } = await checkpoints.create();
  await ok("bash", { command: "sh unseen.sh" });
  expect(text("a.txt")).toBe("two\n");
  await rewind(id);
  expect(text("a.txt")).toBe("one\n");
});

test("files that are too large are said when the checkpoint is made, not at the restore", async () => {
  const { checkpoints, ok, put } = await openDisk({ maxFileBytes: 1000 });
  put("large.bin", new Uint8Array(5000));
  await ok("bash", { command: "echo 1 > large.bin" });
  const { id, notKept } = await checkpoints.create();
  expect(notKept).toMatchObject([{ reason: "is larger than `maxFileBytes`" }]);
  expect(id).toBe("c1");
});

test("a call that the process did not survive is a conflict, not a guess", async () => {
  const work = await memoryWork({ "/ws/a.txt": "a\n" });
  const { id } = await work.checkpoints.create();
  const reached = Promise.withResolvers<void>();
  void work.command(async (backend, at) => {
    await backend.write(at("a.txt"), new TextEncoder().encode("half\n"));
    reached.resolve();
    await new Promise(() => {}); // The process ends here.
  });
  await reached.promise;
  const again = await openWork(work.fixture);
  const plan = await again.checkpoints.plan(id);
  expect(plan.conflicts).toMatchObject([{ path: "/ws/a.txt", reason: "changed during a call that never ended" }]);
  await again.checkpoints.restore(plan, { include: ["/ws/a.txt"] });
  expect((await treeOf(work.fixture))["/a.txt"]).toBe(new TextEncoder().encode("a\n").join());
});

test("calls and commands that run side by side leave one change for each path", async () => {
  for (let round = 0; round < 10; round++) {
    const fixture = {
      workspace: uneven(memoryBackend({ files: { "/ws/theirs.txt": "theirs\n" } })),
      root: toPath("/ws"),
      store: uneven(memoryBackend()),
      folder: "/checkpoints",
    };
    const work = { fixture, ...(await openWork(fixture)) };
    const { id } = await work.checkpoints.create();
    const paths = Array.from({ length: 20 }, (_, i) => `f${i % 5}.txt`);
    const commands = round % 2 === 0 ? [] : ["run_command", "run_command", "run_command"];
    const results = await Promise.all([
      ...paths.map((path, i) => work.session.call("append_file", { path, content: `${i}\n` })),
      ...commands.map((command) => work.session.call(command, {})),
    ]);
    for (const result of results) {
      expect(result.ok).toBe(true);
      expect(contentText(result.content)).not.toContain("could not be recorded");
    }
    const plan = await work.checkpoints.plan(id);
    expect(plan.conflicts).toEqual([]);
    await work.checkpoints.restore(plan);
    expect(Object.keys(await treeOf(work.fixture))).toEqual(["/theirs.txt"]);
  }
});

/** A backend whose reads and writes take a different number of turns of the event loop each time. */
function uneven(backend: Backend): Backend {
  let count = 0;
  const turns = async () => {
    for (let left = (count++ * 7) % 23; left > 0; left--) await new Promise(setImmediate);
  };
  return {
    ...backend,
    async read(...args) {
      const found = await backend.read(...args);
      await turns();
      return found;
    },
    async write(...args) {
      await turns();
      return backend.write(...args);
    },
  };
}

test("a plan is stale when the session changed files since", async () => {
  const { checkpoints, ok } = await memoryWork();
  const { id } = await checkpoints.create();
  await ok("write_file", { path: "a.txt", content: "1\n" });
  const plan = await checkpoints.plan(id);
  await ok("write_file", { path: "b.txt", content: "1\n" });
  await expect(checkpoints.restore(plan)).rejects.toMatchObject({ code: "stale" });
});
