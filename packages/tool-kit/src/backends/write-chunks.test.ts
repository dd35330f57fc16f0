import { type Backend, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { writeChunks } from "./write-chunks.ts";

const path = toPath("/file");

/** A backend of which only the ways to write are used. */
function storeOf(more: Partial<Backend> = {}) {
  const written: Uint8Array[] = [];
  const write: Backend["write"] = async (_, bytes) => {
    written.push(bytes);
    return { version: "1" };
  };
  return { written, backend: { name: "store", write, ...more } as Backend };
}

async function* source(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

test("a backend without writeFrom gets the pieces at once, as they were when they came", async () => {
  const { backend, written } = storeOf();
  const shared = new Uint8Array([1, 2]);
  const chunks = async function* () {
    yield shared;
    shared.fill(9);
    yield shared.subarray(0, 1);
  };
  expect(await writeChunks(backend, path, chunks())).toEqual({ version: "1" });
  expect(written).toEqual([new Uint8Array([1, 2, 9])]);
});

test("a backend with writeFrom gets the source itself", async () => {
  const given: unknown[] = [];
  const { backend, written } = storeOf({
    writeFrom: async (_, chunks) => {
      given.push(chunks);
      return { version: "2" };
    },
  });
  const chunks = source([]);
  expect(await writeChunks(backend, path, chunks)).toEqual({ version: "2" });
  expect([given, written]).toEqual([[chunks], []]);
});

test("more than can be collected is too_large and nothing is written", async () => {
  const { backend, written } = storeOf();
  const piece = new Uint8Array(8 * 1024 * 1024);
  await expect(writeChunks(backend, path, source(Array(9).fill(piece)))).rejects.toMatchObject({ code: "too_large" });
  expect(written).toEqual([]);
});

test("an abort is noticed between two pieces", async () => {
  const { backend, written } = storeOf();
  const signal = AbortSignal.abort();
  await expect(writeChunks(backend, path, source([new Uint8Array(1)]), { signal })).rejects.toMatchObject({
    code: "aborted",
  });
  expect(written).toEqual([]);
});
