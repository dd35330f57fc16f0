import type { SqlDatabase } from "@holdall/durable/port";
import { ToolError } from "@holdall/tool-core";

/** The maximum bytes of a path in UTF-8: the limit of object stores, which fits twice into an index entry. */
export const maxPathBytes = 1024;

/**
 * Each entry brings the layout from one version to the next; entries are never changed, only added.
 * `folder` repeats the path of a folder and is null for a file, so that `parent` can only name a folder. Content above
 * a chunk lies in a table of its own, by version; the trigger sweeps it when its file goes or is replaced. `utf8` marks
 * content that may travel as text, see `asText`.
 */
const steps: readonly ((table: string) => readonly string[])[] = [
  (t) => [
    `create table "${t}" (
      path text collate "C" primary key check (octet_length(path) <= ${maxPathBytes}),
      parent text collate "C",
      folder text collate "C" unique check (folder = path),
      version text,
      size bigint not null default 0,
      modified timestamptz,
      content bytea,
      foreign key (parent) references "${t}" (folder),
      check ((folder is null) = (version is not null)),
      check ((parent is null) = (path = '/'))
    )`,
    `alter table "${t}" alter column content set storage external`,
    `create index "${t}_children" on "${t}" (parent, path)`,
    `create table "${t}_chunks" (version text, at integer, bytes bytea not null, primary key (version, at))`,
    `alter table "${t}_chunks" alter column bytes set storage external`,
    `create function "${t}_sweep"() returns trigger language plpgsql as
      $$ begin delete from "${t}_chunks" where version = old.version; return null; end $$`,
    `create trigger "${t}_replaced" after update of version on "${t}" for each row
      when (old.content is null and old.version <> new.version) execute function "${t}_sweep"()`,
    `create trigger "${t}_removed" after delete on "${t}" for each row
      when (old.content is null and old.version is not null) execute function "${t}_sweep"()`,
    `insert into "${t}" (path, folder) values ('/', '/')`,
  ],
  (t) => [`alter table "${t}" add column utf8 boolean not null default false`],
];

const label = "holdall files, layout ";

/** Make the tables, or bring them up to date. Any number of processes may do so at once. */
export async function prepareSchema(db: SqlDatabase, table: string): Promise<void> {
  // A query on the catalog's tables sees what others committed a moment ago; its look-up functions may not.
  const look = `select coalesce(obj_description(oid, 'pg_class'), '') as label from pg_class
    where relname = $1 and relkind in ('r', 'p', 'v', 'm', 'f') and pg_table_is_visible(oid)`;
  const [server] = await db.query("select current_setting('server_encoding') as encoding");
  if (server?.encoding !== "UTF8") {
    throw unusable(`has the encoding ${server?.encoding}, not UTF8`, "Use a database that was created with UTF8.");
  }
  const [found] = await db.query<TableLabel>(look, [table]);
  if (found?.label === label + steps.length) return;
  await db.transaction(async (session) => {
    await session.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [label + table]);
    const [now] = await session.query<TableLabel>(look, [table]);
    for (const step of steps.slice(now ? layoutOf(now.label, table) : 0)) {
      for (const statement of step(table)) await session.query(statement);
    }
    await session.query(`comment on table "${table}" is '${label}${steps.length}'`);
  });
}

interface TableLabel {
  readonly label: string;
}

function layoutOf(found: string, table: string): number {
  const layout = found.startsWith(label) ? Number(found.slice(label.length)) : Number.NaN;
  if (layout <= steps.length) return layout;
  throw Number.isNaN(layout)
    ? unusable(`has a table "${table}" that is not Holdall's`, "Choose another `table`.")
    : unusable(`holds "${table}" in the newer layout ${layout}`, "Update @holdall/backends-sql.");
}

const unusable = (what: string, hint: string) => new ToolError("unavailable", `The database ${what}.`, { hint });
