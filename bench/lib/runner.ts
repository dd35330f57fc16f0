import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** A figure and the bounds it must keep; without bounds it only informs. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly most?: number;
  readonly least?: number;
}

/** What a file of the folder exports: one sentence, and its figures as they are measured. */
export interface Program<F extends Figure> {
  readonly about: string;
  rows(): AsyncIterable<F>;
}

export interface Column<F extends Figure> {
  readonly title: string;
  readonly width: number;
  cell(row: F): string;
}

/** The columns every table ends with. */
export const verdict: readonly Column<Figure>[] = [
  { title: "goal", width: 9, cell: goal },
  { title: "ok", width: 4, cell: (row) => (hasGoal(row) ? (passes(row) ? "ok" : "MISS") : "–") },
];

/** True when the figure keeps its bounds; a figure that is not a number keeps none. */
export function passes({ value, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Figure): boolean {
  return value <= most && value >= least;
}

/** A number with the digits that say something. */
export function show(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) < 0.1 ? 3 : 2);
}

/**
 * List the programs of a folder, or run the ones named on the command line (`all` for every one).
 * Prints a table each, or one JSON document with `--json`. Sets exit code 1 when a figure misses its goal or a program fails.
 */
export async function runFolder<F extends Figure>(folder: string, columns: readonly Column<F>[]): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
  const names = globSync("[a-z]*.ts", { cwd: folder, exclude: ["run.ts", "*.test.ts"] })
    .map((file) => file.slice(0, -3))
    .sort();
  const load = (name: string): Promise<Program<F>> => import(pathToFileURL(join(folder, `${name}.ts`)).href);
  const unknown = positionals.filter((name) => name !== "all" && !names.includes(name));

  if (positionals.length === 0 || unknown.length > 0) {
    for (const name of unknown) console.error(`There is no "${name}" here. Choose from:`);
    for (const name of names) console.log(`${name.padEnd(16)}${await load(name).then(({ about }) => about, reason)}`);
    process.exitCode = unknown.length > 0 ? 1 : 0;
    return;
  }

  const reports = [];
  for (const name of positionals.includes("all") ? names : positionals) {
    const print = values.json ? () => {} : console.log;
    const rows: F[] = [];
    let failure: string | undefined;
    print(`\n${name}\n${line(columns, (column) => column.title)}`);
    try {
      for await (const row of (await load(name)).rows()) {
        rows.push(row);
        print(line(columns, (column) => column.cell(row)));
      }
    } catch (error) {
      failure = reason(error);
      console.error(`${name} could not go on: ${failure}`);
    }
    const ok = failure === undefined && rows.every(passes);
    reports.push({ name, ok, ...(failure !== undefined && { failure }), rows });
  }
  if (values.json) console.log(JSON.stringify({ node: process.version, platform: process.platform, reports }, null, 2));
  if (reports.some(({ ok }) => !ok)) process.exitCode = 1;
}

function line<F extends Figure>(columns: readonly Column<F>[], cell: (column: Column<F>) => string): string {
  return columns
    .map((column) => cell(column).padEnd(column.width))
    .join("  ")
    .trimEnd();
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hasGoal({ most, least }: Figure): boolean {
  return most !== undefined || least !== undefined;
}

function goal({ most, least }: Figure): string {
  if (most !== undefined && most === least) return `= ${show(most)}`;
  return (
    [least !== undefined && `≥ ${show(least)}`, most !== undefined && `≤ ${show(most)}`].filter(Boolean).join(" ") ||
    "–"
  );
}
