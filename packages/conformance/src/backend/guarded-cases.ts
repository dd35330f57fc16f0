import {
  type Backend,
  type FileQuery,
  type Io,
  joinPath,
  type Path,
  relativePath,
  type TextQuery,
} from "@holdall/tool-core";
import { bytesOf, fails, listed, same, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsLinks, needsMove, needsRealPath } from "./_requirements.ts";

const everything: FileQuery = { hidden: true, ignored: true, wants: () => true, permits: () => true };
const anything: TextQuery = {
  pattern: "x",
  literal: true,
  ignoreCase: false,
  word: false,
  multiline: false,
  requiredAny: ["x"],
  mayMatch: () => true,
};

/** Every operation in a folder that holds `file` and `sub/file`, with the paths that it names. */
function operations(
  backend: Backend,
  folder: Path,
): [name: string, paths: Path[], run: (io: Io) => Promise<unknown>][] {
  const at = (name: string) => joinPath(folder, name);
  const { createDirectory, move, stream, glob, search, writeFrom } = backend;
  const pieces = async function* () {
    yield bytesOf("y");
  };
  const all: [string, Path[], ((io: Io) => Promise<unknown>) | undefined][] = [
    ["stat", [at("file")], (io) => backend.stat(at("file"), { ...io, version: true })],
    ["stat of nothing", [at("none")], (io) => backend.stat(at("none"), io)],
    ["read", [at("file")], (io) => backend.read(at("file"), io)],
    ["list", [folder], (io) => listed(backend.list(folder, io))],
    ["recursive list", [folder], (io) => listed(backend.list(folder, { ...io, recursive: true }))],
    ["stream", [at("file")], stream && ((io) => Array.fromAsync(stream(at("file"), io)))],
    ["glob", [folder], glob && ((io) => Array.fromAsync(glob(folder, everything, io)))],
    [
      "search",
      [folder],
      search && ((io) => Array.fromAsync(search(folder, everything, anything, { ...io, maxBytes: 99 }))),
    ],
    ["write", [at("file")], (io) => backend.write(at("file"), bytesOf("y"), io)],
    ["create", [at("new")], (io) => backend.write(at("new"), bytesOf("y"), { ...io, ifVersion: null })],
    ["write below new folders", [at("a/b/new")], (io) => backend.write(at("a/b/new"), bytesOf("y"), io)],
    ["write from", [at("file")], writeFrom && ((io) => writeFrom(at("file"), pieces(), io))],
    [
      "write from, below new folders",
      [at("f/g/new")],
      writeFrom && ((io) => writeFrom(at("f/g/new"), pieces(), { ...io, ifVersion: null })),
    ],
    ["create a folder", [at("c/d")], createDirectory && ((io) => createDirectory(at("c/d"), io))],
    ["move", [at("file"), at("e/moved")], move && ((io) => move(at("file"), at("e/moved"), io))],
    ["remove", [at("new")], (io) => backend.remove(at("new"), io)],
    ["recursive remove", [at("sub")], (io) => backend.remove(at("sub"), { ...io, recursive: true })],
  ];
  return all.flatMap(([name, paths, run]) => (run ? [[name, paths, run]] : []));
}

async function contents(backend: Backend, folder: Path): Promise<[path: string, content: string][]> {
  const found: [string, string][] = [];
  for (const { path, kind } of await listed(backend.list(folder, { recursive: true })))
    found.push([path, kind === "file" ? textOf((await backend.read(path)).bytes) : kind]);
  return found;
}

async function fill(backend: Backend, folder: Path): Promise<void> {
  for (const name of ["file", "sub/file"]) await backend.write(joinPath(folder, name), bytesOf("x"));
}

/** What was judged is what is opened. */
export const guardedCases: readonly BackendCase[] = [
  {
    name: "a place that was not judged is neither read nor changed, and no parent is made in it",
    needs: needsRealPath,
    async run({ backend, root }) {
      const folder = joinPath(root, "folder");
      await fill(backend, folder);
      const before = await contents(backend, root);
      for (const [name, , run] of operations(backend, folder)) {
        if (name !== "remove") await fails(run({ judged: () => false }), "stale", name);
        same(await contents(backend, root), before, `the tree after ${name}`);
      }
    },
  },
  {
    name: "it is asked about the paths of the call and where they really are",
    needs: needsRealPath,
    async run({ backend, root }) {
      const folder = joinPath(root, "folder");
      await fill(backend, folder);
      for (const [name, paths, run] of operations(backend, folder)) {
        const realRoot = (await backend.realPath?.(root)) ?? root;
        const asked = new Set<Path>();
        const judged = (path: Path, real: Path): boolean => {
          asked.add(path);
          return relativePath(path, root) === relativePath(real, realRoot);
        };
        await run({ judged });
        const missed = paths.filter((path) => !asked.has(path));
        same(missed, [], `what ${name} did not ask about`);
      }
    },
  },
  {
    name: "a folder that became a link is another place; what is judged there again is used",
    needs: (fixture) => needsRealPath(fixture) ?? needsMove(fixture) ?? needsLinks(fixture),
    async run(fixture) {
      const { backend, root } = fixture;
      const [folder, other, away] = ["folder", "other", "away"].map((name) => joinPath(root, name)) as [
        Path,
        Path,
        Path,
      ];
      await fill(backend, folder);
      await fill(backend, other);
      const places = (base: Path) => (path: Path, real: Path) => real === `${base}${path.slice(folder.length)}`;
      const [first, second] = [await backend.realPath?.(folder), await backend.realPath?.(other)];
      await backend.move?.(folder, away);
      await fixture.link?.(folder, other);
      const before = await contents(backend, other);
      for (const [name, , run] of operations(backend, folder))
        if (name !== "remove") await fails(run({ judged: places(first ?? folder) }), "stale", name);
      same(await contents(backend, other), before, "the other folder");
      for (const [, , run] of operations(backend, folder)) await run({ judged: places(second ?? other) });
    },
  },
];
