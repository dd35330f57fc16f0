import { type Backend, ToolError, toPath } from "@holdall/tool-core";
import { Pool } from "pg";
import { expect, test, vi } from "vitest";
import { chunksIn, treeOf } from "./_sql-cases.fixture.ts";
import { type PgPool, pgDatabase } from "./pg-database.ts";
import { sqlBackend } from "./sql-backend.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const read = async (backend: Backend, path: string) =>
  new TextDecoder().decode((await backend.read(toPath(path))).bytes);

/** A pool whose clients do something before a statement that matches. */
const before = (pool: Pool, pattern: RegExp, act: (processID: number) => Promise<unknown>): PgPool =>
  around(pool, async (processID, sql, when) => when === "before" && pattern.test(sql) && act(processID));

/** A pool whose clients do something before and after each statement. What they do after may lose its answer. */
function around(
  pool: Pool,
  act: (processID: number, sql: string, when: "before" | "after") => Promise<unknown>,
): PgPool {
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query = client.query.bind(client);
      const { processID } = client as typeof client & { processID: number };
      return Object.assign(Object.create(client) as typeof client, {
        async query(sql: string, values?: unknown[]) {
          await act(processID, sql, "before");
          const answer = await query(sql, values);
          await act(processID, sql, "after");
          return answer;
        },
      });
    },
  };
}

