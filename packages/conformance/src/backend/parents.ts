import { joinPath } from "@holdall/tool-core";
import { bytesOf, check, fails, listed, same, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsEmptyDirectories, needsWrite } from "./_requirements.ts";

/** Folders come with the files in them, or by `createDirectory`. */
export const parentCases: readonly BackendCase[] = [
  {
    name: "write makes all parents",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "a/b/c/d.txt"), bytesOf("x"));
      same((await backend.stat(joinPath(root, "a/b")))?.kind, "directory", "a parent");
      const { bytes } = await backend.read(joinPath(root, "a/b/c/d.txt"));
      same(textOf(bytes), "x", "the file");
    },
  },
  {
    name: "write below a file is wrong_kind, names the file, and leaves nothing behind",
    needs: needsWrite,
    async run({ backend, root }) {
      const file = joinPath(root, "file");
      await backend.write(file, bytesOf("x"));
      const error = await fails(backend.write(joinPath(file, "a/b.txt"), bytesOf("y")), "wrong_kind", "write");
      check(error.message.includes(file), `the message "${error.message}" does not name ${file}`);
      same(
        (await listed(backend.list(root, { recursive: true }))).map(({ path }) => path),
        [file],
        "what is there",
      );
      same(textOf((await backend.read(file)).bytes), "x", "the file");
    },
  },
  {
    name: "createDirectory makes parents, may be repeated, and is wrong_kind on or below a file",
    needs: needsEmptyDirectories,
    async run({ backend, root }) {
      check(backend.createDirectory !== undefined, "can.emptyDirectories promises createDirectory, which is missing");
      const folder = joinPath(root, "a/b/c");
      await backend.createDirectory(folder);
      await backend.createDirectory(folder);
      await backend.createDirectory(root);
      same((await backend.stat(folder))?.kind, "directory", "the folder");
      same(await listed(backend.list(folder)), [], "its listing");
      await backend.write(joinPath(folder, "file"), bytesOf("x"));
      await backend.createDirectory(folder);
      same(textOf((await backend.read(joinPath(folder, "file"))).bytes), "x", "the file in it");
      await fails(backend.createDirectory(joinPath(folder, "file")), "wrong_kind", "createDirectory on a file");
      await fails(backend.createDirectory(joinPath(folder, "file/x/y")), "wrong_kind", "createDirectory below a file");
    },
  },
  {
    name: "a folder outlives the last file in it",
    needs: needsEmptyDirectories,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "a/b/file"), bytesOf("x"));
      await backend.remove(joinPath(root, "a/b/file"));
      same((await backend.stat(joinPath(root, "a/b")))?.kind, "directory", "the folder");
    },
  },
  {
    name: "a folder without files is not there",
    needs: (fixture) =>
      needsWrite(fixture) ?? (fixture.backend.can.emptyDirectories ? "the backend has empty directories" : undefined),
    async run({ backend, root }) {
      check(backend.createDirectory === undefined, "createDirectory is there, but can.emptyDirectories is false");
      await backend.write(joinPath(root, "a/b/file"), bytesOf("x"));
      await backend.remove(joinPath(root, "a/b/file"));
      same(await backend.stat(joinPath(root, "a")), null, "the folder");
      same(await listed(backend.list(root, { recursive: true })), [], "the listing");
    },
  },
];
