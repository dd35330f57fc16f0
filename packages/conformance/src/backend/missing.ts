import { joinPath } from "@holdall/tool-core";
import { bytesOf, check, fails, listed, same } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

/** Absence is an answer where it is asked for, and an error where it is in the way. */
export const missingCases: readonly BackendCase[] = [
  {
    name: "stat of a missing path is null",
    async run({ backend, root }) {
      same(await backend.stat(joinPath(root, "nothing.txt")), null, "stat");
      same(
        await backend.stat(joinPath(root, "no/where/nothing.txt"), { version: true }),
        null,
        "stat below a missing folder",
      );
    },
  },
  {
    name: "read of a missing file is not_found and names the path",
    async run({ backend, root }) {
      const path = joinPath(root, "no/where.txt");
      const error = await fails(backend.read(path), "not_found", "read");
      check(error.message.includes(path), `the message "${error.message}" does not name ${path}`);
    },
  },
  {
    name: "list of a missing folder is not_found",
    async run({ backend, root }) {
      await fails(listed(backend.list(joinPath(root, "nowhere"))), "not_found", "list");
      await fails(listed(backend.list(joinPath(root, "nowhere"), { recursive: true })), "not_found", "recursive list");
    },
  },
  {
    name: "remove of a missing path is not_found, recursive or not",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "nowhere");
      await fails(backend.remove(path), "not_found", "remove");
      await fails(backend.remove(path, { recursive: true }), "not_found", "recursive remove");
      await fails(backend.remove(path, { ifVersion: "x" }), ["not_found", "stale"], "remove with a version");
    },
  },
  {
    name: "the root exists from the start and lists as empty",
    async run({ backend, root }) {
      same((await backend.stat(root))?.kind, "directory", "the root's kind");
      same(await listed(backend.list(root)), [], "the root's listing");
      same(await listed(backend.list(root, { recursive: true })), [], "the root's recursive listing");
    },
  },
  {
    name: "a path below a file is absent: stat is null, read is not_found",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "file"), bytesOf("x"));
      const below = joinPath(root, "file/below");
      same(await backend.stat(below), null, "stat");
      await fails(backend.read(below), ["not_found", "wrong_kind"], "read");
    },
  },
];
