import { ToolError } from "@holdall/tool-core";
import type { SqlDatabase } from "../port/index.ts";

/** Each entry brings the layout from one version to the next; entries are never changed, only added. */
const layouts: readonly ((schema: string) => readonly string[])[] = [
  (s) => [
    `create table "${s}".runs (
      id text primary key, name text not null, version text not null, queue text not null, key text, priority integer not null,
      state text not null, attempt integer not null default 0, worker text,
      lost integer not null default 0, lost_in_row integer not null default 0, max_lost integer not null,
      failures integer not null default 0, attempts integer not null,
      wake_at bigint, deadline bigint, parent text, parent_event text, failed_at text,
      input text not null, output text, error text, created bigint not null, ended bigint)`,
    `create unique index runs_key on "${s}".runs (name, key) where key is not null`,
    `create index runs_due on "${s}".runs (wake_at) where state in ('queued', 'running', 'waiting')`,
    `create index runs_deadline on "${s}".runs (deadline) where deadline is not null and state in ('queued', 'running', 'waiting')`,
    `create index runs_parent on "${s}".runs (parent) where parent is not null`,
    `create index runs_created on "${s}".runs (created)`,
    `create table "${s}".steps (run text not null, position text not null, name text not null, output text, error text,
      failures integer not null default 0, attempt integer not null, ended bigint, primary key (run, position))`,
    `create table "${s}".waits (run text not null, position text not null, name text not null, event text, until bigint,
      primary key (run, position))`,
    `create table "${s}".events (run text not null, name text not null, payload text not null, at bigint not null,
      primary key (run, name))`,
    `create table "${s}".log (seq bigint generated always as identity primary key, run text not null, at bigint not null,
      type text not null, data text not null)`,
    `create index log_run on "${s}".log (run, seq)`,
    `create table "${s}".schedules (id text primary key, revision integer not null, state text not null, next bigint,
      data text not null)`,
    `create index schedules_due on "${s}".schedules (next) where state = 'active'`,
    `create table "${s}".slots (schedule text not null, revision integer not null, at bigint not null, outcome text not null,
      run text, primary key (schedule, revision, at))`,
  ],
];

/** Make the tables, or bring them up to date, also while runs are carried out. Any number of processes may do so at once. */
export async function prepareSchema(db: SqlDatabase, schema: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
    throw new ToolError("invalid_input", `"${schema}" cannot be the name of a schema.`, {
      hint: "Use lower-case letters, digits and _, at most 40.",
    });
  }
  if ((await layoutOf(db, schema)) === layouts.length) return;
  await db.transaction(async (session) => {
    await session.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`holdall durable ${schema}`]);
    await session.query(`create schema if not exists "${schema}"`);
    await session.query(`create table if not exists "${schema}".layout (version integer not null)`);
    const [found] = await session.query<{ version: number }>(`select version from "${schema}".layout`);
    const version = found?.version ?? 0;
    if (version > layouts.length) throw newer(schema, version);
    for (const layout of layouts.slice(version)) {
      for (const statement of layout(schema)) await session.query(statement);
    }
    await session.query(`delete from "${schema}".layout`);
    await session.query(`insert into "${schema}".layout values ($1)`, [layouts.length]);
  });
}

async function layoutOf(db: SqlDatabase, schema: string): Promise<number | undefined> {
  const [table] = await db.query("select 1 as found from pg_tables where schemaname = $1 and tablename = 'layout'", [
    schema,
  ]);
  if (!table) return undefined;
  const [found] = await db.query<{ version: number }>(`select version from "${schema}".layout`);
  if (found && found.version > layouts.length) throw newer(schema, found.version);
  return found?.version;
}

const newer = (schema: string, version: number) =>
  new ToolError(
    "unsupported",
    `The runs in the schema ${schema} were created by a later version of Holdall (layout ${version}).`,
    {
      hint: "Update @holdall/durable, or name another schema.",
    },
  );
