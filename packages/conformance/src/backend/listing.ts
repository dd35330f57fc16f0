import { comparePaths, joinPath, toPath } from "@holdall/tool-core";
import { bytesOf, check, listed, same } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

const tricky = [
  "a/x",
  "a-b",
  "a.b",
  "a/b/c",
  "aB",
  "b",
  "a b",
  "a/😀",
  "a/\uff21",
  "\ud83d\ude00",
  "\uff21",
  "\u00e9",
  "z",
];

/** One order everywhere: by code point, on the whole path. */
export const listingCases: readonly BackendCase[] = [
  {
    name: "a recursive listing names files and folders, sorted by code point on the whole path",
    needs: needsWrite,
    async run({ backend, root }) {
      for (const name of tricky) await backend.write(joinPath(root, name), bytesOf(name));
      const expected = [...tricky, "a", "a/b"].map((name) => joinPath(root, name)).sort(comparePaths);
      const entries = await listed(backend.list(root, { recursive: true }));
      same(
        entries.map(({ path }) => path),
        expected,
        "the listing",
      );
      const folders = entries.filter(({ kind }) => kind === "directory").map(({ path }) => path);
      same(folders, [joinPath(root, "a"), joinPath(root, "a/b")], "the folders");
      for (const { path, kind, size } of entries) {
        if (kind === "file" && size !== undefined) same(size, (await backend.stat(path))?.size, `the size of ${path}`);
      }
    },
  },
  {
    name: "a plain listing names direct children only, in the same order",
    needs: needsWrite,
    async run({ backend, root }) {
      for (const name of tricky) await backend.write(joinPath(root, name), bytesOf(name));
      const names = [...new Set(tricky.map((name) => name.split("/")[0] ?? ""))];
      const expected = names.map((name) => joinPath(root, name)).sort(comparePaths);
      same(
        (await listed(backend.list(root))).map(({ path }) => path),
        expected,
        "the listing of the root",
      );
      const inside = (await listed(backend.list(joinPath(root, "a")))).map(({ path, kind }) => [path, kind]);
      const wanted = [
        ["b", "directory"],
        ["x", "file"],
        ["\uff21", "file"],
        ["😀", "file"],
      ];
      same(
        inside,
        wanted.map(([name, kind]) => [joinPath(root, `a/${name}`), kind]),
        "the listing of a",
      );
    },
  },
  {
    name: "a listing of a folder does not reach siblings that share its name's beginning",
    needs: needsWrite,
    async run({ backend, root }) {
      for (const name of ["src/a", "src-old/b", "src.txt", "srcs/c"])
        await backend.write(joinPath(root, name), bytesOf(name));
      const entries = await listed(backend.list(joinPath(root, "src"), { recursive: true }));
      same(
        entries.map(({ path }) => path),
        [joinPath(root, "src/a")],
        "the listing",
      );
    },
  },
  {
    name: "hidden names are listed like any other",
    needs: needsWrite,
    async run({ backend, root }) {
      for (const name of [".env", ".git/config", "visible"]) await backend.write(joinPath(root, name), bytesOf(name));
      const paths = (await listed(backend.list(root, { recursive: true }))).map(({ path }) => path);
      same(
        paths,
        [".env", ".git", ".git/config", "visible"].map((name) => joinPath(root, name)),
        "the listing",
      );
    },
  },
  {
    name: "300 files in one folder come whole and in order, and leaving a listing early is fine",
    needs: needsWrite,
    async run({ backend, root }) {
      const names = Array.from({ length: 300 }, (_, i) => joinPath(root, `many/${i}`));
      await Promise.all(names.map((name) => backend.write(name, bytesOf(name))));
      const paths = (await listed(backend.list(joinPath(root, "many")))).map(({ path }) => path);
      same(paths, [...names].sort(comparePaths), "the listing");
      for await (const { path } of backend.list(root, { recursive: true })) {
        check(path === joinPath(root, "many"), `the first entry is ${path}`);
        break;
      }
    },
  },
  {
    name: "a file that is written while its folder is listed does not break the listing",
    needs: needsWrite,
    async run({ backend, root }) {
      for (const name of ["a/1", "b/1", "c/1"]) await backend.write(joinPath(root, name), bytesOf(name));
      const seen: string[] = [];
      for await (const { path } of backend.list(root, { recursive: true })) {
        seen.push(path);
        if (path === joinPath(root, "a/1")) await backend.remove(joinPath(root, "b"), { recursive: true });
        if (path === joinPath(root, "c")) await backend.write(joinPath(root, "c/2"), bytesOf("2"));
      }
      check(seen.includes(joinPath(root, "c/1")), `the listing ${seen} lost c/1`);
      same(seen, [...seen].sort(comparePaths), "the order");
    },
  },
  {
    name: "listed paths can be used as they are",
    needs: needsWrite,
    async run({ backend, root }) {
      for (const name of ["ü/ä", " lead", "x#y?z%20"]) await backend.write(joinPath(root, name), bytesOf(name));
      for (const { path, kind } of await listed(backend.list(root, { recursive: true }))) {
        check(toPath(path) === path, `${path} is not a clean path`);
        same((await backend.stat(path))?.kind, kind, `the kind of ${path}`);
      }
    },
  },
];
