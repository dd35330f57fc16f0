import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { sqlBackend } from "@holdall/backends-sql";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { type Backend, type Path, toPath } from "@holdall/tool-core";
import { openBucket, startS3Server } from "../packages/backends-s3/src/_bucket.fixture.ts";
import {
  differenceOf,
  type Ran,
  runInBash,
  runPortable,
} from "../packages/tools-shell/src/portable/tests/_compare.fixture.ts";
import { causeOf } from "../packages/tools-shell/src/portable/tests/_differences.fixture.ts";
import { scripts } from "../packages/tools-shell/src/portable/tests/_scripts.fixture.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";

export const about = "Portable shell: scripts in the bash of this machine and in the portable shell on five backends";

const count = Number(process.env.HOLDALL_SCRIPTS ?? 500);
const seed = Number(process.env.HOLDALL_SEED ?? 7);

interface Place {
  readonly backend: Backend;
  readonly root: Path;
  dispose?(): Promise<void>;
}

export async function* rows(): EvalRows {
  const all = scripts(count, seed);
  const expected: Ran[] = [];
  for (const { text } of all) expected.push(await runInBash(text));
  const server = await startS3Server();
  const sql = sqlBackend({ db: pgliteDatabase() });
  let places = 0;
  const open: Readonly<Record<string, () => Promise<Place>>> = {
    memory: async () => ({ backend: memoryBackend(), root: toPath("/work") }),
    disk: async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-portable-")));
      const backend = nodeBackend({ roots: folder });
      return { backend, root: toPath(folder), dispose: async () => rmSync(folder, { recursive: true, force: true }) };
    },
    S3: async () => ({ backend: await openBucket(server, { prefix: `script-${++places}` }), root: toPath("/work") }),
    SQL: async () => ({ backend: sql, root: toPath(`/script-${++places}`) }),
    overlay: async () => ({ backend: overlay(memoryBackend()), root: toPath("/work") }),
  };
  try {
    for (const [name, openPlace] of Object.entries(open)) {
      const same = tally();
      const causes = new Map<string, number>();
      for (const [at, { kind, text }] of all.entries()) {
        const place = await openPlace();
        try {
          const portable = await runPortable(text, place.backend, place.root);
          const difference = differenceOf(expected[at]!, portable, place.backend.can.emptyDirectories);
          const cause = difference === undefined ? "" : causeOf(text);
          if (difference !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
          same.add(
            difference === undefined,
            `${kind} (${cause}): ${text}\n    ${difference}\n    ${portable.errors.slice(0, 200)}`,
          );
        } finally {
          await place.dispose?.();
        }
      }
      yield {
        what: `same output, exit code and files as bash: ${name}`,
        value: same.right,
        of: same.all,
        least: Math.ceil(0.98 * same.all),
      };
      for (const [cause, number] of causes) yield { what: `  differs on ${name}: ${cause}`, value: number };
    }
  } finally {
    await server[Symbol.asyncDispose]();
    await sql[Symbol.asyncDispose]?.();
  }
}