/** Numbers from 0 up to one given that are the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

const terminate = (pool: Pool) => (processID: number) => pool.query("select pg_terminate_backend($1)", [processID]);

/** What only a server with several connections can show. */
export function postgresCases(pool: Pool, url: string, fresh: () => string): void {
  test("a connection that is killed in the middle of a large write leaves the old content, whole", async () => {
    const table = fresh();
    const backend = sqlBackend({ db: pgDatabase({ pool }), table });
    await backend.write(toPath("/file"), text("old"));
    let chunks = 0;
    const killing = before(pool, new RegExp(`into "${table}_chunks"`), async (processID) => {
      if (++chunks === 2) await terminate(pool)(processID);
    });
    const broken = sqlBackend({ db: pgDatabase({ pool: killing }), table });
    const failure = await broken.write(toPath("/file"), new Uint8Array(4_000_000)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "unavailable", hint: expect.stringContaining("check whether it was made") });
    expect(await read(backend, "/file")).toBe("old");
    expect(await chunksIn(pgDatabase({ pool }), table)).toBe(0);
    await broken.write(toPath("/file"), text("new"));
    expect(await read(backend, "/file")).toBe("new");
  });

  test("connections that are killed at random, also when the work is done, tear no file and lose no count", async () => {
    const table = fresh();
    const backend = sqlBackend({ db: pgDatabase({ pool }), table });
    const path = toPath("/count");
    await backend.write(path, text("0"));
    const pick = numbers(11);
    const act = async (processID: number) => {
      if (pick(6) === 0) await terminate(pool)(processID);
    };
    const dying = new Pool({ connectionString: url, max: 2 }).on("error", () => {});
    const shaky = sqlBackend({ db: pgDatabase({ pool: around(dying, act) }), table });
    const outcomes = { done: 0, unavailable: 0 };
    for (let count = 0; count < 30; ) {
      // Every third content is too large for one row.
      const wanted = `${count + 1}`.padEnd(count % 3 === 0 ? 1_100_000 : 10);
      const { version } = await backend.read(path);
      const failure = await shaky.write(path, text(wanted), { ifVersion: version }).catch((error: unknown) => error);
      const found = await read(backend, path);
      if (found === wanted) count++;
      else expect(Number(found)).toBe(count);
      if ("version" in Object(failure)) expect(found).toBe(wanted);
      else
        expect(failure).toMatchObject({
          code: "unavailable",
          hint: expect.stringContaining("check whether it was made"),
        });
      outcomes["version" in Object(failure) ? "done" : "unavailable"]++;
    }
    expect(outcomes.done).toBeGreaterThan(10);
    expect(outcomes.unavailable).toBeGreaterThan(5);
    expect(await chunksIn(pgDatabase({ pool }), table)).toBe(0);
    await dying.end();
  });

  test("an abort ends a write that waits for somebody else's lock, and nothing is written", async () => {
    const table = fresh();
    const backend = sqlBackend({ db: pgDatabase({ pool }), table });
    await backend.write(toPath("/file"), text("old"));
    const blocker = await pool.connect();
    try {
      await blocker.query("begin");
      await blocker.query(`select from "${table}" where path = '/file' for update`);
      const abort = new AbortController();
      const writing = backend.write(toPath("/file"), text("new"), { signal: abort.signal });
      await vi.waitUntil(async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"${table}"%'`;
        return (await pool.query(waiting)).rowCount === 1;
      });
      abort.abort();
      await expect(writing).rejects.toMatchObject({ code: "aborted" });
      await blocker.query("rollback");
    } finally {
      blocker.release();
    }
    expect(await read(backend, "/file")).toBe("old");
    await backend.write(toPath("/file"), text("new"));
  });

  test("an abort ends the wait for a connection, which then goes back to the pool", async () => {
    const small = new Pool({ connectionString: url, max: 1 });
    const backend = sqlBackend({ db: pgDatabase({ pool: small }), table: fresh() });
    await backend.stat(toPath("/"));
    const taken = await small.connect();
    const abort = new AbortController();
    const waiting = backend.stat(toPath("/"), { signal: abort.signal });
    await vi.waitUntil(() => small.waitingCount === 1);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    taken.release();
    expect((await backend.stat(toPath("/")))?.kind).toBe("directory");
    await small.end();
  });

  test("a watch whose connection is killed goes on, and says that it may have missed something", async () => {
    const table = fresh();
    const backend = sqlBackend({ db: pgDatabase({ pool }), table });
    const abort = new AbortController();
    const changes = backend.watch?.(toPath("/a"), { signal: abort.signal })[Symbol.asyncIterator]();
    await backend.write(toPath("/a/first"), text("x"));
    expect((await changes?.next())?.value).toEqual({ path: "/a/first", kind: "changed" });
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = $1", [
      `listen "${table}_changes"`,
    ]);
    expect((await changes?.next())?.value).toEqual({ path: "/a", kind: "changed" });
    await backend.write(toPath("/a/second"), text("x"));
    expect((await changes?.next())?.value).toEqual({ path: "/a/second", kind: "changed" });
    abort.abort();
  });

  test("a database that cannot be reached is unavailable, with a next move", async () => {
    const backend = sqlBackend({ db: pgDatabase({ url: "postgres:///x?host=/nowhere" }), table: fresh() });
    await expect(backend.stat(toPath("/"))).rejects.toMatchObject({ code: "unavailable", hint: expect.any(String) });
    const watch = backend.watch?.(toPath("/"), { signal: new AbortController().signal })[Symbol.asyncIterator]();
    await expect(watch?.next()).rejects.toMatchObject({ code: "unavailable", hint: expect.any(String) });
    await backend[Symbol.asyncDispose]?.();
    await expect(backend.stat(toPath("/"))).rejects.toMatchObject({ code: "unavailable" });
  });

  test("a listing walks an index and sorts nothing", async () => {
    const table = fresh();
    const backend = sqlBackend({ db: pgDatabase({ pool }), table });
    await backend.createDirectory?.(toPath("/many"));
    const files = `select '/many/' || n, '/many', n from generate_series(1, 20000) n`;
    await pool.query(`insert into "${table}" (path, parent, version) ${files}`);
    await pool.query(`analyze "${table}"`);
    for (const [where, index] of [
      ["path > '/many/5' and path < '/many0'", `${table}_pkey`],
      ["path > '/many/5' and parent = '/many'", `${table}_(pkey|children)`],
    ]) {
      const plan = await pool.query(`explain select path from "${table}" where ${where} order by path limit 1000`);
      const lines = plan.rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n");
      expect(lines).toMatch(new RegExp(`Index.* Scan using "?${index}`));
      expect(lines).not.toMatch(/Sort|Seq Scan/);
    }
  });

  test("writers, movers and removers in one tree never leave a torn file, an orphan or a stray chunk", async () => {
    const table = fresh();
    const db = pgDatabase({ pool });
    const backend = sqlBackend({ db, table });
    const folders = ["/a", "/a/b", "/a/b/c", "/d", "/d/e"];
    const pick = numbers(7);
    const folder = () => toPath(folders[pick(folders.length)] ?? "/a");
    const file = () => toPath(`${folder()}/${pick(3)}`);
    const acts = [
      () => backend.write(file(), new Uint8Array(pick(2) ? 10 : 1_500_000).fill(pick(256))),
      () => backend.write(file(), text("new"), { ifVersion: null }),
      () => backend.remove(folder(), { recursive: true }),
      () => backend.move?.(folder(), folder()),
      () => backend.move?.(file(), file(), { overwrite: true }),
      () => backend.createDirectory?.(folder()),
      () => backend.write(folder(), text("a file where a folder was")),
      () => backend.remove(folder(), { recursive: true }),
    ];
    const seen = new Set<string>();
    const worker = async () => {
      for (let i = 0; i < 60; i++) {
        const outcome = await Promise.resolve(acts[pick(acts.length)]?.()).catch((error: unknown) => error);
        if (outcome instanceof Error) seen.add(isExpected(outcome) ? "" : String(outcome));
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect([...seen]).toEqual([""]);
    const tree = await treeOf(backend);
    for (const [path, size] of tree) {
      const parent = path.slice(0, path.lastIndexOf("/"));
      if (parent) expect(tree.get(toPath(parent)), `${path} lies in a folder`).toBe(null);
      if (size === null) continue;
      const { bytes } = await backend.read(path);
      expect(bytes.length).toBe(size);
      if (size > 100) expect(bytes.every((byte) => byte === bytes[0])).toBe(true);
    }
    await backend.write(toPath("/last"), new Uint8Array(0));
    for (const path of (await treeOf(backend)).keys()) {
      if (await backend.stat(path)) await backend.remove(path, { recursive: true });
    }
    expect(await chunksIn(db, table)).toBe(0);
  });
}

const isExpected = (error: unknown): boolean =>
  ToolError.is(error) && ["already_exists", "not_found", "wrong_kind"].includes(error.code);
