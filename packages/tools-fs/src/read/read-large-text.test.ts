import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, contentText, createRegistry, openSession, type Session } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { afterBreak } from "../text/bytes.ts";
import { type ReadFileOptions, readFile } from "../tools/read/read-file.ts";
import type { ReadFileOutput } from "./schema.ts";

const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i + 1} ${"é".repeat(i % 40)}`);
const text = `${lines.join("\n")}\n`;

/** A backend that streams pieces of `size` bytes, into the given memory where it is there. */
function streaming(backend: Backend, size: number): Backend {
  return {
    ...backend,
    async *stream(path, { start = 0, into } = {}) {
      const { bytes, ...about } = await backend.read(path);
      for (let at = start; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size);
        into?.set(piece);
        await Promise.resolve();
        yield { bytes: into ? into.subarray(0, piece.length) : piece, ...about };
      }
    },
  };
}

const backends = {
  "ranges only": (files: Record<string, string>) => memoryBackend({ files }),
  "streams in odd pieces": (files: Record<string, string>) => streaming(memoryBackend({ files }), 77_777),
};

const openOn = (backend: Backend, options: Partial<ReadFileOptions> = {}) =>
  openSession(createRegistry([readFile({ backend, ...options })]), { policy: allow() });

async function read(session: Session, input: Record<string, unknown>): Promise<ReadFileOutput & { shown: string }> {
  const result = await session.call("read_file", input);
  if (!result.ok) throw result.error;
  return { ...(result.output as ReadFileOutput), shown: contentText(result.content) };
}

const numbered = (from: number, count: number) =>
  lines
    .slice(from - 1, from - 1 + count)
    .map((line, i) => `${from + i}  ${line}`)
    .join("\n");

describe.each(Object.entries(backends))("a large file on a backend: %s", (_, make) => {
  test("any page, forwards and backwards, is the page of the whole file", async () => {
    const session = openOn(make({ "/big": text }));
    for (const offset of [30_000, 29_999, 30_001, 1, 59_999, 12_345, 12_346, 40_000, 2]) {
      const { content, next_offset } = await read(session, { path: "/big", offset, limit: 2 });
      expect(content).toBe(numbered(offset, 2));
      expect(next_offset).toBe(offset === 59_999 ? undefined : offset + 2);
    }
  });

  test("pages asked for at once are each right, and leave the index right", async () => {
    const session = openOn(make({ "/big": text }));
    const offsets = [50_000, 20_000, 59_000, 40_000, 7];
    const pages = await Promise.all(offsets.map((offset) => read(session, { path: "/big", offset, limit: 3 })));
    expect(pages.map(({ content }) => content)).toEqual(offsets.map((offset) => numbered(offset, 3)));
    expect((await read(session, { path: "/big", offset: 55_555, limit: 1 })).content).toBe(numbered(55_555, 1));
    expect((await read(session, { path: "/big", offset: 70_000, limit: 1 })).total).toBe(60_000);
  });

  test("a line longer than any window is read to its end by the cursor, character for character", async () => {
    const long = Array.from({ length: 150_000 }, (_, i) => `<${i}😀>`).join("");
    const session = openOn(make({ "/big": `first\n${long}\r\nlast` }), { maxChars: 400_000 });
    const first = await read(session, { path: "/big", offset: 2 });
    expect(first).toMatchObject({ line: 2, end_line: 2, next_offset: 2, next_column: expect.any(Number) });
    expect(first.shown).toContain("The line after it: offset=3");
    let joined = first.content.slice("2  ".length);
    let column = first.next_column;
    while (column !== undefined) {
      const part: ReadFileOutput = await read(session, { path: "/big", offset: 2, column });
      joined += part.content.slice("2  ".length);
      column = part.next_column;
      if (column === undefined) expect(part.next_offset).toBe(3);
    }
    expect(joined === long).toBe(true);
    expect((await read(session, { path: "/big", offset: 3 })).content).toBe("3  last");
  });
});

describe("a large file in which bytes do not tell lines is read whole", () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => `ligne ${i + 1} \u010a日本😀 é`);
  const utf16 = Buffer.from(`\ufeff${rows.join("\r\n")}\r\n`, "utf16le");
  const japanese = [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42, 0x0a];
  test.each([
    ["utf-16le with a mark", utf16, rows[20_000]],
    ["utf-16be with a mark", Buffer.from(utf16).swap16(), rows[20_000]],
    ["utf-16le without a mark", Buffer.from(`${"plain ascii\r\n".repeat(60_000)}end`, "utf16le"), "plain ascii"],
    ["iso-2022-jp", Uint8Array.from({ length: japanese.length * 100_000 }, (_, i) => japanese[i % 11]!), "日本"],
  ])("%s", async (_, bytes, expected) => {
    expect(bytes.length).toBeGreaterThan(1024 * 1024);
    const session = openOn(memoryBackend({ files: { "/big": new Uint8Array(bytes) } }));
    const { content } = await read(session, { path: "/big", offset: 20_001, limit: 1 });
    expect(content).toBe(`20001  ${expected}`);
  });

  test("and refused above 64 MB, with the way to read it", async () => {
    const backend = memoryBackend({ files: { "/big": new Uint8Array(utf16) } });
    const larger: Backend["read"] = async (path, io) => ({ ...(await backend.read(path, io)), size: 70_000_000 });
    const result = await openOn({ ...backend, read: larger }).call("read_file", { path: "/big" });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "too_large", hint: expect.stringContaining("utf-16le") },
    });
  });
});

describe("a large file that begins in ASCII", () => {
  const ascii = "nothing but ascii here\n".repeat(50_000);
  const bytesAfter = (...bytes: Uint8Array[]) => new Uint8Array(Buffer.concat([Buffer.from(ascii), ...bytes]));

  test("and goes on in another encoding is read in that one", async () => {
    const french = Buffer.from("Le café est fermé à midi, où êtes-vous ? C'est déjà l'été, très tôt.\n", "latin1");
    const session = openOn(memoryBackend({ files: { "/big": bytesAfter(...Array(500).fill(french)) } }));
    const { content, facts } = await read(session, { path: "/big", offset: 50_010, limit: 1 });
    expect(content).toBe("50010  Le café est fermé à midi, où êtes-vous ? C'est déjà l'été, très tôt.");
    expect(facts).toContain("windows-1252");
  });

  test("and holds a few bytes that are not UTF-8 says how many are shown", async () => {
    const mostly = Buffer.concat([Buffer.from("Größe, Maß, Straße: "), Buffer.from([0xff]), Buffer.from("\n")]);
    const session = openOn(memoryBackend({ files: { "/big": bytesAfter(...Array(500).fill(mostly)) } }));
    const { content, notes } = await read(session, { path: "/big", offset: 50_010, limit: 3 });
    expect(content.split("\n")[0]).toBe("50010  Größe, Maß, Straße: \udcff");
    expect(notes).toEqual(["3 bytes of these lines are not utf-8."]);
  });
});

test("a file that changes while it is scanned is stale, and the next read starts afresh", async () => {
  const backend = memoryBackend({ files: { "/big": text } });
  const steady = streaming(backend, 100_000);
  let changes = 1;
  const stream: Backend["stream"] = async function* (path, io) {
    for await (const piece of steady.stream?.(path, io) ?? []) {
      if (changes-- > 0) await backend.write(path, new TextEncoder().encode(`new\n${text}`));
      yield piece;
    }
  };
  const session = openOn({ ...backend, stream });
  const failed = await session.call("read_file", { path: "/big", offset: 40_000, limit: 1 });
  expect(!failed.ok && failed.error.code).toBe("stale");
  const { content } = await read(session, { path: "/big", offset: 40_001, limit: 1 });
  expect(content).toBe(`40001  ${lines[39_999]}`);
});

test("a version that stands for size and times says so, one that is a hash does not", async () => {
  const backend = memoryBackend({ files: { "/big": text } });
  const marked: Backend["read"] = async (path, io) => ({ ...(await backend.read(path, io)), version: "~1a.2b" });
  const { shown } = await read(openOn({ ...backend, read: marked }), { path: "/big", limit: 1 });
  expect(shown).toMatch(/covers the file's size and times.*\n.*version ~1a\.2b/);
  expect((await read(openOn(backend), { path: "/big", limit: 1 })).shown).not.toContain("covers the file's size");
});

test("the byte after a break is the same as by looking at every byte", () => {
  const bytes = Uint8Array.from({ length: 700_000 }, (_, i) =>
    i % 1_000 === 7 || (i > 300_000 && i % 61 === 0) ? 10 : 65,
  );
  const starts = [0];
  for (const [i, byte] of bytes.entries()) if (byte === 10) starts.push(i + 1);
  for (const nth of [0, 1, 2, 299, 300, 301, 4_000, starts.length - 2, starts.length - 1])
    expect(afterBreak(bytes, nth)).toBe(starts[nth]);
  expect([afterBreak(bytes, starts.length), afterBreak(new Uint8Array(), 1), afterBreak(new Uint8Array(), 0)]).toEqual([
    -1, -1, 0,
  ]);
});
