import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type SqlDatabase, sqlBackend } from "@holdall/backends-sql";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { type Backend, joinPath, type Path, toPath } from "@holdall/tool-core";
import { openBucket, startS3Server } from "../../packages/backends-s3/src/_bucket.fixture.ts";
import { startPostgres } from "../../packages/backends-sql/src/fixtures/_postgres.fixture.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./harness.ts";
import { searchSession } from "./search-session.ts";
import { needles, type SearchTree } from "./search-tree.ts";

const root = toPath("/");
const atOnce = 8;

/** Searches where the files are rows or objects, beside a program that lists them and reads them all. */
export async function* storeRows(tree: SearchTree): BenchRows {
  const files = new Map(
    globSync(["**/*.*", "**/.gitignore"], { cwd: tree.folder }).map((path) => [
      path,
      readFileSync(join(tree.folder, path)),
    ]),
  );
  yield* s3Rows(tree, files);
  yield* sqlRows(tree, files, "PGlite", pgliteDatabase());
  const postgres = await startPostgres();
  if (typeof postgres === "string") return console.error(`Postgres is not measured: ${postgres}.`);
  try {
    yield* sqlRows(tree, files, "Postgres", pgDatabase(postgres));
  } finally {
    await postgres.stop();
  }
}

type Files = ReadonlyMap<string, Uint8Array>;

async function* s3Rows(tree: SearchTree, files: Files): BenchRows {
  await using server = await startS3Server();
  const always = { ifMatch: undefined, ifNoneMatch: undefined };
  for (const [path, bytes] of files) server.store.put(path, Buffer.from(bytes), {}, always);
  const backend = await openBucket(server);
  yield* compare(tree, backend, "S3", 1.1);
  server.log.length = 0;
  const session = searchSession("/", backend);
  const { searched } = await session.call("grep_files", { pattern: needles.literal, limit: 10_000 });
  await session.close();
  yield row("  requests for a file that no rule hides", "nothing", server.log.length / searched, {
    unit: "requests",
    most: 1.1,
  });
}

async function* sqlRows(tree: SearchTree, files: Files, place: string, db: SqlDatabase): BenchRows {
  const backend = sqlBackend({ db });
  for (const [path, bytes] of files) await backend.write(joinPath(root, path), bytes);
  yield* compare(tree, backend, place, 0.75);
  await backend[Symbol.asyncDispose]?.();
}

async function* compare(tree: SearchTree, backend: Backend, place: string, most: number): BenchRows {
  const session = searchSession("/", { ...backend, [Symbol.asyncDispose]: async () => {} });
  for (const [kind, pattern] of [
    ["a literal", needles.literal],
    [needles.regex, needles.regex],
  ] as const) {
    const grep = async () => (await session.call("grep_files", { pattern, limit: 10_000 })).total ?? -1;
    const [found, expected] = [await grep(), await linesByHand(backend, pattern)];
    if (found !== expected) throw new Error(`A search of ${place} found ${found} instead of ${expected}.`);
    const ms = await interleave(
      { ours: timed(grep), byHand: timed(() => linesByHand(backend, pattern)) },
      { rounds: 5, warmups: 1 },
    );
    yield row(`grep_files, ${kind}, ${place}, ${tree.label}`, "list, and read all", ratio(ms.ours, ms.byHand), {
      most,
    });
    yield row("  time of the peer", "nothing", median(ms.byHand), { unit: "ms" });
  }
  await session.close();
}

/** The lines that match in the files that no rule of the tree hides. */
async function linesByHand(backend: Backend, pattern: string): Promise<number> {
  const expression = new RegExp(pattern);
  const paths: Path[] = [];
  for await (const { path, kind } of backend.list(root, { recursive: true }))
    if (kind === "file" && !/^\/node_modules\/|\/out\/|\.log$|\/left-/.test(path)) paths.push(path);
  const waiting = paths.values();
  let lines = 0;
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      const { bytes } = await backend.read(path);
      const text = new TextDecoder().decode(bytes);
      if (expression.test(text)) lines += text.split("\n").filter((line) => expression.test(line)).length;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return lines;
}
