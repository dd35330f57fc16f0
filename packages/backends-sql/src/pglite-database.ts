import type { SqlDatabase, SqlSession } from "@holdall/durable/port";
import { abortedError, type Io, ToolError } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { byteaFromText, byteaToText } from "./files/bytea.ts";

interface PgliteSession {
  query(
    sql: string,
    params?: unknown[],
    options?: {
      parsers: Record<number, (text: string) => unknown>;
      serializers: Record<number, (value: Uint8Array) => string>;
    },
  ): Promise<{ readonly rows: readonly unknown[] }>;
  exec(sql: string): Promise<readonly { readonly rows: readonly unknown[] }[]>;
}

/** The used part of a `PGlite`. */
export interface PgliteClient extends PgliteSession {
  transaction<T>(work: (session: PgliteSession) => Promise<T>): Promise<T>;
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Your own PGlite, which is not closed, or the folder on disk to use. Without either, in memory. */
export type PgliteDatabaseOptions =
  | { readonly client: PgliteClient; readonly dir?: never }
  | { readonly dir?: string; readonly client?: never };

const bytea = 17;
const conversions = { parsers: { [bytea]: byteaFromText }, serializers: { [bytea]: byteaToText } };

/**
 * Open an embedded Postgres with the package `@electric-sql/pglite`, which is loaded with the first statement. Other work runs
 * between statements, but not during one. A folder is locked until the database is disposed of or the process ends, because
 * PGlite destroys a folder that two processes open.
 */
export function pgliteDatabase({ client, dir }: PgliteDatabaseOptions = {}): SqlDatabase {
  const yieldToEventLoop = createYield();
  let opened: Promise<{ client: PgliteClient; unlock(): void }> | undefined;
  const open = async () => {
    if (client) return client;
    opened ??= openClient(dir).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return (await opened).client;
  };

  return {
    name: "pglite",

    async query(sql, params, io) {
      await yieldToEventLoop();
      return sessionOf(await open(), io).query(sql, params);
    },

    async exec<Row>(sql: string) {
      await yieldToEventLoop();
      return rowsOf<Row>(await (await open()).exec(sql));
    },

    transaction: async (work, io) =>
      (await open()).transaction(async (transaction) => {
        const result = await work(sessionOf(transaction, io));
        if (io?.signal?.aborted) throw abortedError(io.signal.reason);
        return result;
      }),

    listen: async (channel, onPayload) => (await open()).listen(channel, onPayload),

    async [Symbol.asyncDispose]() {
      const mine = await opened?.catch(() => undefined);
      if (!mine) return;
      opened = Promise.reject(
        new ToolError("unavailable", "The database is closed.", {
          hint: "Open a new backend; this one was disposed.",
        }),
      );
      opened.catch(() => {});
      await mine.client.close();
      mine.unlock();
    },
  };
}

/** A statement runs within this process and cannot be stopped; an abort is seen before each. */
const sessionOf = (session: PgliteSession, io: Io | undefined): SqlSession => ({
  async query<Row>(sql: string, params: readonly unknown[] = []) {
    if (io?.signal?.aborted) throw abortedError(io.signal.reason);
    const { rows } = await session.query(sql, [...params], conversions);
    return rows as readonly Row[];
  },
  exec: async <Row>(sql: string) => rowsOf<Row>(await session.exec(sql)),
});

const rowsOf = <Row>(results: readonly { readonly rows: readonly unknown[] }[]): readonly Row[] =>
  results.flatMap(({ rows }) => rows as readonly Row[]);

async function openClient(dir: string | undefined) {
  const { PGlite } = await import("@electric-sql/pglite").catch((cause: unknown) => {
    throw new ToolError("unavailable", 'The package "@electric-sql/pglite" is not installed.', {
      hint: "Run: npm install @electric-sql/pglite",
      cause,
    });
  });
  if (dir === undefined) return { client: await PGlite.create(), unlock: () => {} };
  try {
    const { lockFolder } = await import("./files/lock-folder.ts");
    const { folder, unlock } = await lockFolder(dir);
    return { client: await PGlite.create(folder).catch(after(unlock)), unlock };
  } catch (cause) {
    if (ToolError.is(cause)) throw cause;
    throw new ToolError("unavailable", `The database folder ${dir} could not be opened.`, {
      hint: "Tell the user: it must be an empty folder or one of PGlite's, and accessible to this program.",
      cause,
    });
  }
}

const after = (clean: () => void) => (error: unknown) => {
  clean();
  throw error;
};
