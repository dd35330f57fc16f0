import { ruleColumns } from "../search/rule-columns.ts";
import { searchStatements } from "../search/search-statements.ts";

/** Bytes in a row: a file up to here is one row, a larger one is cut into chunks of this size. */
export const chunkSize = 1024 * 1024;

/** The statements on one table. Each that changes a path tells the channel in the same transaction. */
export function statements(table: string, channel: string) {
  const t = `"${table}"`;
  const chunks = `"${table}_chunks"`;
  const tell = (sign: "+" | "-", path = "path") => `pg_notify('${channel}', '${sign}' || ${path}::text)`;
  const modified = "floor(extract(epoch from modified) * 1000)::float8 as modified";
  const entry = `select path, folder is not null as folder, size::float8 as size, ${modified} from ${t}`;
  const kindIn = (name: string) =>
    `(select r.folder is not null from ${t} r where r.path = rtrim(f.folder, '/') || '/.${name}') as ${name}`;
  const walked = `select path, folder is not null as folder, size::float8 as size, ${modified},
    ${ruleColumns.map(kindIn).join(", ")} from ${t} f`;
  const columns = "path, parent, version, size, content, utf8, modified";
  const content = "coalesce($5::bytea, convert_to($6::text, 'UTF8'))";
  const isText = "$6::text is not null";
  const candidate = `select $1::text, $2::text, $3::text, $4::bigint, ${content}, ${isText}, now() where exists (select 1 from ${t} where folder = $2)`;
  const values = `version = $3, size = $4::bigint, content = ${content}, utf8 = ${isText}, modified = now()`;

  return {
    stat: `select folder is not null as folder, size::float8 as size, version, ${modified} from ${t} where path = $1`,

    /** $1 path, $2 how many bytes; they come as text where that is all of the file and can be. */
    readStart: `select folder, size, version,
        case when utf8 and size <= $2::integer then convert_from(content, 'UTF8') end as text,
        case when utf8 and size <= $2::integer then null else substring(content for $2::integer) end as bytes
      from ${t} where path = $1`,

    /** $1 path, $2 the first byte, from 1, and $3 how many. */
    readRange: `select folder, size, version, null as text, substring(content from $2::integer for $3::integer) as bytes
      from ${t} where path = $1`,

    /** $1 version, $2 and $3 the first and the last chunk, $4 and $5 the bytes' start and end in the file. */
    chunks: `select substring(bytes from greatest($4::bigint - at::bigint * ${chunkSize}, 0)::integer + 1
        for (least($5::bigint - at::bigint * ${chunkSize}, ${chunkSize})
          - greatest($4::bigint - at::bigint * ${chunkSize}, 0))::integer) as bytes
      from ${chunks} where version = $1 and at between $2 and $3 order by at`,

    /** $1 path, $2 parent, $3 version, $4 size, $5 or $6 the content, as bytes or as text. No row: refused, or the parent is missing. */
    put: `with put as (insert into ${t} as f (${columns}) ${candidate}
      on conflict (path) do update set ${values} where f.folder is null returning path)
      select ${tell("+")} from put`,

    create: `with put as (insert into ${t} (${columns}) ${candidate} on conflict do nothing returning path)
      select ${tell("+")} from put`,

    /** As `put`; $2 is the version that must be there. */
    replace: `with put as (update ${t} set ${values} where path = $1 and version = $2 returning path)
      select ${tell("+")} from put`,

    addChunk: `insert into ${chunks} (version, at, bytes) values ($1, $2, $3)`,

    /** $1 folders, $2 their parents, $3 the one that is reported, if any. No row: it was there. */
    makeFolders: `with made as (insert into ${t} (path, parent, folder)
      select p, q, p from unnest($1::text[], $2::text[]) as n (p, q) on conflict do nothing returning path)
      select ${tell("+")} from made where path = $3`,

    firstFile: `select path from ${t} where path = any ($1::text[]) and folder is null order by path limit 1`,

    removeFile: `with gone as (delete from ${t} where path = $1 and folder is null and version = coalesce($2::text, version) returning path)
      select ${tell("-")} from gone`,

    /** $1 the path, $2 and $3 the bounds of what is below. */
    removeTree: `with gone as (delete from ${t} where path = $1 or (path > $2 and path < $3) returning path)
      select ${tell("-")} from gone where path = $1`,

    /** Moves and removals of folders take turns: each locks many rows, and two would wait for each other. */
    takeTurn: `select pg_advisory_xact_lock(hashtextextended('holdall tree ${table}', 0))`,

    lockBoth: `select path, folder is not null as folder from ${t} where path in ($1, $2) order by path for update`,

    /** $1 from, $2 to, $3 the target's parent, $4 and $5 the bounds below. */
    move: `with moved as (update ${t} set
        path = $2::text || substr(path, char_length($1::text) + 1),
        folder = $2 || substr(folder, char_length($1) + 1),
        parent = case when path = $1 then $3 else $2 || substr(parent, char_length($1) + 1) end
      where path = $1 or (path > $4 and path < $5) returning path)
      select ${tell("-", "$1")}, ${tell("+")} from moved where path = $2`,

    /** $1 after, $2 the end, $3 how many. */
    listBelow: `${entry} where path > $1 and path < $2 order by path limit $3`,

    /** $1 after, $2 the folder, $3 how many. */
    listChildren: `${entry} where path > $1 and parent = $2 order by path limit $3`,

    /** $1 paths. */
    walkFolders: `${walked} where path = any ($1::text[]) order by path`,

    /** $1 the first, $2 the end, $3 how many. */
    walkBelow: `${walked} where path >= $1 and path < $2 order by path limit $3`,

    ...searchStatements(t, chunks),
  };
}
