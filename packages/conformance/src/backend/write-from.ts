import { type Backend, joinPath, type Path } from "@holdall/tool-core";
import { bytesOf, check, fails, noise, same, sameBytes } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsCompareAndSwap, needsWriteFrom } from "./_requirements.ts";

type WriteIo = Parameters<Backend["write"]>[2];

/** Pieces of these lengths, from one array that is used again for the next piece. */
async function* inPieces(content: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(Math.max(...lengths));
  for (let at = 0, i = 0; at < content.length; i++) {
    const piece = content.subarray(at, at + lengths[i % lengths.length]!);
    memory.set(piece);
    at += piece.length;
    yield memory.subarray(0, piece.length);
  }
}

const writeFrom = async (backend: Backend, path: Path, chunks: AsyncIterable<Uint8Array>, io?: WriteIo) =>
  backend.writeFrom!(path, chunks, io);

/** `writeFrom` does what `write` does with the pieces put together. */
export const writeFromCases: readonly BackendCase[] = [
  {
    name: "pieces of any length make the file that their bytes make at once, at the same version",
    needs: needsWriteFrom,
    async run({ backend, root }) {
      const content = noise(300_001);
      for (const lengths of [[1_000], [65_536], [400_000], [1, 0, 70_001]]) {
        const path = joinPath(root, `folder/from ${lengths}`);
        const { version } = await writeFrom(backend, path, inPieces(content, lengths));
        const found = await backend.read(path);
        sameBytes(found.bytes, content, `pieces of ${lengths}`);
        same(found.version, version, `the version of pieces of ${lengths}`);
      }
      const none = joinPath(root, "none");
      await writeFrom(backend, none, inPieces(new Uint8Array(0), [1]));
      same((await backend.stat(none))?.size, 0, "a file of no pieces");
    },
  },
  {
    name: "a file in the way is replaced whole, longer or shorter, and a folder is wrong_kind",
    needs: needsWriteFrom,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, noise(10_000));
      for (const content of [noise(20_000), noise(3)]) {
        await writeFrom(backend, path, inPieces(content, [777]));
        sameBytes((await backend.read(path)).bytes, content, "the new content");
      }
      await backend.write(joinPath(root, "folder/file"), bytesOf("x"));
      await fails(
        writeFrom(backend, joinPath(root, "folder"), inPieces(bytesOf("new"), [1])),
        "wrong_kind",
        "a folder",
      );
      await fails(
        writeFrom(backend, joinPath(path, "below"), inPieces(bytesOf("new"), [1])),
        "wrong_kind",
        "below a file",
      );
    },
  },
  {
    name: "until the last piece has come the old content shows, and a source that fails leaves it",
    needs: needsWriteFrom,
    async run({ backend, root }) {
      const [path, fresh] = [joinPath(root, "file"), joinPath(root, "fresh")];
      const { version } = await backend.write(path, bytesOf("old"));
      for (const target of [path, fresh]) {
        const failing = async function* () {
          yield noise(100_000);
          sameBytes((await backend.read(path)).bytes, bytesOf("old"), "what a reader sees meanwhile");
          same(await backend.stat(fresh), null, "a new file meanwhile");
          throw new TypeError("the source broke");
        };
        const thrown = await writeFrom(backend, target, failing()).catch((error: unknown) => error);
        check(thrown instanceof TypeError, "the error of the source must come through as it is");
      }
      const after = await backend.read(path);
      sameBytes(after.bytes, bytesOf("old"), "the old content");
      same(after.version, version, "its version");
      const names: string[] = [];
      for await (const entry of backend.list(root)) names.push(entry.path);
      same(names, [path], "what lies in the folder");
    },
  },
  {
    name: "a version that is not current is stale and a taken name already_exists, before and after the pieces",
    needs: (fixture) => needsWriteFrom(fixture) ?? needsCompareAndSwap(fixture),
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version: first } = await backend.write(path, bytesOf("one"));
      const { version } = await writeFrom(backend, path, inPieces(bytesOf("two"), [1]), { ifVersion: first });
      let asked = 0;
      const counted = async function* () {
        asked++;
        yield bytesOf("three");
      };
      await fails(writeFrom(backend, path, counted(), { ifVersion: first }), "stale", "an old version");
      await fails(writeFrom(backend, path, counted(), { ifVersion: null }), "already_exists", "a taken name");
      same(asked, 0, "pieces requested after the end");
      const changing = async function* () {
        yield bytesOf("four");
        await backend.write(path, bytesOf("changed meanwhile"));
      };
      await fails(writeFrom(backend, path, changing(), { ifVersion: version }), "stale", "changed meanwhile");
      const fresh = joinPath(root, "fresh");
      const taking = async function* () {
        yield bytesOf("mine");
        await backend.write(fresh, bytesOf("theirs"));
      };
      await fails(writeFrom(backend, fresh, taking(), { ifVersion: null }), "already_exists", "taken meanwhile");
      sameBytes((await backend.read(path)).bytes, bytesOf("changed meanwhile"), "the file");
      sameBytes((await backend.read(fresh)).bytes, bytesOf("theirs"), "the other file");
    },
  },
  {
    name: "an abort between two pieces is aborted and leaves what was there",
    needs: needsWriteFrom,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, bytesOf("old"));
      const abort = new AbortController();
      const source = async function* () {
        yield noise(1_000);
        abort.abort();
        yield noise(1_000);
      };
      await fails(writeFrom(backend, path, source(), { signal: abort.signal }), "aborted", "aborted midway");
      sameBytes((await backend.read(path)).bytes, bytesOf("old"), "the old content");
    },
  },
];
