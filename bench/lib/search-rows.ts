import { globSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import fastGlob from "fast-glob";
import { type BenchRows, interleave, median, ratio, row, type Variant } from "./harness.ts";
import { rgFiles, rgFirstRows, rgRows, wasmRows } from "./search-peers.ts";
import { type SearchSession, searchSession } from "./search-session.ts";
import { hiddenName, needles, prefix, type SearchTree } from "./search-tree.ts";

const spawned = "ripgrep 15, spawned";

export async function* listRows(tree: SearchTree, rounds: number, most: number): BenchRows {
  const session = searchSession(tree.folder);
  const list = async (on: SearchSession) => (await on.call("list_files", { limit: 5_000 })).total;
  const peer = async () => (await rgFiles(tree.folder)).length;
  const files = await peer();
  const samples = await interleave(
    {
      rg: finds(files, peer),
      cold: cold(tree, files, list),
      again: finds(files, () => list(session)),
      bare: finds(files, async () => bareFiles(tree.folder).length),
    },
    { rounds, warmups: warmups(tree) },
  );
  await session.close();
  yield row(`list_files, ${tree.label}`, spawned, ratio(samples.cold, samples.rg), { most });
  yield row("  again in the session", spawned, ratio(samples.again, samples.rg));
  yield row("  bare: its folders read one by one, and nothing else", spawned, ratio(samples.bare, samples.rg));
  yield row("  time of the peer", "nothing", median(samples.rg), { unit: "ms" });
}

export async function* globRows(tree: SearchTree, rounds: number): BenchRows {
  const below = `${prefix}/**/*.ts`;
  const anywhere = "**/*.{ts,tsx}";
  const find = (pattern: string) => async (on: SearchSession) =>
    (await on.call("glob_files", { pattern, limit: 100 })).total;
  const timesOf = ({ stats }: { readonly stats?: { readonly mtimeMs: number } | undefined }) => stats?.mtimeMs ?? 0;
  const fastNewest = async () => {
    const found = fastGlob.sync(below, { cwd: tree.folder, ignore: [], stats: true });
    return found.sort((a, b) => timesOf(b) - timesOf(a)).length;
  };
  const newest = async () => (await rgFiles(tree.folder, "--sortr", "modified", "--type", "ts")).length;
  const bare = async () => {
    const wanted = bareFiles(join(tree.folder, prefix)).filter((host) => host.endsWith(".ts"));
    const times = wanted.map((host) => lstatSync(host).mtimeMs);
    return times.sort((a, b) => b - a).length;
  };
  const session = searchSession(tree.folder);
  const [some, all] = [await find(below)(session), await newest()];
  const samples = await interleave(
    {
      fastNewest: finds(fastGlob.sync(below, { cwd: tree.folder }).length, fastNewest),
      prefixed: cold(tree, some, find(below)),
      again: finds(some, () => find(below)(session)),
      bare: finds(some, bare),
      newest: finds(all, newest),
      ours: cold(tree, all, find(anywhere)),
    },
    { rounds, warmups: warmups(tree) },
  );
  await session.close();
  const unit = "ms";
  const peer = "fast-glob, sync, sorted by time";
  yield row(`glob_files ${below}, ${tree.label}`, peer, ratio(samples.prefixed, samples.fastNewest), { most: 1 });
  yield row("  again in the session", peer, ratio(samples.again, samples.fastNewest));
  yield row("  bare: its folders read, the time of every match", peer, ratio(samples.bare, samples.fastNewest));
  yield row(`glob_files ${anywhere}, ${tree.label}`, "rg --sortr modified", ratio(samples.ours, samples.newest), {
    most: 0.9,
  });
  yield row("  time of the peers", "nothing", median(samples.fastNewest) + median(samples.newest), { unit });
}

export interface GrepGoals {
  readonly cold: number;
  readonly again: number;
}

/** A literal, and an expression that no literal announces; the first time in a session, and from the third time on. */
export async function* grepRows(tree: SearchTree, rounds: number, goals: GrepGoals): BenchRows {
  const kinds = [
    ["a literal", needles.literal, goals],
    [needles.regex, needles.regex, { cold: goals.cold, again: undefined }],
  ] as const;
  for (const [kind, pattern, most] of kinds) {
    const session = searchSession(tree.folder);
    const peer = async () => (await rgRows(tree.folder, pattern)).length;
    const grep = async (on: SearchSession) =>
      (await on.call("grep_files", { pattern, limit: 10_000 })).files.reduce((sum, { matches }) => sum + matches, 0);
    const found = await peer();
    const samples = await interleave(
      { rg: finds(found, peer), cold: cold(tree, found, grep), again: finds(found, () => grep(session)) },
      { rounds, warmups: warmups(tree) },
    );
    await session.close();
    yield row(`grep_files, ${kind}, ${tree.label}`, spawned, ratio(samples.cold, samples.rg), { most: most.cold });
    yield row("  again in the session", spawned, ratio(samples.again, samples.rg), {
      ...(most.again !== undefined && { most: most.again }),
    });
    yield row("  time of the peer", "nothing", median(samples.rg), { unit: "ms" });
  }
}

/** More matches than anybody reads: ours stops at its limit, the peer's answer is read to its end, or cut off. */
export async function* manyMatchesRows(tree: SearchTree, rounds: number): BenchRows {
  const limit = 100;
  const grep = async (on: SearchSession) => {
    const { files } = await on.call("grep_files", { pattern: needles.common, limit });
    return files.reduce((sum, { matches }) => sum + matches, 0);
  };
  const all = (await rgRows(tree.folder, needles.common)).length;
  const samples = await interleave(
    {
      rg: finds(all, async () => (await rgRows(tree.folder, needles.common)).length),
      stopped: finds(limit, async () => (await rgFirstRows(tree.folder, needles.common, limit)).length),
      cold: cold(tree, limit, grep),
    },
    { rounds: Math.ceil(rounds / 3), warmups: 1 },
  );
  const what = `grep_files, ${limit} of ${all.toLocaleString("en")} matches, ${tree.label}`;
  yield row(what, `${spawned}, all`, ratio(samples.cold, samples.rg), { most: 0.25 });
  yield row("  the same", `${spawned}, killed at ${limit} rows`, ratio(samples.cold, samples.stopped));
}

/** Where no program can be spawned: files in memory, against ripgrep compiled to WebAssembly on the disk. */
export async function* portableRows(tree: SearchTree, rounds: number): BenchRows {
  const files: Record<string, Uint8Array> = {};
  const paths = globSync(["packages/**/*.*", "**/.gitignore"], { cwd: tree.folder });
  for (const path of paths) files[`/${path}`] = readFileSync(join(tree.folder, path));
  const session = searchSession("/", memoryBackend({ files }));
  for (const [kind, pattern] of [
    ["a literal", needles.literal],
    ["a regex with a literal", `${needles.literal}\\(\\d+\\)`],
  ] as const) {
    const found = (await rgRows(tree.folder, pattern)).length;
    const samples = await interleave(
      {
        wasm: finds(found, async () => (await wasmRows(tree.folder, pattern)).length),
        ours: finds(found, async () => (await session.call("grep_files", { pattern, limit: 10_000 })).total ?? -1),
      },
      { rounds },
    );
    yield row(
      `grep_files in memory, ${kind}, ${tree.label}`,
      "ripgrep as WebAssembly",
      ratio(samples.ours, samples.wasm),
      {
        most: 0.25,
      },
    );
  }
  await session.close();
}

/** The files that no rule hides, by reading their folders and nothing else: no walk can do without that. */
function bareFiles(folder: string, found: string[] = []): string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (hiddenName.test(entry.name)) continue;
    const host = `${folder}/${entry.name}`;
    if (entry.isDirectory()) bareFiles(host, found);
    else found.push(host);
  }
  return found;
}

/** Rounds until a search has seen some 10,000 files and the engine has compiled it; ripgrep comes compiled. */
const warmups = ({ files }: SearchTree): number => Math.max(3, Math.ceil(10_000 / files));

/** Times a search and sees to it that it finds what it should. */
function finds(expected: number, search: () => Promise<number>): Variant {
  return async () => {
    const start = performance.now();
    const found = await search();
    const elapsed = performance.now() - start;
    if (found !== expected) throw new Error(`A search found ${found} instead of ${expected}.`);
    return elapsed;
  };
}

/** The same for the first search of a session. */
function cold(tree: SearchTree, expected: number, search: (on: SearchSession) => Promise<number>): Variant {
  return async () => {
    const session = searchSession(tree.folder);
    const elapsed = await finds(expected, () => search(session))();
    await session.close();
    return elapsed;
  };
}
