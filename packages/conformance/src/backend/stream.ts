import { type Backend, joinPath, type Path } from "@holdall/tool-core";
import { bytesOf, check, fails, noise, same, sameBytes } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsStream } from "./_requirements.ts";

type StreamIo = Parameters<NonNullable<Backend["stream"]>>[1];

/** All pieces of a stream in one array, with the versions and sizes they came with. */
async function gather(backend: Backend, path: Path, io?: StreamIo) {
  const bytes: number[] = [];
  const told = new Set<string>();
  for await (const piece of backend.stream?.(path, io) ?? []) {
    for (const byte of piece.bytes) bytes.push(byte);
    told.add(`${piece.version} ${piece.size}`);
  }
  return { bytes: Uint8Array.from(bytes), told: [...told] };
}

/** `stream` gives what `read` gives, in pieces. */
export const streamCases: readonly BackendCase[] = [
  {
    name: "pieces are the file from `start` on, each with the whole file's version and size",
    needs: needsStream,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const content = noise(300_001);
      const { version } = await backend.write(path, content);
      for (const start of [0, 1, 65_536, 300_000]) {
        const { bytes, told } = await gather(backend, path, { start });
        sameBytes(bytes, content.subarray(start), `from ${start}`);
        same(told, [`${version} 300001`], `version and size from ${start}`);
      }
    },
  },
  {
    name: "a small `into` changes nothing but the pieces, and nothing is written beside it",
    needs: needsStream,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const content = noise(10_007);
      await backend.write(path, content);
      const memory = new Uint8Array(1_002).fill(7);
      const { bytes } = await gather(backend, path, { start: 3, into: memory.subarray(1, 1_001) });
      sameBytes(bytes, content.subarray(3), "the content");
      same([memory[0], memory[1_001]], [7, 7], "the bytes beside `into`");
    },
  },
  {
    name: "two streams at once do not disturb each other, and pieces are not the stored file itself",
    needs: needsStream,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const content = noise(500_000);
      const { version } = await backend.write(path, content);
      const streams = [1, 2].map(() => gather(backend, path));
      for (const { bytes } of await Promise.all(streams)) sameBytes(bytes, content, "the content");
      for await (const piece of backend.stream?.(path) ?? []) piece.bytes.fill(0);
      const after = await backend.read(path);
      sameBytes(after.bytes, content, "the content after changing pieces");
      same(after.version, version, "the version after changing pieces");
    },
  },
  {
    name: "an empty file and a start past the end have no pieces",
    needs: needsStream,
    async run({ backend, root }) {
      await backend.write(joinPath(root, "empty"), new Uint8Array(0));
      await backend.write(joinPath(root, "file"), bytesOf("0123456789"));
      same((await gather(backend, joinPath(root, "empty"))).told, [], "pieces of an empty file");
      for (const start of [10, 1_000])
        same((await gather(backend, joinPath(root, "file"), { start })).told, [], `pieces from ${start}`);
    },
  },
  {
    name: "a missing file is not_found, a folder wrong_kind, an aborted signal aborted, also midway",
    needs: needsStream,
    async run({ backend, root }) {
      const path = joinPath(root, "folder/file");
      await backend.write(path, noise(3_000));
      await fails(gather(backend, joinPath(root, "missing")), "not_found", "a missing file");
      await fails(gather(backend, joinPath(root, "folder")), "wrong_kind", "a folder");
      await fails(gather(backend, path, { signal: AbortSignal.abort() }), "aborted", "an aborted signal");
      const abort = new AbortController();
      let pieces = 0;
      const reading = async () => {
        for await (const _ of backend.stream?.(path, { into: new Uint8Array(100), signal: abort.signal }) ?? []) {
          pieces++;
          abort.abort();
        }
      };
      // A backend that answers with one piece has nothing left to stop.
      if (
        await reading().then(
          () => pieces > 1,
          () => false,
        )
      )
        check(false, `${pieces} pieces came after the abort`);
    },
  },
  {
    name: "a stream that is left early lets go of the file",
    needs: needsStream,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, noise(300_000));
      for (let i = 0; i < 50; i++) for await (const _ of backend.stream?.(path) ?? []) break;
      await backend.write(path, bytesOf("new"));
      sameBytes((await gather(backend, path)).bytes, bytesOf("new"), "the content");
      await backend.remove(path);
      same(await backend.stat(path), null, "the file");
    },
  },
];
