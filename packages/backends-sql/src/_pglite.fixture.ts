import { existsSync, mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

const home = join(import.meta.dirname, "../node_modules/@electric-sql/pglite");

/**
 * A PGlite in memory that starts from an empty cluster which was made once for all tests of a checkout: to make one takes
 * some four times as long as to load it.
 */
export async function openPglite(): Promise<PGlite> {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const prepared = join(import.meta.dirname, `../node_modules/.cache/pglite-${version}.tar`);
  if (!existsSync(prepared)) await prepare(prepared);
  return PGlite.create({ loadDataDir: await openAsBlob(prepared) });
}

/** Made aside and moved into place, as other processes may make or load it at the same time. */
async function prepare(file: string): Promise<void> {
  const client = await PGlite.create();
  const cluster = await client.dumpDataDir("none");
  await client.close();
  mkdirSync(dirname(file), { recursive: true });
  const aside = `${file}-${process.pid}`;
  writeFileSync(aside, await cluster.bytes());
  renameSync(aside, file);
}
