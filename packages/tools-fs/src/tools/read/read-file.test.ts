import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  openSession,
  type Session,
  type Tool,
  toPath,
} from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { readTracker } from "../../history/read-tracker.ts";
import type { ReadFileOutput } from "../../read/schema.ts";
import { type ReadFileOptions, readFile } from "./read-file.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `row ${i + 1}`).join("\n");

function sessionOn(files: Record<string, string | Uint8Array>, options: Partial<ReadFileOptions> = {}): Session {
  const backend = memoryBackend({ files });
  return openSession(createRegistry([readFile({ backend, ...options }) as Tool]), { policy: allow() });
}

async function read(session: Session, input: Record<string, unknown>): Promise<ReadFileOutput & { shown: string }> {
  const result = await session.call("read_file", input);
  if (!result.ok) throw result.error;
  return { ...(result.output as ReadFileOutput), shown: contentText(result.content) };
}

describe("text", () => {
  test("rows are the number, two spaces and the line, tabs untouched", async () => {
    const { content, shown, version } = await read(sessionOn({ "/a": "one\n\ttwo\r\n\n  x" }), { path: "/a" });
    expect(content).toBe("1  one\n2  \ttwo\n3  \n4    x");
    expect(shown).toContain(`version ${version}`);
    expect(shown).toContain("no final newline");
  });

  test("an empty file says so and has a version", async () => {
    const { shown, total } = await read(sessionOn({ "/a": "" }), { path: "/a" });
    expect(shown).toMatch(/^File is empty\.\n.*version /s);
    expect(total).toBe(0);
  });

  test("pages by lines, each with the exact next call, and they join to the whole", async () => {
    const session = sessionOn({ "/a": numbered(4_500) });
    const rows: string[] = [];
    let offset: number | undefined = 1;
    while (offset !== undefined) {
      const part: ReadFileOutput & { shown: string } = await read(session, { path: "/a", offset });
      rows.push(...part.content.split("\n"));
      if (part.next_offset !== undefined) expect(part.shown).toContain(`Next: offset=${part.next_offset}`);
      offset = part.next_offset;
    }
    expect(rows).toHaveLength(4_500);
    expect(rows.at(-1)).toBe("4500  row 4500");
  });

  test.each([
    [-2, 2, 3],
    [-9, 1, 3],
    [0, 1, 3],
  ])("offset %i begins at line %i", async (offset, line, end_line) => {
    const session = sessionOn({ "/a": numbered(3) });
    expect(await read(session, { path: "/a", offset })).toMatchObject({ line, end_line });
  });

  test("a negative offset reads the tail of a file that is read in parts", async () => {
    const session = sessionOn({ "/a": numbered(3_000) }, { largeFrom: 1_000 });
    const { content, line } = await read(session, { path: "/a", offset: -2 });
    expect([line, content]).toEqual([2_999, "2999  row 2999\n3000  row 3000"]);
  });

  test("pages by size before lines", async () => {
    const session = sessionOn({ "/a": `${"x".repeat(99)}\n`.repeat(100) }, { maxChars: 1_000 });
    const { end_line, next_offset } = await read(session, { path: "/a" });
    expect(end_line).toBeLessThan(11);
    expect(next_offset).toBe((end_line ?? 0) + 1);
  });

  test("an offset past the end shows the last lines and says so", async () => {
    const { content, shown } = await read(sessionOn({ "/a": numbered(10) }), { path: "/a", offset: 99, limit: 2 });
    expect(content).toBe("9  row 9\n10  row 10");
    expect(shown).toContain("past the end");
  });

  test("a line of any length can be read to its end, character for character", async () => {
    const line = Array.from({ length: 9_000 }, (_, i) => (i % 50 === 0 ? "😀" : String(i % 10))).join("");
    const session = sessionOn({ "/a": `${line}\nlast` }, { maxChars: 3_000, maxLineChars: 1_000 });
    const first = await read(session, { path: "/a" });
    expect(first.shown).toContain("offset=1, column=1001");
    let joined = "";
    for (let column: number | undefined = 1; column !== undefined; ) {
      const part: ReadFileOutput = await read(session, { path: "/a", offset: 1, column });
      expect(part.content.isWellFormed()).toBe(true);
      joined += part.content.slice("1  ".length);
      column = part.next_column;
      if (column === undefined) expect(part.next_offset).toBe(2);
    }
    expect(joined).toBe(line);
  });

  test("Claude Code's spelling is read too", async () => {
    const session = sessionOn({ "/a": "x" });
    expect((await session.call("Read", { file_path: "/a", offset: "1" })).ok).toBe(true);
  });
});

describe("what was shown is remembered", () => {
  const seen = (session: Session) => session.state(readTracker).get(toPath("/a"));

  test("whole, when all of it was shown", async () => {
    const session = sessionOn({ "/a": numbered(5) });
    const { version } = await read(session, { path: "/a" });
    expect(seen(session)).toMatchObject({ version, whole: true });
  });

  test("in part, when a page or a piece of a line was", async () => {
    const session = sessionOn({ "/a": numbered(50) });
    await read(session, { path: "/a", offset: 2, limit: 3 });
    expect(seen(session)).toMatchObject({ whole: false, windows: [{ firstLine: 2, hashes: { length: 3 } }] });
  });
});

