import { join, resolve } from "node:path";
import type { DurableEngine, SqlDatabase } from "@holdall/durable/port";
import { userFolder } from "../config/ownership/user-folder.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";

export const databaseOptions = { database: { type: "string" } } as const;

export const databaseHelp = `  --database ADDRESS where runs are: postgres://host/database, or pglite:DIR for
                     a folder that one process has at a time (default:
                     ~/.config/holdall/runs)`;

/** Open the runs that an address names, for one command; disposing closes the database, too. */
export async function openEngine(address: string | undefined, place: Pick<Io, "cwd" | "env">): Promise<DurableEngine> {
  const [db, { pgBossEngine }] = await Promise.all([openDatabase(address, place), import("@holdall/durable")]);
  try {
    const engine = await pgBossEngine({ db });
    return {
      ...engine,
      async [Symbol.asyncDispose]() {
        await engine[Symbol.asyncDispose]();
        await db[Symbol.asyncDispose]?.();
      },
    };
  } catch (error) {
    await db[Symbol.asyncDispose]?.();
    throw error;
  }
}

async function openDatabase(address: string | undefined, { cwd, env }: Pick<Io, "cwd" | "env">): Promise<SqlDatabase> {
  address ??= `pglite:${join(userFolder(env), "runs")}`;
  if (/^postgres(ql)?:/.test(address)) {
    const { pgDatabase } = await import("@holdall/backends-sql/pg");
    return pgDatabase({ url: address, max: 8 });
  }
  const dir = /^pglite:(.+)$/s.exec(address)?.[1];
  // An address may hold a password, so that no error shows it.
  if (!dir) throw new UsageError("--database names no database.", "Use postgres://host/database or pglite:DIR.");
  const { pgliteDatabase } = await import("@holdall/backends-sql/pglite");
  return pgliteDatabase({ dir: resolve(cwd, dir) });
}
