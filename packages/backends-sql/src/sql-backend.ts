import type { SqlDatabase, SqlSession } from "@holdall/durable/port";
import {
  abortedError,
  type Backend,
  dirname,
  type Io,
  isWithin,
  type Path,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { createWatchers } from "./changes/watchers.ts";
import { attempt } from "./files/attempt.ts";
import { asText, newVersion, readContent, writeChunks } from "./files/content.ts";
import * as failed from "./files/errors.ts";
import { boundsBelow, checkPath, folderChain } from "./files/paths.ts";
import { maxPathBytes, prepareSchema } from "./files/schema.ts";
import { chunkSize, statements } from "./files/statements.ts";
import { describe, entryOf, type Row, type Tree } from "./files/tree.ts";

export interface SqlBackendOptions {
  readonly db: SqlDatabase;
  /** One table is one tree of files. Lower case letters, digits and `_`, up to 40. Created if it is missing. */
  readonly table?: string;
  readonly name?: string;
}

interface FileRow extends Row {
  readonly version: string;
}

const rowsAtOnce = 1000;

/**
 * Create a backend that stores files in a Postgres database, below `/`. Names are exact. Every change is one transaction, and
 * every write creates a new version, even for the same content. Disposing of the backend disposes of `db`.
 */
export function sqlBackend({ db, table = "holdall_files", name = db.name }: SqlBackendOptions): Backend {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(table)) {
    throw new ToolError("invalid_input", `"${table}" is not a valid table name.`, {
      hint: "Use at most 40 lowercase letters, digits and underscores, and do not start with a digit.",
    });
  }
  const channel = `${table}_changes`;
  const sql = statements(table, channel);
  const watchers = db.listen && createWatchers(db.listen, channel);
  let prepared: Promise<void> | undefined;

  const prepare = () => {
    prepared ??= prepareSchema(db, table).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  /** Do something about a path until it is done; a database's errors become ToolErrors here and nowhere else. */
  const run = async <T>(
    path: Path,
    io: Io | undefined,
    work: (round: number) => Promise<T | undefined>,
  ): Promise<T> => {
    if (io?.signal?.aborted) throw abortedError(io.signal.reason);
    checkPath(path, maxPathBytes);
    try {
      await prepare();
      const result = await attempt(io, work);
      if (result === undefined) throw failed.isBusy(path);
      return result;
    } catch (error) {
      throw failed.fromSql(error, path);
    }
  };

  const change = async <T>(path: Path, io: Io | undefined, work: (round: number) => Promise<T | undefined>) => {
    await watchers?.ready();
    return run(path, io, work);
  };

  const find = async (session: SqlSession, path: Path, io?: Io): Promise<FileRow | null> =>
    (await session.query<FileRow>(sql.stat, [path], io))[0] ?? null;

  /** Throws when a folder of the chain is a file. True when `told`, whose creation watches report, is new. */
  const makeFolders = async (session: SqlSession, folder: Path, told: Path | null = null): Promise<boolean> => {
    const chain = folderChain(folder);
    const [file] = await session.query<{ path: Path }>(sql.firstFile, [chain]);
    if (file) throw failed.isFile(file.path);
    return (await session.query(sql.makeFolders, [chain, chain.map(dirname), told])).length > 0;
  };

  const read: Backend["read"] = (path, io) => run(path, io, () => readContent(db, sql, path, io ?? {}));
  const tree: Tree = {
    sql,
    read,
    query: <T>(path: Path, statement: string, params: readonly unknown[], io: Io) =>
      run(path, io, () => db.query<T>(statement, params, io)),
  };

  return {
    name,
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive: true },

    async stat(path, io) {
      const row = await run(path, io, () => find(db, path, io));
      if (!row) return null;
      return { ...describe(row), ...(io?.version && !row.folder && { version: row.version }) };
    },

    read,

    async write(path, bytes, io) {
      if (path === "/") throw failed.isFolder(path);
      const ifVersion = io?.ifVersion;
      const version = newVersion();
      const isLarge = bytes.length > chunkSize;
      const text = isLarge ? null : asText(bytes);
      const put = async (session: SqlSession) => {
        const [statement, second] =
          typeof ifVersion === "string"
            ? [sql.replace, ifVersion]
            : [ifVersion === null ? sql.create : sql.put, dirname(path)];
        const row = [path, second, version, bytes.length, isLarge || text !== null ? null : bytes, text];
        if ((await session.query(statement, row, io)).length === 0) return undefined;
        if (isLarge) await writeChunks(session, sql, version, bytes);
        return { version };
      };
      return change(path, io, async (round) => {
        const done = round > 0 ? undefined : await (isLarge ? db.transaction(put, io) : put(db));
        if (done) return done;
        return db.transaction(async (session) => {
          const there = await find(session, path);
          if (there?.folder) throw failed.isFolder(path);
          if (ifVersion === null && there) throw failed.alreadyExists(path);
          if (typeof ifVersion === "string" && there?.version !== ifVersion) {
            throw failed.stale(path, there?.version ?? null);
          }
          await makeFolders(session, dirname(path));
          return put(session);
        }, io);
      });
    },

    async remove(path, io) {
      if (path === "/") throw failed.isRoot(path);
      const ifVersion = io?.ifVersion;
      const isTree = io?.recursive && ifVersion === undefined;
      await change(path, io, async () => {
        const removed = isTree
          ? await db.transaction(async (session) => {
              await session.query(sql.takeTurn);
              return session.query(sql.removeTree, [path, ...boundsBelow(path)]);
            }, io)
          : await db.query(sql.removeFile, [path, ifVersion ?? null], io);
        if (removed.length > 0) return true;
        const there = await find(db, path, io);
        if (!there) throw failed.notFound(path);
        if (there.folder) throw io?.recursive ? failed.isFolder(path) : failed.needsRecursive(path);
        if (ifVersion !== undefined && there.version !== ifVersion) throw failed.stale(path, there.version);
        return undefined;
      });
    },

    async *list(path, io) {
      const row = await run(path, io, () => find(db, path, io));
      if (!row) throw failed.notFound(path);
      if (!row.folder) throw failed.isFile(path);
      const [start, end] = boundsBelow(path);
      const statement = io?.recursive ? sql.listBelow : sql.listChildren;
      for (let after = start; ; ) {
        const page = [after, io?.recursive ? end : path, rowsAtOnce];
        const rows = await run(path, io, () => db.query<Row>(statement, page, io));
        for (const entry of rows) {
          if (io?.signal?.aborted) throw abortedError(io.signal.reason);
          yield entryOf(entry);
          after = entry.path;
        }
        if (rows.length < rowsAtOnce) return;
      }
    },

    async createDirectory(path, io) {
      if (path === "/") return;
      await change(path, io, () =>
        db.transaction(async (session) => {
          if (await makeFolders(session, path, path)) return true;
          return (await find(session, path))?.folder ? true : undefined;
        }, io),
      );
    },

    async move(from, to, io) {
      if (from === "/" || to === "/") throw failed.isRoot(toPath("/"));
      checkPath(to, maxPathBytes);
      await change(from, io, () =>
        db.transaction(async (session) => {
          await session.query(sql.takeTurn);
          const rows = await session.query<FileRow>(sql.lockBoth, [from, to]);
          const source = rows.find(({ path }) => path === from);
          const target = rows.find(({ path }) => path === to);
          if (!source) throw failed.notFound(from);
          if (target && !io?.overwrite) throw failed.alreadyExists(to);
          if (target?.folder) throw failed.isFolder(to);
          if (target && source.folder) throw failed.isFile(to);
          if (from === to) return true;
          if (isWithin(to, from)) throw source.folder ? failed.intoItself(from, to) : failed.isFile(from);
          await makeFolders(session, dirname(to));
          if (target) await session.query(sql.removeFile, [to, null]);
          await session.query(sql.move, [from, to, dirname(to), ...boundsBelow(from)]);
          return true;
        }, io),
      );
    },

    async *glob(path, query, { signal } = {}) {
      const { walk } = await import("./search/walk.ts");
      for await (const { files, counts } of walk(tree, path, query, { signal }))
        yield { files: files.map(({ entry }) => entry), counts };
    },

    async *search(path, query, text, io) {
      const { search } = await import("./search/search.ts");
      yield* search(tree, path, query, text, io);
    },

    ...(watchers && { watch: (path, { signal }) => watchers.watch(path, signal) }),

    async [Symbol.asyncDispose]() {
      await watchers?.close();
      await db[Symbol.asyncDispose]?.();
    },
  };
}
