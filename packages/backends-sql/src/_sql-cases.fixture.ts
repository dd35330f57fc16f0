import type { SqlDatabase } from "@holdall/durable/port";
import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { sqlBackend } from "./sql-backend.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The tree a backend holds: path → size, or null for a folder. */
export async function treeOf(backend: Backend): Promise<Map<Path, number | null>> {
  const entries = await Array.fromAsync(backend.list(toPath("/"), { recursive: true }));
  return new Map(entries.map(({ path, kind, size }) => [path, kind === "file" ? (size ?? 0) : null]));
}

/** How many chunks a table holds. */
export async function chunksIn(db: SqlDatabase, table: string): Promise<unknown> {
  return (await db.query(`select count(*)::float8 as count from "${table}_chunks"`))[0]?.count;
}

/** What every database must do beyond the suite. `fresh` names a table that is not there. */
export function sqlCases(open: () => SqlDatabase, fresh: () => string): void {
  const start = () => {
    const [db, table] = [open(), fresh()];
    return { db, table, backend: sqlBackend({ db, table }) };
  };

  test("folders may be called anything", async () => {
    const { backend } = start();
    const names = ["a,b", '"c"', "{d}", "back\\slash", "new\nline", "NULL", "null", "it's", " ", "$1", "é😀", "%_"];
    const path = toPath(`/${names.join("/")}/file`);
    await backend.write(path, text("x"));
    expect([...(await treeOf(backend)).keys()].at(-1)).toBe(path);
    await backend.move?.(toPath("/a,b"), toPath("/%"));
    expect([...(await treeOf(backend)).keys()].at(-1)).toBe(path.replace("/a,b", "/%"));
    await backend.remove(toPath("/%"), { recursive: true });
    expect(await treeOf(backend)).toEqual(new Map());
  });

  test("a path of 1,024 bytes can be used, a longer one is too_large, also as the result of a move", async () => {
    const { backend } = start();
    const longest = toPath(`/${"é".repeat(100)}/${"n".repeat(1024 - 202)}`);
    await backend.write(longest, text("x"));
    await expect(backend.write(toPath(`${longest}n`), text("x"))).rejects.toMatchObject({ code: "too_large" });
    await expect(backend.stat(toPath(`${longest}n`))).rejects.toMatchObject({ code: "too_large" });
    const moving = backend.move?.(toPath(`/${"é".repeat(100)}`), toPath(`/${"é".repeat(101)}`));
    await expect(moving).rejects.toMatchObject({ code: "too_large" });
    expect((await treeOf(backend)).get(longest)).toBe(1);
  });

  test("half a surrogate pair is refused, as it would come back as another name", async () => {
    const { backend } = start();
    await expect(backend.write(toPath("/\ud83d"), text("x"))).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("a large file lies in chunks, which go when it is replaced or removed, and stay when it is moved", async () => {
    const { backend, db, table } = start();
    const path = toPath("/folder/large");
    const content = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31) >> 3);
    await backend.write(path, content);
    expect(await chunksIn(db, table)).toBe(3);
    for (const [from, to] of [
      [0, 1],
      [1_048_575, 1_048_577],
      [1_048_576, 2_097_152],
      [2_999_999, 9_000_000],
      [5, 2_500_000],
    ] as const) {
      const { bytes } = await backend.read(path, { range: { start: from, end: to } });
      expect(Buffer.compare(bytes, content.subarray(from, to)), `${from} to ${to}`).toBe(0);
    }
    await backend.write(path, content.subarray(1));
    expect(await chunksIn(db, table)).toBe(3);
    await backend.move?.(toPath("/folder"), toPath("/moved"));
    const moved = toPath("/moved/large");
    expect(Buffer.compare((await backend.read(moved)).bytes, content.subarray(1))).toBe(0);
    await backend.write(moved, text("small"));
    expect(await chunksIn(db, table)).toBe(0);
    await backend.write(moved, content);
    await backend.remove(toPath("/moved"), { recursive: true });
    expect(await chunksIn(db, table)).toBe(0);
  });

  test("a range brings no more than its own bytes from the database", async () => {
    const { backend, db, table } = start();
    await backend.write(toPath("/large"), new Uint8Array(3_000_000));
    await backend.write(toPath("/small"), new Uint8Array(1_000_000));
    let brought = 0;
    const counting: SqlDatabase = {
      ...db,
      async query<Row>(...call: Parameters<SqlDatabase["query"]>) {
        const rows = await db.query<Row & { bytes?: Uint8Array | null }>(...call);
        for (const { bytes } of rows) brought += bytes?.length ?? 0;
        return rows;
      },
    };
    const counted = sqlBackend({ db: counting, table });
    await counted.read(toPath("/large"), { range: { start: 2_000_000, end: 2_000_100 } });
    await counted.read(toPath("/small"), { range: { start: 500_000, end: 500_100 } });
    expect(brought).toBe(200);
  });

  test("a folder of 2,500 files is listed in pages", async () => {
    const { backend, db, table } = start();
    await backend.createDirectory?.(toPath("/many"));
    await db.query(
      `insert into "${table}" (path, parent, version) select '/many/' || n, '/many', n from generate_series(1, 2500) n`,
    );
    let largest = 0;
    const counting: SqlDatabase = {
      ...db,
      async query<Row>(...call: Parameters<SqlDatabase["query"]>) {
        const rows = await db.query<Row>(...call);
        largest = Math.max(largest, rows.length);
        return rows;
      },
    };
    const counted = sqlBackend({ db: counting, table });
    expect((await Array.fromAsync(counted.list(toPath("/many")))).length).toBe(2500);
    expect((await treeOf(counted)).size).toBe(2501);
    expect(largest).toBe(1000);
  });

  test("handles that open a new table at once make it once", async () => {
    const table = fresh();
    const handles = Array.from({ length: 6 }, () => sqlBackend({ db: open(), table }));
    await Promise.all(handles.map((handle, i) => handle.write(toPath(`/${i}`), text("x"))));
    expect((await treeOf(handles[0] as Backend)).size).toBe(6);
  });

  test("a table of somebody else and one of a later layout are left alone", async () => {
    const [db, table] = [open(), fresh()];
    await db.query(`create table "${table}" (mine text)`);
    await expect(sqlBackend({ db, table }).stat(toPath("/"))).rejects.toThrow("not Holdall's");
    await db.query(`comment on table "${table}" is 'holdall files, layout 99'`);
    await expect(sqlBackend({ db, table }).stat(toPath("/"))).rejects.toThrow("newer layout 99");
    expect(await db.query(`select * from "${table}"`)).toEqual([]);
  });

  test("text that some driver would change comes back byte for byte, whole and in parts", async () => {
    const { backend } = start();
    const path = toPath("/file");
    const texts = [
      "\ufeffmark",
      "a\0b",
      "\r\n",
      "\\x41 \\101 \\\\",
      "'', $1",
      "e\u0301 é 😀 \u2028 \ufeff",
      "\uffff\ufffe",
      "\x80",
    ];
    const contents = [
      ...texts.map(text),
      Uint8Array.of(0xff, 0xfe, 65),
      Uint8Array.of(0xed, 0xa0, 0x80),
      Uint8Array.of(0xc0, 0x80),
    ];
    for (const content of contents) {
      await backend.write(path, content);
      expect((await backend.read(path)).bytes).toEqual(content);
      for (const [from, to] of [
        [0, content.length],
        [0, content.length - 1],
        [1, 9],
      ] as const) {
        const { bytes, size } = await backend.read(path, { range: { start: from, end: to } });
        expect([bytes, size]).toEqual([content.slice(from, to), content.length]);
      }
    }
  });

  test("a table of an earlier layout is brought up to date with all that is in it", async () => {
    const { backend, db, table } = start();
    await backend.write(toPath("/a/b"), text("kept"));
    const { version } = await backend.read(toPath("/a/b"));
    await db.query(`alter table "${table}" drop column utf8`);
    await db.query(`comment on table "${table}" is 'holdall files, layout 1'`);
    const newer = sqlBackend({ db, table });
    expect(await newer.read(toPath("/a/b"))).toEqual({ bytes: text("kept"), version, size: 4 });
    await newer.write(toPath("/a/b"), text("new"), { ifVersion: version });
    expect((await newer.read(toPath("/a/b"))).bytes).toEqual(text("new"));
  });

  test("a table name that would need quoting is refused", () => {
    expect(() => sqlBackend({ db: open(), table: 'x"; drop table y' })).toThrow(ToolError);
  });

  test("a failure in the middle of a large write leaves the old content and no chunk", async () => {
    const { backend, db, table } = start();
    const path = toPath("/new/folder/file");
    await backend.write(toPath("/kept"), text("x"));
    const failing: SqlDatabase = {
      ...db,
      transaction: (work, io) =>
        db.transaction(({ query }) => {
          let chunks = 0;
          return work({
            query(sql, params, io) {
              if (sql.includes(`into "${table}_chunks"`) && ++chunks === 3) return query("select 1 / 0");
              return query(sql, params, io);
            },
          });
        }, io),
    };
    const writing = sqlBackend({ db: failing, table }).write(path, new Uint8Array(4_000_000));
    await expect(writing).rejects.toMatchObject({ code: "unavailable", data: { reason: "22012" } });
    expect([...(await treeOf(backend)).keys()]).toEqual(["/kept"]);
    expect(await chunksIn(db, table)).toBe(0);
  });

  test("a database that is full says so, keeps the old content, and takes the same write when there is room", async () => {
    const { backend, db, table } = start();
    const path = toPath("/file");
    const { version } = await backend.write(path, text("old"));
    await db.query(`create function "${table}_full"() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await db.query(`create trigger "${table}_full" before update on "${table}" execute function "${table}_full"()`);
    const refused = backend.write(path, text("new"), { ifVersion: version });
    await expect(refused).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("when it has capacity"),
      data: { reason: "53100" },
    });
    expect(new TextDecoder().decode((await backend.read(path)).bytes)).toBe("old");
    await db.query(`drop trigger "${table}_full" on "${table}"`);
    await backend.write(path, text("new"), { ifVersion: version });
  });

  test("a second handle hears of changes, and of a folder above that goes", async () => {
    const { backend, table } = start();
    const other = sqlBackend({ db: open(), table });
    const abort = new AbortController();
    const path = toPath("/a/b/file");
    const changes = backend.watch?.(toPath("/a/b"), { signal: abort.signal })[Symbol.asyncIterator]();
    await backend.write(toPath("/beside"), text("x"));
    await other.write(path, text("x"));
    await other.write(toPath("/a/beside"), text("x"));
    await other.move?.(path, toPath("/a/b/moved"));
    await other.remove(toPath("/a"), { recursive: true });
    const told: string[] = [];
    while (told.length < 4) {
      const { value } = (await changes?.next()) ?? {};
      told.push(`${value?.kind} ${value?.path}`);
    }
    abort.abort();
    expect((await changes?.next())?.done).toBe(true);
    expect(told).toEqual(["changed /a/b/file", "removed /a/b/file", "changed /a/b/moved", "removed /a/b"]);
  });
}
