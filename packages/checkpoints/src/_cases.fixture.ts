import {
  allow,
  type Backend,
  createRegistry,
  defineTool,
  isWithin,
  joinPath,
  openSession,
  type Path,
  passthroughSchema,
  toPath,
} from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import type { CheckpointOptions, Checkpoints } from "./checkpoints.ts";
import { openCheckpoints } from "./open-checkpoints.ts";
import { sweepCheckpoints } from "./store/sweep.ts";

/** A workspace and a store of checkpoints, empty at the start of a case. */
export interface CaseFixture {
  readonly workspace: Backend;
  readonly root: Path;
  readonly store: Backend;
  readonly folder: string;
}

/** One rule of checkpoints, as data: it runs in Node and in a page. Throws when it is broken. */
export interface CheckpointCase {
  readonly name: string;
  run(fixture: CaseFixture): Promise<void>;
}

export type Script = (backend: Backend, at: (name: string) => Path) => Promise<void>;

const encode = (value: string) => new TextEncoder().encode(value);

export function equal(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a}, expected ${b}`);
}

/** Every path below a folder with its content, the store left out. */
export async function treeOf({ workspace, root, folder }: CaseFixture): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for await (const { path, kind } of workspace.list(root, { recursive: true })) {
    if (isWithin(path, toPath(folder))) continue;
    tree[path.slice(root.length)] = kind === "file" ? (await workspace.read(path)).bytes.join() : kind;
  }
  return tree;
}

/** A session with file tools and a command that may do anything, under checkpoints. */
export async function openWork(fixture: CaseFixture, more: Partial<CheckpointOptions> = {}) {
  const { workspace, root, store, folder } = fixture;
  const checkpoints = await openCheckpoints({
    workspace,
    roots: [root],
    exclude: [folder],
    store: { backend: store, folder },
    sessionId: "one",
    ...more,
  });
  let script: Script = async () => {};
  const command = defineTool({
    name: "run_command",
    category: "shell",
    description: "Run a script.",
    input: passthroughSchema({ type: "object" }),
    async execute() {
      await script(workspace, (name) => joinPath(root, name));
      return "done";
    },
  });
  const session = openSession(createRegistry([...fsTools({ backend: workspace }), command]), {
    policy: allow(),
    cwd: root,
    use: [checkpoints.middleware],
  });
  checkpoints.attach(session);
  return {
    checkpoints,
    session,
    async ok(tool: string, input: Record<string, unknown> = {}) {
      const result = await session.call(tool, input);
      if (!result.ok) throw result.error;
      return result;
    },
    async command(run: Script) {
      script = run;
      const result = await session.call("run_command", {});
      if (!result.ok) throw result.error;
    },
  };
}

/** Files of somebody else, that are there before. */
export async function startTree({ workspace, root }: CaseFixture): Promise<void> {
  const files = {
    "a.txt": "alpha\n",
    "b.txt": "beta\n",
    "src/c.txt": "gamma\n",
    "src/d.bin": "\u0000\u0001",
    ".gitignore": "secret.env\nbuild/\n",
    "secret.env": "TOKEN=1\n",
    "build/out.js": "out\n",
  };
  for (const [name, content] of Object.entries(files)) await workspace.write(joinPath(root, name), encode(content));
}

/** Changes of every kind by tools and a command. */
export async function changeAll({ ok, command }: Pick<Awaited<ReturnType<typeof openWork>>, "ok" | "command">) {
  await ok("read_file", { path: "a.txt" });
  await ok("edit_file", { path: "a.txt", old_string: "alpha", new_string: "ALPHA" });
  await ok("write_file", { path: "new/deep/file.txt", content: "new\n" });
  await ok("move_file", { from: "b.txt", to: "moved/b.txt" });
  await command(async (backend, at) => {
    await backend.remove(at("src/c.txt"));
    await backend.write(at("src/d.bin"), encode("changed by a command"));
    await backend.write(at("made/by-command.txt"), encode("x"));
  });
  await ok("write_file", { path: "a.txt", content: "ALPHA again\n" });
}

const planAndRestore = async (checkpoints: Checkpoints, id: string) => checkpoints.restore(await checkpoints.plan(id));

/** Without the folders that are left over where commands made them, which nobody saw being made. */
const filesOf = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([, content]) => content !== "directory"));

export const checkpointCases: readonly CheckpointCase[] = [
  {
    name: "the whole tree is the same after a restore, and again after a restore of the restore",
    async run(fixture) {
      await startTree(fixture);
      const before = await treeOf(fixture);
      const work = await openWork(fixture);
      const { id } = await work.checkpoints.create({ label: "start" });
      await changeAll(work);
      const changed = await treeOf(fixture);
      const { files } = await planAndRestore(work.checkpoints, id);
      equal(await treeOf(fixture), before, "after the restore");
      equal(files?.left, [], "left alone");
      await planAndRestore(work.checkpoints, files!.present);
      equal(await treeOf(fixture), changed, "after the restore of the restore");
      await planAndRestore(work.checkpoints, id);
      equal(await treeOf(fixture), before, "after the third restore");
    },
  },
  {
    name: "what others changed since is a conflict: left alone unless it is named",
    async run(fixture) {
      await startTree(fixture);
      const { workspace, root } = fixture;
      const work = await openWork(fixture);
      const { id } = await work.checkpoints.create();
      await work.ok("write_file", { path: "mine.txt", content: "1\n" });
      await work.ok("read_file", { path: "a.txt" });
      await work.ok("edit_file", { path: "a.txt", old_string: "alpha", new_string: "mine" });
      await workspace.write(joinPath(root, "a.txt"), encode("theirs\n"));
      await workspace.write(joinPath(root, "mine.txt"), encode("theirs too\n"));
      const plan = await work.checkpoints.plan(id);
      equal(
        plan.conflicts.map(({ path }) => path.slice(root.length).replace(/^\//, "")),
        ["a.txt", "mine.txt"],
        "conflicts",
      );
      await work.checkpoints.restore(plan);
      equal(
        (await treeOf(fixture))[joinPath(root, "a.txt").slice(root.length)],
        encode("theirs\n").join(),
        "left alone",
      );
      const named = await work.checkpoints.plan(id);
      await work.checkpoints.restore(named, { include: [joinPath(root, "a.txt")] });
      equal((await treeOf(fixture))[joinPath(root, "a.txt").slice(root.length)], encode("alpha\n").join(), "named");
    },
  },
  {
    name: "ignored files, large files and files of others are never deleted, also when .gitignore itself is reverted",
    async run(fixture) {
      await startTree(fixture);
      const { workspace, root } = fixture;
      const work = await openWork(fixture, { maxFileBytes: 1000 });
      await workspace.write(joinPath(root, "large.bin"), new Uint8Array(5000));
      const before = await treeOf(fixture);
      const { id } = await work.checkpoints.create();
      await work.command(async (backend, at) => {
        await backend.write(at(".gitignore"), encode("large.bin\n"));
        await backend.write(at("a.txt"), encode("changed\n"));
      });
      await work.command(async (backend, at) => backend.write(at("src/c.txt"), encode("changed\n")).then(() => {}));
      const plan = await work.checkpoints.plan(id);
      equal(plan.delete, [], "nothing is deleted");
      await work.checkpoints.restore(plan);
      equal(await treeOf(fixture), before, "after the restore");
    },
  },
  {
    name: "a crash at any operation of a restore leaves either state whole",
    async run(fixture) {
      await startTree(fixture);
      const before = filesOf(await treeOf(fixture));
      const work = await openWork(fixture);
      const { id } = await work.checkpoints.create();
      await changeAll(work);
      const after = filesOf(await treeOf(fixture));
      await work.checkpoints[Symbol.asyncDispose]();
      let ended = false;
      for (let crashAt = 1; !ended; crashAt += crashAt < 12 ? 3 : 7) {
        const crash = crashing(crashAt);
        const broken = { ...fixture, workspace: crash(fixture.workspace), store: crash(fixture.store) };
        try {
          await planAndRestore((await openWork(broken)).checkpoints, id);
          ended = true;
        } catch {
          const again = await openWork(fixture);
          const tree = filesOf(await treeOf(fixture));
          if (![before, after].some((state) => JSON.stringify(state) === JSON.stringify(tree)))
            throw new Error(`A crash at operation ${crashAt} left ${JSON.stringify(tree)}`);
          if (JSON.stringify(tree) === JSON.stringify(before)) {
            const back = again.checkpoints.list().findLast(({ label }) => label.startsWith("before restoring"));
            await planAndRestore(again.checkpoints, back!.id);
          }
          equal(filesOf(await treeOf(fixture)), after, "taken back for the next crash");
        }
      }
      equal(filesOf(await treeOf(fixture)), before, "without a crash");
    },
  },
  {
    name: "conversation, state and files are restored apart or together, and a fork begins another session",
    async run(fixture) {
      await startTree(fixture);
      const work = await openWork(fixture);
      const first = [{ role: "user", content: "one" }];
      const { id } = await work.checkpoints.create({ messages: first });
      await work.ok("write_file", { path: "n.txt", content: "n\n" });
      await work.checkpoints.create({ messages: [...first, { role: "assistant", content: "two" }] });
      const tree = await treeOf(fixture);
      const plan = await work.checkpoints.plan(id);
      const { conversation, files } = await work.checkpoints.restore(plan, { parts: "conversation" });
      equal([conversation?.messages, files], [first, undefined], "conversation alone");
      equal(await treeOf(fixture), tree, "files stay");
      const fork = await work.checkpoints.fork("c2", "other");
      equal(fork.messages?.length, 2, "the fork's messages");
      equal(fork.snapshot?.id, "other", "the fork's session");
      const other = await openWork(fixture, { sessionId: "other" });
      equal(other.checkpoints.list()[0]?.forkedFrom, { session: "one", checkpoint: "c2" }, "the fork's parent");
    },
  },
  {
    name: "a sweep drops what nothing refers to after an hour, and nothing else",
    async run(fixture) {
      await startTree(fixture);
      const { store, folder } = fixture;
      const before = await treeOf(fixture);
      const work = await openWork(fixture);
      const { id } = await work.checkpoints.create();
      await changeAll(work);
      await store.write(toPath(`${folder}/objects/00/${"0".repeat(62)}`), encode("garbage"));
      const sweep = (hours: number) =>
        sweepCheckpoints({ store, folder: toPath(folder), now: Date.now() + hours * 3_600_000 });
      equal((await sweep(0)).objects, 0, "noted only");
      equal((await sweep(0.9)).objects, 0, "within the grace");
      equal((await sweep(2)).objects, 1, "dropped");
      await planAndRestore(work.checkpoints, id);
      equal(await treeOf(fixture), before, "restored after a sweep");
      const later = await sweep(24 * 31);
      equal(later.checkpoints, 2, "too old");
    },
  },
  {
    name: "two processes cannot both write the log of a session",
    async run(fixture) {
      const one = await openWork(fixture);
      const other = await openWork(fixture);
      await one.checkpoints.create();
      let code = "";
      await other.checkpoints.create().catch((error: { code: string }) => {
        code = error.code;
      });
      equal(code, "stale", "the second one");
    },
  },
];

/** Backends that share a count of writing operations, and fail in the one with that number and all that follow. */
function crashing(at: number): (backend: Backend) => Backend {
  let count = 0;
  const step = () => {
    if (++count >= at) throw new Error("crashed");
  };
  return (backend) => ({
    ...backend,
    write: async (...args) => {
      step();
      return backend.write(...args);
    },
    remove: async (...args) => {
      step();
      return backend.remove(...args);
    },
    ...(backend.createDirectory && {
      createDirectory: async (...args) => {
        step();
        return backend.createDirectory!(...args);
      },
    }),
  });
}
