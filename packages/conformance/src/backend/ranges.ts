import { joinPath } from "@holdall/tool-core";
import { bytesOf, fails, same, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

const cases: readonly (readonly [start: number, end: number, expected: string])[] = [
  [0, 10, "0123456789"],
  [0, 3, "012"],
  [3, 7, "3456"],
  [9, 10, "9"],
  [7, 1000, "789"],
  [0, Number.MAX_SAFE_INTEGER, "0123456789"],
  [0, 0, ""],
  [5, 5, ""],
  [10, 20, ""],
  [1000, 2000, ""],
];

const outside: readonly (readonly [start: number, end: number, expected: string])[] = [
  [7, 3, ""],
  [20, 5, ""],
  [-3, 4, "0123"],
  [-5, -1, ""],
  [-5, 0, ""],
  [4, -1, ""],
  [-1, Number.MAX_SAFE_INTEGER, "0123456789"],
];

/** A part of a file, by half-open byte range. */
export const rangeCases: readonly BackendCase[] = [
  {
    name: "ranges stop at the file's end, may be empty, and come with the whole file's size and version",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version } = await backend.write(path, bytesOf("0123456789"));
      for (const [start, end, expected] of cases) {
        const part = await backend.read(path, { range: { start, end } });
        same([textOf(part.bytes), part.size, part.version], [expected, 10, version], `${start} to ${end}`);
      }
    },
  },
  {
    name: "a negative bound of a range is 0, and a range that ends before it starts is empty",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version } = await backend.write(path, bytesOf("0123456789"));
      for (const [start, end, expected] of outside) {
        const part = await backend.read(path, { range: { start, end } });
        same([textOf(part.bytes), part.size, part.version], [expected, 10, version], `${start} to ${end}`);
      }
    },
  },
  {
    name: "ranges of an empty file are empty",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, new Uint8Array(0));
      for (const [start, end] of [
        [0, 5],
        [3, 5],
        [-2, 2],
      ] as const) {
        const { bytes, size } = await backend.read(path, { range: { start, end } });
        same([bytes.length, size], [0, 0], `bytes and size of ${start} to ${end}`);
      }
    },
  },
  {
    name: "a range of a missing file is not_found, of a folder wrong_kind",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "folder/file"), bytesOf("x"));
      const range = { start: 0, end: 1 };
      await fails(backend.read(joinPath(root, "missing"), { range }), "not_found", "a missing file");
      await fails(backend.read(joinPath(root, "folder"), { range }), "wrong_kind", "a folder");
    },
  },
];
