import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

const home = join(import.meta.dirname, "../node_modules/@electric-sql/pglite");

/**
 * A PGlite in memory that starts from an empty cluster which was made once for all tests of a checkout: to make one takes
 * some four times as long as to load it.
 */
export async function openPglite(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await openAsBlob(await preparedCluster()) });
}

/** Put that empty cluster into a folder, for a PGlite that keeps its files there. */
export async function fillFolder(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true });
  execFileSync("tar", ["-xf", await preparedCluster(), "-C", dir], { stdio: ["ignore", "ignore", "pipe"] });
}

async function preparedCluster(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const prepared = join(import.meta.dirname, `../node_modules/.cache/pglite-${version}.tar`);
  if (!existsSync(prepared)) await prepare(prepared);
  return prepared;
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
