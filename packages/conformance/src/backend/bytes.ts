import { joinPath } from "@holdall/tool-core";
import { bytesOf, check, noise, same, sameBytes, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

/** Bytes go in and come out as they are; versions follow the content. */
export const byteCases: readonly BackendCase[] = [
  {
    name: "every byte value, an empty file and a BOM survive",
    needs: needsWrite,
    async run({ backend, root }) {
      const contents = [
        Uint8Array.from({ length: 256 }, (_, i) => i),
        new Uint8Array(0),
        bytesOf("\ufeffa\r\n\r\r\nb"),
      ];
      for (const [index, content] of contents.entries()) {
        const path = joinPath(root, `file-${index}`);
        await backend.write(path, content);
        const { bytes, size } = await backend.read(path);
        sameBytes(bytes, content, `file ${index}`);
        same(size, content.length, "its size");
      }
    },
  },
  {
    name: "a longer, a shorter and an empty content replace the whole file",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      for (const text of ["middle", "a much longer content", "s", ""]) {
        await backend.write(path, bytesOf(text));
        same(textOf((await backend.read(path)).bytes), text, "the content");
      }
    },
  },
  {
    name: "8 MB come back byte for byte",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "big.bin");
      const content = noise(8 * 1024 * 1024 + 3);
      const { version } = await backend.write(path, content);
      const file = await backend.read(path);
      sameBytes(file.bytes, content, "the file");
      same([file.version, file.size], [version, content.length], "version and size");
      const middle = await backend.read(path, { range: { start: 5_000_001, end: 5_000_101 } });
      sameBytes(middle.bytes, content.subarray(5_000_001, 5_000_101), "a range");
      same(middle.version, version, "the version beside a range");
    },
  },
  {
    name: "arrays belong to the caller: changing one that was given or returned changes no file",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const given = bytesOf("original");
      // As a Buffer does: its `slice` shares memory.
      Object.defineProperty(given, "slice", { value: given.subarray });
      const { version } = await backend.write(path, given);
      given.fill(0);
      const first = await backend.read(path);
      same(textOf(first.bytes), "original", "the content after changing the given array");
      first.bytes.fill(0);
      const range = await backend.read(path, { range: { start: 0, end: 4 } });
      range.bytes.fill(0);
      const again = await backend.read(path);
      same([textOf(again.bytes), again.version], ["original", version], "the content after changing returned arrays");
    },
  },
  {
    name: "a view into a larger buffer is written alone",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, bytesOf("before content after").subarray(7, 14));
      same(textOf((await backend.read(path)).bytes), "content", "the content");
    },
  },
  {
    name: "write, read and stat tell one version",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version } = await backend.write(path, bytesOf("x"));
      check(typeof version === "string" && version.length > 0, `the version is ${JSON.stringify(version)}`);
      same((await backend.read(path)).version, version, "the version of read");
      same((await backend.stat(path, { version: true }))?.version, version, "the version of stat");
      same(
        (await backend.read(path, { range: { start: 0, end: 0 } })).version,
        version,
        "the version of an empty range",
      );
    },
  },
  {
    name: "changed content changes the version, at once and at equal length",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const seen = new Set<string>();
      for (let i = 0; i < 10; i++) {
        const { version } = await backend.write(path, bytesOf(`content ${i}`));
        same((await backend.read(path)).version, version, "the version of read");
        seen.add(version);
      }
      same(seen.size, 10, "different versions");
    },
  },
  {
    name: "equal content written twice keeps its version or gets a fresh one, and both tell the truth",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, bytesOf("same"));
      const { version } = await backend.write(path, bytesOf("same"));
      same((await backend.read(path)).version, version, "the version of read");
      same((await backend.read(path)).version, version, "the version of a second read");
      await backend.write(path, bytesOf("next"), { ifVersion: version });
    },
  },
];
