import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession, type Session } from "@holdall/tool-core";
import { dataTools, type QueryDataOutput } from "@holdall/tools-data";
import { tempFolder } from "../bench/lib/temp.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";
import { sqlAttacks } from "./lib/sql-attacks.ts";
import { dataFolder, namesFolder } from "./lib/sql-data.ts";
import type { Answer } from "./lib/sql-questions/question.ts";
import { questions } from "./lib/sql-questions.ts";

export const about =
  "query_data: questions about open data that packages ship, answered by plain JavaScript as well, and attacks on its confinement";

export async function* rows(): EvalRows {
  for (const disk of [true, false]) {
    const backend = nodeBackend({ roots: [dataFolder, namesFolder] });
    const registry = createRegistry(dataTools({ backend, disk }));
    await using session = openSession(registry, { policy: allow(), cwd: dataFolder });
    const right = tally();
    for (const { ask, sql, answer } of questions) {
      const found = await answerOf(session, sql);
      const expected = answer();
      right.add(isSame(found, expected), `${ask}: ${show(found)} instead of ${show(expected)}`);
    }
    const where = disk ? "files in place" : "copies of the files";
    yield { what: `questions answered right, ${where}`, value: right.right, of: right.all, least: right.all };
  }
  yield await attack();
}

/** A number with all of its digits. */
interface Digits {
  readonly digits: string;
}

const parseDigits = JSON.parse as unknown as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => QueryDataOutput;

async function answerOf(session: Session, sql: string): Promise<unknown[][] | string> {
  const result = await session.call("query_data", { sql });
  if (!result.ok) return `${result.error.message} ${result.error.hint ?? ""}`;
  const { rows, columns } = parseDigits(JSON.stringify(result.output), (_, value, { source }) =>
    typeof value === "number" ? ({ digits: source ?? String(value) } satisfies Digits) : value,
  );
  return rows.map((row) => columns.map(({ name }) => (row as Readonly<Record<string, unknown>>)[name]));
}

const isSame = (found: unknown[][] | string, expected: readonly (readonly Answer[])[]): boolean =>
  typeof found !== "string" &&
  found.length === expected.length &&
  found.every(
    (row, i) => row.length === expected[i]!.length && row.every((cell, j) => isSameValue(cell, expected[i]![j]!)),
  );

function isSameValue(found: unknown, expected: Answer): boolean {
  const digits = (found as Digits | null)?.digits;
  if (digits === undefined) return found === expected;
  if (typeof expected === "object" && expected !== null) return plain(digits) === plain(expected.exact);
  if (typeof expected !== "number") return false;
  if (Number.isInteger(expected)) return Number(digits) === expected;
  return Math.abs(Number(digits) - expected) <= 1e-9 * Math.abs(expected);
}

/** A decimal without zeros that say nothing. */
const plain = (digits: string): string =>
  (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits).replace(/^(-?)0*(?=\d)/, "$1");

const show = (value: unknown): string => JSON.stringify(value).slice(0, 200);

async function attack() {
  const folder = tempFolder("sql");
  const [secret, target] = [join(dirname(folder), `holdall-secret-${process.pid}.csv`), join(folder, "written")];
  writeFileSync(secret, "word\nhunter2\n");
  writeFileSync(join(folder, "a.csv"), "a\n1\n");
  await using session = openSession(
    createRegistry(dataTools({ backend: nodeBackend({ roots: folder }), disk: true })),
    {
      policy: allow(),
      cwd: folder,
    },
  );
  const attacks = sqlAttacks(secret, target);
  let through = 0;
  for (const sql of attacks) {
    const result = await session.call("query_data", { sql });
    const isThrough = result.ok || /hunter2/.test(JSON.stringify(result)) || existsSync(target);
    if (!isThrough) continue;
    through++;
    if (process.env.HOLDALL_EVAL_MISSES) console.error(`  through: ${sql}: ${show(result)}`);
  }
  rmSync(secret);
  // After all of them, the tool works as before.
  const isWell = (await session.call("query_data", { sql: "SELECT a FROM 'a.csv'" })).ok;
  return { what: `attacks that came through, of ${attacks.length}`, value: isWell ? through : attacks.length, most: 0 };
}
