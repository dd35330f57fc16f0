import {
  type Access,
  abortedError,
  type Backend,
  type Path,
  type ToolContext,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { maxAnswer } from "../../source/deliver.ts";
import type { QueryDataInput, QueryDataOutput, TableSchema } from "../query-params.ts";
import type { SqlLimits } from "../sql-limits.ts";
import { writeRows } from "../write-rows.ts";
import { findTables, firstRows } from "./list-tables.ts";
import { explainPostgres } from "./postgres-errors.ts";
import type { QueryDatabase, QueryDatabases, SqlStatements } from "./query-database.ts";
import { checkFunctions, readOnly } from "./read-only.ts";
import { type PostgresWords, readPostgresSql } from "./read-postgres-sql.ts";
import { knowResult } from "./read-result.ts";

/** A query of a database; without `words` its tables are listed. */
export interface PreparedDatabase {
  readonly database: string;
  readonly words: PostgresWords | undefined;
}

/** What a query of a database touches: the database by its name, and the file of the result. Throws for a wrong query. */
export function databaseAccess(
  { database: named, sql, files, output_path }: QueryDataInput,
  databases: QueryDatabases,
  cwd: Path,
): { readonly accesses: readonly Access[]; readonly prepared: PreparedDatabase } {
  const all = Object.keys(databases);
  const database = named ?? (all.length === 1 ? all[0]! : "");
  if (named === undefined && all.length !== 1)
    throw new ToolError("invalid_input", "There is neither a query, nor a file, nor a database.", {
      hint: `Set \`database\` to one of ${all.slice(0, 20).join(", ")}, or give \`sql\` or \`files\`.`,
    });
  if (!Object.hasOwn(databases, database)) throw notConfigured(database, all);
  if (files !== undefined && Object.keys(files).length > 0)
    throw new ToolError("invalid_input", "One query reads a database or files, not both.", {
      hint: "Write the rows of the database to a file with output_path, and join that file in a second call.",
    });
  const words = sql === undefined || sql.trim() === "" ? undefined : readPostgresSql(sql);
  if (words === undefined && output_path !== undefined)
    throw new ToolError("invalid_input", "There is no query whose result could be written.", { hint: "Set `sql`." });
  const output = output_path === undefined ? [] : [{ action: "write" as const, target: toPath(output_path, cwd) }];
  return {
    accesses: [{ action: "network", target: `database:${database}` }, ...output],
    prepared: { database, words },
  };
}

const notConfigured = (name: string, all: readonly string[]): ToolError =>
  new ToolError(
    "not_found",
    // The text of a model may be an address with a password.
    /^[\w-]{1,64}$/.test(name) ? `There is no database ${name}.` : "That is not the name of a database.",
    {
      hint:
        all.length > 0
          ? `The databases are ${all.slice(0, 20).join(", ")}. An SQLite or DuckDB file goes into \`files\`.`
          : 'No database is configured, and only the user can do so. An SQLite or DuckDB file goes into `files`: {"app": "app.db"}.',
    },
  );

interface DatabasePlace {
  readonly databases: QueryDatabases;
  readonly backend: Backend;
  readonly limits: SqlLimits;
}

/** Run a query that the policy has allowed, in a read-only transaction. */
export async function queryPostgres(
  call: QueryDataInput,
  { database, words }: PreparedDatabase,
  { databases, backend, limits }: DatabasePlace,
  ctx: ToolContext,
): Promise<QueryDataOutput> {
  const configured = databases[database]!;
  const { timeout: time = limits.time ?? 60_000, maxRows = limits.rows ?? 10_000_000 } = configured;
  const stop = AbortSignal.any([ctx.signal, AbortSignal.timeout(time)]);
  const limited = { time, signal: stop };
  try {
    return await readOnly(configured, limited, async (session, isSuperuser) => {
      const notes = isSuperuser ? [superuser(database)] : [];
      if (!words) return { ...(await listTables(session, configured, call.offset ?? 0)), notes };
      await checkFunctions(session, words.calls);
      const answered = await answer(session, call, words, { backend, maxRows, ctx });
      return { ...answered, notes: [...notes, ...answered.notes] };
    });
  } catch (error) {
    if (ctx.signal.aborted) throw abortedError(ctx.signal.reason);
    const failed = stop.aborted && (!ToolError.is(error) || error.code === "aborted") ? { code: "57014" } : error;
    throw await explainPostgres(failed, {
      database,
      time,
      names: words?.names ?? [],
      tables: () =>
        readOnly(configured, { time: 5_000, signal: ctx.signal }, (session) => findTables(session, configured.schemas)),
    });
  }
}

const superuser = (database: string): string =>
  `The role of ${database} is a superuser. Tell the user to configure a role that can only read.`;

/** Characters of an answer to a program. */
const maxProgramAnswer = 64_000_000;

/** Tables of one answer, and those of them whose first rows are shown. */
const [mostTables, mostSampled] = [100, 20];

async function listTables(
  session: SqlStatements,
  { schemas }: QueryDatabase,
  offset: number,
): Promise<QueryDataOutput> {
  const all = await findTables(session, schemas);
  const tables: TableSchema[] = [];
  for (const found of all.slice(offset, offset + mostTables)) {
    const rows = tables.length < mostSampled ? await firstRows(session, found) : [];
    const { name, estimate, columns } = found;
    tables.push({ name, ...(estimate !== undefined && { estimate }), columns, rows });
  }
  const beyond = Math.max(0, all.length - offset - tables.length);
  return {
    total: all.length,
    columns: [],
    rows: [],
    offset,
    ...(beyond > 0 && { next_offset: offset + tables.length }),
    ...leftOut({ beyond_limit: beyond }),
    tables,
    notes: [],
  };
}

interface AnswerPlace {
  readonly backend: Backend;
  readonly maxRows: number;
  readonly ctx: ToolContext;
}

async function answer(
  session: SqlStatements,
  call: QueryDataInput,
  { sql, isOrdered }: PostgresWords,
  { backend, maxRows, ctx }: AnswerPlace,
): Promise<QueryDataOutput> {
  const { limit = 100, offset = 0, output_path } = call;
  const result = await knowResult(session, sql);
  const columns = [...result.columns];
  if (output_path !== undefined) {
    const encoder = new TextEncoder();
    let total = 0;
    const lines = async function* () {
      for await (const rows of result.rows({ limit: maxRows + 1, offset: 0 })) {
        total += rows.length;
        if (total > maxRows) throw tooManyRows(maxRows);
        yield encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      }
    };
    const { notes, ...written } = await writeRows(call, output_path, { lines, out: result.out, backend, ctx });
    return { total, columns, rows: [], offset: 0, ...written, notes };
  }
  const maxText = ctx.inProgram ? maxProgramAnswer : maxAnswer;
  const rows: Record<string, unknown>[] = [];
  let text = 0;
  let isMore = false;
  for await (const some of result.rows({ limit: limit + 1, offset })) {
    for (const row of some) {
      text += JSON.stringify(row).length;
      isMore = rows.length === limit || (rows.length > 0 && text > maxText);
      if (isMore) break;
      rows.push(row);
    }
    if (isMore) break;
  }
  const next = offset + rows.length;
  const isCounted = isMore || (rows.length === 0 && offset > 0);
  const counted = isCounted ? await result.count(maxRows + 1) : next;
  const total = Math.min(counted, Math.max(maxRows, next));
  return {
    total,
    columns,
    rows,
    offset,
    ...(isMore && { next_offset: next }),
    ...leftOut({ beyond_limit: isMore ? total - next : 0 }),
    notes: [
      ...(counted > total ? [`There are more rows than ${maxRows}; they are counted only up to there.`] : []),
      ...(isMore && !isOrdered ? ["Without ORDER BY, another page may have rows of this one."] : []),
    ],
  };
}

const tooManyRows = (max: number): ToolError =>
  new ToolError("too_large", `The result has more than ${max} rows.`, {
    hint: "Aggregate or filter in the query, or add LIMIT.",
    data: { max },
  });
