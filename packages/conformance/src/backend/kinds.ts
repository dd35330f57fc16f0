import { joinPath } from "@holdall/tool-core";
import { bytesOf, check, fails, listed, same, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

/** A file is not a folder, and a folder is not a file. */
export const kindCases: readonly BackendCase[] = [
  {
    name: "stat tells a file and its size from a folder",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "folder/file.txt"), bytesOf("héllo"));
      const file = await backend.stat(joinPath(root, "folder/file.txt"));
      same([file?.kind, file?.size], ["file", 6], "the file");
      const folder = await backend.stat(joinPath(root, "folder"), { version: true });
      same([folder?.kind, folder?.size, folder?.version], ["directory", 0, undefined], "the folder");
    },
  },
  {
    name: "times are milliseconds of about now",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, bytesOf("x"));
      const modified = (await backend.stat(path))?.modified;
      check(
        modified === undefined || Math.abs(Date.now() - modified) < 3_600_000,
        `modified is ${modified}, now is ${Date.now()}`,
      );
    },
  },
  {
    name: "read of a folder is wrong_kind",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "folder/file"), bytesOf("x"));
      await fails(backend.read(joinPath(root, "folder")), "wrong_kind", "read");
      await fails(backend.read(root), "wrong_kind", "read of the root");
    },
  },
  {
    name: "list of a file is wrong_kind",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "file"), bytesOf("x"));
      await fails(listed(backend.list(joinPath(root, "file"))), "wrong_kind", "list");
      await fails(listed(backend.list(joinPath(root, "file"), { recursive: true })), "wrong_kind", "recursive list");
    },
  },
  {
    name: "write onto a folder is wrong_kind and leaves it alone",
    needs: needsWrite,
    async run({ backend, root }) {
      const file = joinPath(root, "folder/file");
      await backend.write(file, bytesOf("x"));
      await fails(backend.write(joinPath(root, "folder"), bytesOf("y")), "wrong_kind", "write");
      await fails(
        backend.write(joinPath(root, "folder"), bytesOf("y"), { ifVersion: null }),
        ["wrong_kind", "already_exists"],
        "exclusive write",
      );
      same(textOf((await backend.read(file)).bytes), "x", "the file in it");
    },
  },
  {
    name: "remove of a folder needs recursive, empty or not; then everything in it goes",
    needs: needsWrite,
    async run({ backend, root }) {
      const folder = joinPath(root, "folder");
      await backend.write(joinPath(folder, "deep/er/file"), bytesOf("x"));
      await backend.write(joinPath(folder, "file"), bytesOf("y"));
      await backend.write(joinPath(root, "folder-beside"), bytesOf("z"));
      await fails(backend.remove(folder), "wrong_kind", "remove");
      same((await listed(backend.list(folder, { recursive: true }))).length, 4, "entries after the refusal");
      await backend.remove(folder, { recursive: true });
      same(await backend.stat(folder), null, "the folder");
      same(await backend.stat(joinPath(folder, "deep/er/file")), null, "the file in it");
      same(
        (await listed(backend.list(root))).map(({ path }) => path),
        [joinPath(root, "folder-beside")],
        "what is left",
      );
      if (!backend.createDirectory) return;
      await backend.createDirectory(folder);
      await fails(backend.remove(folder), "wrong_kind", "remove of an empty folder");
      await backend.remove(folder, { recursive: true });
      same(await backend.stat(folder), null, "the empty folder");
    },
  },
  {
    name: "remove with recursive takes a plain file too",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, bytesOf("x"));
      await backend.remove(path, { recursive: true });
      same(await backend.stat(path), null, "the file");
      await fails(backend.read(path), "not_found", "read after remove");
    },
  },
  {
    name: "the root cannot be written, removed or moved",
    needs: needsWrite,
    async run({ backend, root }) {
      const kept = joinPath(root, "kept");
      await backend.write(kept, bytesOf("x"));
      await fails(backend.write(root, bytesOf("y")), ["wrong_kind", "permission_denied"], "write");
      await fails(backend.remove(root), ["permission_denied", "wrong_kind"], "remove");
      await fails(backend.remove(root, { recursive: true }), "permission_denied", "recursive remove");
      if (backend.move) {
        await fails(backend.move(root, joinPath(root, "a")), ["permission_denied", "wrong_kind"], "move of the root");
        await fails(
          backend.move(kept, root, { overwrite: true }),
          ["permission_denied", "wrong_kind"],
          "move onto the root",
        );
      }
      same(textOf((await backend.read(kept)).bytes), "x", "the file in it");
    },
  },
];
