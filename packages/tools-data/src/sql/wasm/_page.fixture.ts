import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { fromBase64 } from "@holdall/tool-kit";
import { dataTools } from "../../data-tools.ts";
import { browserSql } from "./browser-sql.ts";

/** What a call came to, as data. */
export interface PageAnswer {
  readonly code: string;
  readonly rows?: unknown;
  readonly message?: string;
  readonly hint?: string | undefined;
}

export interface SqlPage {
  /** A query of files, which are base64, with a limit of milliseconds. */
  query(input: object, files?: Readonly<Record<string, string>>, time?: number): Promise<PageAnswer>;
  /** Cancel a query after another one, which begins later, has ended. */
  cancel(sql: string): Promise<PageAnswer>;
}

/** A page with query_data in DuckDB for browsers, for tests. */
export function offerSql(module: string, worker: string): void {
  const engine = browserSql({ module, worker });
  const open = (files: Readonly<Record<string, string>>, time?: number) => {
    const bytes = Object.entries(files).map(([path, text]) => [path, fromBase64(text)] as const);
    const backend = memoryBackend({ files: Object.fromEntries(bytes) });
    return openSession(createRegistry(dataTools({ backend, engine, sql: { time } })), { policy: allow() });
  };
  const run = async (session: ReturnType<typeof open>, input: object, signal?: AbortSignal): Promise<PageAnswer> => {
    const result = await session.call("query_data", input, { signal });
    if (result.ok) return { code: "ok", rows: (result.output as { rows: unknown }).rows };
    const { code, message, hint } = result.error;
    return { code, message, hint };
  };
  const page: SqlPage = {
    query: (input, files = {}, time) => run(open(files, time), input),
    async cancel(sql) {
      const session = open({});
      const stop = new AbortController();
      const running = run(session, { sql }, stop.signal);
      await run(session, { sql: "SELECT 1 AS a" });
      stop.abort();
      return running;
    },
  };
  Object.assign(globalThis, { holdall: page });
}
