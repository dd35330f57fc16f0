import { joinPath } from "@holdall/tool-core";
import { bytesOf, check, fails, listed, same, textOf } from "../_assert.ts";
import type { BackendCase, BackendFixture } from "../backend-case.ts";
import { needsMove } from "./_requirements.ts";

async function tree({ backend, root }: BackendFixture): Promise<[path: string, content: string][]> {
  const found: [string, string][] = [];
  for (const { path, kind } of await listed(backend.list(root, { recursive: true }))) {
    found.push([path, kind === "file" ? textOf((await backend.read(path)).bytes) : "/"]);
  }
  return found;
}

/** `move` does what read, write and remove would do, in one step. */
export const moveCases: readonly BackendCase[] = [
  {
    name: "move of a file keeps content and version, and makes the target's parents",
    needs: needsMove,
    async run({ backend, root }) {
      const [from, to] = [joinPath(root, "from.txt"), joinPath(root, "new/folder/to.txt")];
      const { version } = await backend.write(from, bytesOf("content"));
      await backend.move?.(from, to);
      same(await backend.stat(from), null, "the source");
      const { bytes, version: after } = await backend.read(to);
      same(textOf(bytes), "content", "the content");
      await backend.write(to, bytesOf("next"), { ifVersion: after });
      check(after.length > 0 && version.length > 0, "a version is empty");
    },
  },
  {
    name: "move of a folder takes everything along",
    needs: needsMove,
    async run(fixture) {
      const { backend, root } = fixture;
      for (const name of ["from/a", "from/b/c", "from-not/d"]) await backend.write(joinPath(root, name), bytesOf(name));
      await backend.move?.(joinPath(root, "from"), joinPath(root, "to/here"));
      const expected = [
        ["from-not", "/"],
        ["from-not/d", "from-not/d"],
        ["to", "/"],
        ["to/here", "/"],
        ["to/here/a", "from/a"],
        ["to/here/b", "/"],
        ["to/here/b/c", "from/b/c"],
      ];
      same(
        await tree(fixture),
        expected.map(([name, content]) => [joinPath(root, name ?? ""), content]),
        "the tree",
      );
    },
  },
  {
    name: "move onto something is already_exists and changes nothing",
    needs: needsMove,
    async run(fixture) {
      const { backend, root } = fixture;
      for (const name of ["file", "other", "folder/x", "folder2/y"])
        await backend.write(joinPath(root, name), bytesOf(name));
      await backend.createDirectory?.(joinPath(root, "empty"));
      const before = await tree(fixture);
      const targets = [
        ["file", "other"],
        ["file", "folder"],
        ["folder", "folder2"],
        ["folder", "other"],
        ["file", "file"],
      ];
      if (backend.createDirectory) targets.push(["folder", "empty"], ["file", "empty"]);
      for (const [from = "", to = ""] of targets) {
        const moving = Promise.resolve(backend.move?.(joinPath(root, from), joinPath(root, to)));
        await fails(moving, "already_exists", `${from} to ${to}`);
      }
      same(await tree(fixture), before, "the tree");
    },
  },
  {
    name: "move with overwrite replaces a file, and only a file",
    needs: needsMove,
    async run(fixture) {
      const { backend, root } = fixture;
      for (const name of ["file", "other", "folder/x", "folder2/y"])
        await backend.write(joinPath(root, name), bytesOf(name));
      const move = async (from: string, to: string) =>
        backend.move?.(joinPath(root, from), joinPath(root, to), { overwrite: true });
      for (const [from, to] of [
        ["file", "folder"],
        ["folder", "other"],
        ["folder", "folder2"],
      ] as const) {
        await fails(move(from, to), "wrong_kind", `${from} onto ${to}`);
      }
      await move("file", "file");
      await move("file", "other");
      same(await backend.stat(joinPath(root, "file")), null, "the source");
      same(textOf((await backend.read(joinPath(root, "other"))).bytes), "file", "the target");
    },
  },
  {
    name: "move of a missing path is not_found, below a file or into itself wrong_kind",
    needs: needsMove,
    async run(fixture) {
      const { backend, root } = fixture;
      for (const name of ["file", "folder/x"]) await backend.write(joinPath(root, name), bytesOf(name));
      const move = async (from: string, to: string) => backend.move?.(joinPath(root, from), joinPath(root, to));
      await fails(move("missing", "to"), "not_found", "a missing source");
      await fails(move("folder", "file/below"), "wrong_kind", "a target below a file");
      await fails(move("folder", "folder/inside"), "wrong_kind", "a target inside the source");
      await fails(move("folder", "folder/deep/inside"), "wrong_kind", "a target deep inside the source");
      const expected = [
        ["file", "file"],
        ["folder", "/"],
        ["folder/x", "folder/x"],
      ];
      same(
        await tree(fixture),
        expected.map(([name, content]) => [joinPath(root, name ?? ""), content]),
        "the tree",
      );
    },
  },
  {
    name: "of 10 concurrent moves to one target one wins, and no content is lost",
    needs: needsMove,
    async run(fixture) {
      const { backend, root } = fixture;
      const names = Array.from({ length: 10 }, (_, i) => joinPath(root, `from-${i}`));
      for (const name of names) await backend.write(name, bytesOf(name));
      const outcomes = await Promise.allSettled(names.map(async (name) => backend.move?.(name, joinPath(root, "to"))));
      same(outcomes.filter(({ status }) => status === "fulfilled").length, 1, "winners");
      same((await tree(fixture)).map(([, content]) => content).sort(), [...names].sort(), "the contents");
    },
  },
];
