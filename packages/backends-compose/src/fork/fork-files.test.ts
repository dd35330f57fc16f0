import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, dirname, type Path, ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes, treeOf, withPermissions } from "../_fixtures.fixture.ts";
import { fork } from "./fork.ts";

const long = "one\ntwo\nthree\nfour\n";

/** A backend in whose names case does not matter, but which keeps it. */
function ignoringCase(backend: Backend): Backend {
  const real = async (path: Path): Promise<Path> => {
    if (path === "/") return path;
    const folder = await real(dirname(path));
    const wanted = at(`${folder === "/" ? "" : folder}${path.slice(path.lastIndexOf("/"))}`);
    if ((await backend.stat(folder))?.kind !== "directory") return wanted;
    for await (const entry of backend.list(folder))
      if (entry.path.toLowerCase() === wanted.toLowerCase()) return entry.path;
    return wanted;
  };
  return {
    name: "ignoring case",
    can: { ...backend.can, caseSensitive: false },
    stat: async (path, io) => backend.stat(await real(path), io),
    read: async (path, io) => backend.read(await real(path), io),
    write: async (path, content, io) => backend.write(await real(path), content, io),
    remove: async (path, io) => backend.remove(await real(path), io),
    async *list(path, io) {
      yield* backend.list(await real(path), io);
    },
    createDirectory: async (path, io) => backend.createDirectory?.(await real(path), io),
    move: async (from, to, io) => backend.move?.(await real(from), to, io),
  };
}

test.each(["moved", "written anew"])(
  "a file of which only the case of its name changes is not lost: %s",
  async (how) => {
    const memory = memoryBackend({ files: { "/Readme.md": long, "/b.md": "b" } });
    const own = fork(ignoringCase(memory));
    if (how === "moved") await own.backend.move?.(at("/Readme.md"), at("/README.md"));
    else {
      await own.backend.remove(at("/Readme.md"));
      await own.backend.write(at("/README.md"), bytes(long.replace("one", "1")));
    }
    await memory.write(at("/Readme.md"), bytes(long.replace("four", "4")));
    expect((await own.merge()).conflicts).toEqual([]);
    const merged = long.replace("four", "4").replace("one", how === "moved" ? "one" : "1");
    expect(await treeOf(memory)).toEqual({ "/README.md": merged, "/b.md": "b" });
  },
);

test("a write under a name in another case is one of the same file", async () => {
  const memory = memoryBackend({ files: { "/Readme.md": long } });
  const own = fork(ignoringCase(memory));
  await own.backend.write(at("/readme.md"), bytes(long.replace("one", "1")));
  await memory.write(at("/Readme.md"), bytes(long.replace("four", "4")));
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(memory)).toEqual({ "/Readme.md": long.replace("one", "1").replace("four", "4") });
});

test("a file that cannot be read any more waits, and everything else is merged", async () => {
  const memory = memoryBackend({ files: { "/a": long, "/b": "b" } });
  let isClosed = false;
  const parent: Backend = {
    ...memory,
    async read(path, io) {
      if (isClosed && path === "/a") throw new ToolError("permission_denied", "/a may not be read.");
      return memory.read(path, io);
    },
  };
  const own = fork(parent);
  await own.backend.write(at("/a"), bytes(long.replace("one", "1")));
  await own.backend.write(at("/b"), bytes("B"));
  isClosed = true;
  expect((await own.merge()).conflicts).toMatchObject([{ kind: "denied", path: "/a" }]);
  expect(await treeOf(memory)).toEqual({ "/a": long, "/b": "B" });
  isClosed = false;
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(memory)).toEqual({ "/a": long.replace("one", "1"), "/b": "B" });
});

test("permissions that both have changed are a conflict, even where the lines can be merged", async () => {
  const memory = memoryBackend({ files: { "/run.sh": long } });
  const parent = withPermissions(memory, 0o644);
  for (const take of ["current", "incoming"] as const) {
    parent.setMode(0o644);
    await memory.write(at("/run.sh"), bytes(long));
    const own = fork(parent.backend);
    await own.backend.write(at("/run.sh"), bytes(long.replace("one", "1")));
    own.setMode(at("/run.sh"), 0o755, 0o644);
    await memory.write(at("/run.sh"), bytes(long.replace("four", "4")));
    parent.setMode(0o600);
    const { conflicts } = await own.merge();
    expect(conflicts).toMatchObject([{ kind: "mode", path: "/run.sh" }]);
    expect(await treeOf(memory)).toEqual({ "/run.sh": long.replace("four", "4") });
    for (const conflict of conflicts) await own.resolve(conflict, { take });
    expect(await treeOf(memory)).toEqual({ "/run.sh": long.replace("four", "4").replace("one", "1") });
    expect(parent.mode()).toBe(take === "current" ? 0o600 : 0o755);
    expect(await own.changes()).toEqual([]);
  }
});

test("a folder is emptied by moves out of it, and removed after them", async () => {
  const parent = memoryBackend({ files: { "/old/a": long, "/old/sub/b": "b\n" } });
  const own = fork(parent);
  await own.backend.move?.(at("/old"), at("/new"));
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/new": "/", "/new/a": long, "/new/sub": "/", "/new/sub/b": "b\n" });
});