/** A backend that counts the bytes its reads return. */
function metered(backend: Backend) {
  const meter = { bytes: 0, largest: 0 };
  const read: Backend["read"] = async (path, io) => {
    const found = await backend.read(path, io);
    meter.bytes += found.bytes.length;
    meter.largest = Math.max(meter.largest, found.bytes.length);
    return found;
  };
  return { meter, backend: { ...backend, read } };
}

describe("large files", () => {
  const text = `${Array.from({ length: 200_000 }, (_, i) => `line ${i + 1} ${"é".repeat(i % 30)}`).join("\n")}\n`;
  const open = () => {
    const { meter, backend } = metered(memoryBackend({ files: { "/big": text } }));
    const session = openSession(createRegistry([readFile({ backend }) as Tool]), { policy: allow() });
    return { meter, session };
  };

  test.each([1, 2, 1_000, 99_999, 199_999])("a page from line %i is the page of the whole file", async (offset) => {
    const { session, meter } = open();
    const { content } = await read(session, { path: "/big", offset, limit: 2 });
    const expected = text.split("\n").slice(offset - 1, offset + 1);
    expect(content).toBe(expected.map((line, i) => `${offset + i}  ${line}`).join("\n"));
    expect(meter.largest).toBeLessThanOrEqual(1024 * 1024);
  });

  test("the second page costs only what lies around it", async () => {
    const { session, meter } = open();
    await read(session, { path: "/big", offset: 150_000, limit: 5 });
    meter.bytes = 0;
    await read(session, { path: "/big", offset: 100_000, limit: 5 });
    expect(meter.bytes).toBeLessThan(1.5 * 1024 * 1024);
  });

  test("past the end: the count of lines, and the last ones", async () => {
    const { session } = open();
    const { shown, total, end_line } = await read(session, { path: "/big", offset: 900_000, limit: 3 });
    expect([total, end_line]).toEqual([200_000, 200_000]);
    expect(shown).toContain("past the end");
  });

  test("one line of several megabytes is read by column", async () => {
    const line = Array.from({ length: 400_000 }, (_, i) => `<${i}>`).join("");
    const session = sessionOn({ "/big": line });
    const { content, next_column } = await read(session, { path: "/big", offset: 1, column: 2_000_001 });
    expect(content.slice(3)).toBe(line.slice(2_000_000, 2_050_000));
    expect(next_column).toBe(2_050_001);
  });
});

describe("what is not a text file", () => {
  const png = Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    (char) => char.charCodeAt(0),
  );

  test("a folder is its listing, with a note", async () => {
    const { kind, shown } = await read(sessionOn({ "/src/a.ts": "x", "/src/b/c.ts": "y" }), { path: "/src" });
    expect(kind).toBe("directory");
    expect(shown).toBe("This is a folder; these are its entries.\n/src/\na.ts (1 B)\nb/");
  });

  test("an image comes as a file, known by its bytes and not by its name", async () => {
    const result = await sessionOn({ "/shot.jpg": png }).call("read_file", { path: "/shot.jpg" });
    expect(result.content).toEqual([
      { type: "text", text: expect.stringContaining("image/png, 1×1 pixels") },
      { type: "file", mediaType: "image/png", data: png },
    ]);
  });

  test("an image beyond what models take is described, not sent", async () => {
    const wide = png.slice();
    new DataView(wide.buffer).setUint32(16, 9_000);
    const result = await sessionOn({ "/wide.png": wide }).call("read_file", { path: "/wide.png" });
    expect(result.content).toHaveLength(1);
    expect(contentText(result.content)).toContain("9000×1 pixels");
  });

  test("binary data is named, never shown", async () => {
    const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9, 9);
    const result = await sessionOn({ "/a.zip": zip }).call("read_file", { path: "/a.zip" });
    expect(!result.ok && result.error.code).toBe("unsupported");
    expect(contentText(result.content)).toMatch(/ZIP archive.*8 B/);
  });

  test.each([
    ["/src/index.js", "/src/Index.ts"],
    ["/src/INDEX.ts", "/src/Index.ts"],
    ["/srk/Index.ts", "/src/Index.ts"],
    ["/src/Cafe\u0301.md", "/src/caf\u00e9.md"],
  ])("a missing %s names the file that was meant", async (path, meant) => {
    const session = sessionOn({ "/src/Index.ts": "x", "/src/Screenshot 9\u202fAM.txt": "x", "/src/caf\u00e9.md": "x" });
    const result = await session.call("read_file", { path });
    expect(!result.ok && result.error.code).toBe("not_found");
    expect(contentText(result.content)).toContain(`Did you mean ${meant}`);
  });

  test("one that resembles nothing points to other tools", async () => {
    const result = await sessionOn({ "/a": "x" }).call("read_file", { path: "/zzz/qqqqqq" });
    expect(contentText(result.content)).toContain("list_directory");
  });
});
