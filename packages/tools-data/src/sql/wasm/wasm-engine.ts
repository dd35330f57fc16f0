import type { AsyncDuckDB, AsyncDuckDBConnection } from "@duckdb/duckdb-wasm";
import type { Engine, HeldFiles, HoldOptions, RowStream } from "../engine/engine.ts";
import { quoteText } from "../engine/quote.ts";
import { tooMuch } from "../engine/too-much.ts";
import type { SqlFormat } from "../files/file-format.ts";
import { carrierOf, jsonValue, outType, readType } from "./value-types.ts";

/** A started engine: the library's object, and a promise that rejects as soon as its thread is ended. */
export interface StartedWasm {
  readonly db: AsyncDuckDB;
  readonly ended: Promise<never>;
  /** End the thread. */
  end(): void;
}

const reads: ReadonlySet<SqlFormat> = new Set<SqlFormat>(["csv", "tsv"]);

/** An engine on an empty database of a thread. `done` gives the thread back, and says whether it was ended. */
export async function openWasm({ db, ended, end }: StartedWasm, done: (isEnded: boolean) => void): Promise<Engine> {
  let isEnded = false;
  const until = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended]);
  await until(db.open({ path: ":memory:" }));
  const connection = await until(db.connect());
  const run = async (sql: string) => void (await until(connection.query(sql)));
  for (const setting of ["autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"])
    await run(`SET ${setting} = false`);
  await run("SET temp_directory = ''");
  const json = async (sql: string, values?: readonly string[]): Promise<unknown[][]> => {
    const table = values
      ? await until(connection.prepare(sql).then((prepared) => prepared.query(...values)))
      : await until(connection.query(sql));
    return table
      .toArray()
      .map((row) => [...row].map(([, value]) => (typeof value === "bigint" ? String(value) : value)));
  };
  return {
    reads,
    hasZones: false,
    run,
    json,
    stream: (sql) => streamRows(sql, { connection, json, until }),
    holdFiles: (options) => holdBuffers(db, until, options),
    async confine(paths, memory) {
      await run(`SET memory_limit = '${memory}MiB'`);
      await run(`SET allowed_paths = [${paths.map(quoteText).join(", ")}]`);
      await run("SET enable_external_access = false");
      await run("SET lock_configuration = true");
    },
    interrupt() {
      isEnded = true;
      end();
    },
    [Symbol.dispose]: () => done(isEnded),
  };
}

interface StreamPlace {
  readonly connection: AsyncDuckDBConnection;
  json(sql: string): Promise<unknown[][]>;
  until<T>(work: Promise<T>): Promise<T>;
}

/** The rows of a query in values that the engine hands over without loss. It runs within brackets, where only a SELECT can stand. */
async function streamRows(sql: string, { connection, json, until }: StreamPlace): Promise<RowStream> {
  const described = await json(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM (${sql}\n))`);
  const names = distinct(described.map(([name]) => String(name)));
  const types = described.map(([, type]) => readType(String(type)));
  const cells = types.map((type, i) => `c${i}::${carrierOf(type)} AS c${i}`);
  const given = names.map((_, i) => `c${i}`);
  const reader = await until(
    connection.send(`SELECT ${cells.join(", ")} FROM (${sql}\n) AS q(${given.join(", ")})`, true),
  );
  return {
    columns: names.map((name, i) => ({ name, type: String(described[i]![1]) })),
    out: names.map((name, index) => ({ name, index, type: outType(types[index]!) })),
    async next() {
      for (;;) {
        const { done, value: batch } = await until(reader.next());
        if (done || !batch) return undefined;
        if (batch.numRows === 0) continue;
        const columns = given.map((_, i) => batch.getChildAt(i));
        const rows = () =>
          Array.from({ length: batch.numRows }, (_, row) =>
            Object.fromEntries(names.map((name, i) => [name, jsonValue(types[i]!, columns[i]?.get(row))])),
          );
        return { count: batch.numRows, rows };
      }
    },
  };
}

function distinct(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((written) => {
    let name = written;
    for (let n = 1; used.has(name); n++) name = `${written}_${n}`;
    used.add(name);
    return name;
  });
}

/** Files as buffers of the engine's own: it has no others. */
function holdBuffers(db: AsyncDuckDB, until: StreamPlace["until"], { maxCopied, signal }: HoldOptions): HeldFiles {
  const paths: string[] = [];
  let copied = 0;
  const held: HeldFiles = {
    paths,
    hold: (path, chunks) => held.copy(chunks(), path),
    async copy(chunks, name) {
      const pieces: Uint8Array[] = [];
      for await (const chunk of chunks) {
        signal.throwIfAborted();
        copied += chunk.length;
        if (copied > maxCopied) throw tooMuch(name, maxCopied);
        pieces.push(chunk.slice());
      }
      const place = `held/${paths.length}`;
      await until(db.registerFileBuffer(place, joined(pieces)));
      paths.push(place);
      return place;
    },
    async [Symbol.asyncDispose]() {},
  };
  return held;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
