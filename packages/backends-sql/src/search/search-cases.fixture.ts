import type { SqlDatabase } from "@holdall/durable/port";
import { compileTextPattern, type TextPatternOptions } from "@holdall/pattern-core";
import { type Backend, type FileQuery, type Path, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { chunkSize } from "../files/statements.ts";
import { sqlBackend } from "../sql-backend.ts";

const root = toPath("/");
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const everything: FileQuery = { hidden: false, ignored: false, wants: () => true, permits: () => true };

type How = TextPatternOptions & { readonly maxBytes?: number; readonly signal?: AbortSignal };

function searching(backend: Backend, pattern: string, query: Partial<FileQuery> = {}, how: How = {}) {
  const { maxBytes = 64 * 1024 * 1024, signal, ...options } = how;
  const { literal = false, ignoreCase = false, word = false, multiline = false } = options;
  const compiled = compileTextPattern(pattern, options);
  const text = { ...compiled, pattern, literal, ignoreCase: compiled.ignoreCase || ignoreCase, word, multiline };
  return backend.search?.(root, { ...everything, ...query }, text, { maxBytes, signal }) ?? [];
}

const search = async (...asked: Parameters<typeof searching>): Promise<Path[]> =>
  (await Array.fromAsync(searching(...asked))).flatMap(({ file }) => file?.path ?? []);

/** A database that tells what it was asked and what it brought, and may do something before a statement. */
function watched(db: SqlDatabase) {
  const seen = { statements: 0, rows: 0, contents: [] as Path[], beforeContents: async () => {} };
  const query: SqlDatabase["query"] = async <Row>(...call: Parameters<SqlDatabase["query"]>) => {
    seen.statements++;
    if (/as text/.test(call[0])) await seen.beforeContents();
    const rows = await db.query<Row & { path?: Path; text?: string; bytes?: Uint8Array }>(...call);
    seen.rows = Math.max(seen.rows, rows.length);
    for (const { path, text, bytes } of rows) if (path && (text || bytes)) seen.contents.push(path);
    return rows;
  };
  return { seen, db: { ...db, query } satisfies SqlDatabase };
}

/** Walks and searches, beyond what the suite asks of them: what they cost, and what is not asked for. */
export function searchCases(open: () => SqlDatabase, fresh: () => string): void {
  const start = async (files: Readonly<Record<string, string | Uint8Array>> = {}) => {
    const [{ seen, db }, table] = [watched(open()), fresh()];
    const backend = sqlBackend({ db, table });
    await backend.createDirectory?.(toPath("/x"));
    for (const [path, content] of Object.entries(files))
      await backend.write(toPath(path), typeof content === "string" ? bytesOf(content) : content);
    return { backend, db, table, seen: Object.assign(seen, { statements: 0, rows: 0, contents: [] }) };
  };
  const plant = (db: SqlDatabase, table: string, folder: string, files: number) =>
    db.query(
      `with made as (insert into "${table}" (path, parent, folder) values ('${folder}', '/', '${folder}'))
       insert into "${table}" (path, parent, version, size, content)
       select '${folder}/f' || n, '${folder}', n, 5, 'plain' from generate_series(1, ${files}) n`,
    );

  test("a walk takes a statement for 1,000 rows, and skips what a rule hides", async () => {
    const { backend, db, table, seen } = await start({ "/.gitignore": "/hidden/\n", "/z.txt": "z" });
    await plant(db, table, "/hidden", 5_000);
    for (const n of [1, 2, 3]) await backend.createDirectory?.(toPath(`/hidden/${n}/f`));
    await plant(db, table, "/shown", 2_500);
    seen.statements = 0;
    const batches = await Array.fromAsync(backend.glob?.(root, everything) ?? []);
    expect(batches.at(-1)?.counts).toEqual({ files: 2_501, ignored: 1, denied: 0 });
    expect(seen.rows).toBe(1_000);
    // The start, the rules, a page that runs into the hidden folder, three with what comes behind it.
    expect(seen.statements).toBeLessThanOrEqual(6);
  });

  test("contents that cannot hold the text, or may not be seen, stay in the database", async () => {
    const { backend, seen } = await start({
      "/.gitignore": "ignored.txt\n",
      "/a.txt": "a needle",
      "/b.txt": "nothing",
      "/binary": Uint8Array.of(0, 1, 2, 0, 255, 254, 0, 7),
      "/denied.txt": "a needle",
      "/ignored.txt": "a needle",
      "/large.txt": "x".repeat(chunkSize + 10),
      "/latin1.txt": Uint8Array.of(0xe9, 0x74, 0xe9),
      "/unwanted.md": "a needle",
    });
    const query: Partial<FileQuery> = {
      wants: (path) => !path.endsWith(".md"),
      permits: (path) => path !== "/denied.txt",
    };
    expect(await search(backend, "needle", query)).toEqual(["/a.txt"]);
    expect(await search(backend, "NEEDLE", query, { ignoreCase: true })).toEqual(["/a.txt"]);
    expect(await search(backend, "nee.*e", query)).toEqual(["/a.txt"]);
    expect(seen.contents).toEqual(["/a.txt", "/a.txt", "/a.txt"]);
  });

  const wide = (text: string, size: 2 | 4, little: boolean): Uint8Array => {
    const view = new DataView(new ArrayBuffer(text.length * size));
    for (const [i, char] of [...text].entries())
      if (size === 2) view.setUint16(i * 2, char.charCodeAt(0), little);
      else view.setUint32(i * 4, char.charCodeAt(0), little);
    return new Uint8Array(view.buffer);
  };
  const inside = (text: string) => `\ufeffsome ${text} more`;

  test.each(["NeedLe", "größe", "針", "\u212aelvin"])("%s is found in every encoding", async (text) => {
    const shifted = [...bytesOf("some "), 0x1b, 0x24, 0x42, 0x3f, 0x4b, 0x1b, 0x28, 0x42, ...bytesOf(" more")];
    const { backend } = await start({
      "/ascii-less.txt": Uint8Array.of(0x90, 0x6a, 0x93, 0xfa, 0x96, 0x7b),
      "/iso-2022.txt": Uint8Array.from(shifted),
      "/marked.txt": inside(text),
      "/plain.txt": `some ${text} more`,
      "/utf16be.txt": wide(inside(text), 2, false),
      "/utf16le.txt": wide(inside(text), 2, true),
      "/utf16le-no-zeros.txt": wide(`\ufeff針${text}`, 2, true),
      "/utf32be.txt": wide(inside(text), 4, false),
      "/utf32le.txt": wide(inside(text), 4, true),
      "/with-zero.bin": `\0 some ${text} more`,
    });
    const everywhere = ["/iso-2022.txt", "/marked.txt", "/plain.txt"];
    everywhere.push("/utf16be.txt", "/utf16le-no-zeros.txt", "/utf16le.txt", "/utf32be.txt", "/utf32le.txt");
    // A binary file may be given, as far as the database can tell; the search itself leaves it out.
    const found = (await search(backend, text, {}, { literal: true })).filter((path) => path !== "/with-zero.bin");
    expect(found).toEqual(text === "NeedLe" ? everywhere : ["/ascii-less.txt", ...everywhere]);
    expect(await search(backend, text, {}, { ignoreCase: true })).toEqual(expect.arrayContaining(everywhere));
  });

  test("a text that lies across two chunks is found, whatever its case", async () => {
    const filler = "y".repeat(chunkSize - 3);
    const { backend, seen } = await start({ "/across.txt": `${filler}needle`, "/not.txt": `${filler}nee-dle` });
    expect(await search(backend, "needle")).toEqual(["/across.txt"]);
    expect(await search(backend, "NEEDLE", {}, { ignoreCase: true })).toEqual(["/across.txt"]);
    seen.statements = 0;
    await search(backend, "needles");
    // The start, a page, and one look into each, which brings nothing.
    expect(seen.statements).toBe(4);
  });

  test("a search that has enough looks no further", async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`/f${i}`, "needle ".repeat(10_000)]));
    const { backend, seen } = await start(files);
    for await (const { file } of searching(backend, "needle")) if (file) break;
    expect(seen.contents.length).toBeLessThanOrEqual(3);
  });

  test("others have their turn while a search goes on, and it ends when it is cancelled", async () => {
    const { backend, db, table, seen } = await start();
    await plant(db, table, "/many", 20_000);
    const abort = new AbortController();
    let turns = 0;
    const turn = () => {
      if (++turns === 5) abort.abort();
      else setImmediate(turn);
    };
    setImmediate(turn);
    await expect(search(backend, "plain?", {}, { signal: abort.signal })).rejects.toMatchObject({ code: "aborted" });
    const { statements } = seen;
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.statements).toBe(statements);
    expect(seen.contents.length).toBeLessThan(20_000);
  });

  test("files that go, grow or change meanwhile are passed over, counted, or found as they are", async () => {
    const { backend, seen } = await start({ "/a": "needle", "/b": "needle", "/c": "none", "/d": "needle" });
    seen.beforeContents = async () => {
      seen.beforeContents = async () => {};
      await backend.remove(toPath("/a"));
      await backend.write(toPath("/b"), bytesOf("needle".padEnd(101)));
      await backend.write(toPath("/c"), bytesOf("a needle"));
    };
    const found = await Array.fromAsync(searching(backend, "needle", {}, { maxBytes: 100 }));
    expect(found.map(({ file }) => file?.path)).toEqual(["/c", "/d", undefined]);
    expect(found.map(({ counts }) => counts.tooLarge)).toEqual([1, 1, 1]);
  });
}
