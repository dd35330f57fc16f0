import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bench/lib/bundle.ts";
import { tempFolder } from "../bench/lib/temp.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";

export const about = "Tests: how many of some small changes of the sources they notice (HOLDALL_MUTANTS=70 for more)";

/** What is changed to what, one place at a time. */
const changes: readonly (readonly [from: string, to: string])[] = [
  [" === ", " !== "],
  [" !== ", " === "],
  [" && ", " || "],
  [" || ", " && "],
  [" < ", " <= "],
  [" > ", " >= "],
  [" <= ", " < "],
  [" >= ", " > "],
  [" + 1", " + 2"],
  [" - 1", ""],
  ["return true;", "return false;"],
  ["return false;", "return true;"],
  ["if (!", "if ("],
  ["?? 0", "?? 1"],
];

interface Mutant {
  /** Path from the root, and the package's vitest project. */
  readonly file: string;
  readonly project: string;
  readonly index: number;
  readonly from: string;
  readonly to: string;
}

export async function* rows(): EvalRows {
  const count = Number(process.env.HOLDALL_MUTANTS ?? 20);
  const copy = copyOfSources();
  const result = tally();
  const passes = new Map<string, boolean>();
  for (const mutant of sample(copy, count, Number(process.env.HOLDALL_SEED ?? 7))) {
    const file = join(copy, mutant.file);
    const before = readFileSync(file, "utf8");
    // A busy machine may fail a test that waits: only what fails twice without a change fails.
    const control =
      passes.get(mutant.project) ?? (!isNoticed(copy, mutant.project) || !isNoticed(copy, mutant.project));
    passes.set(mutant.project, control);
    if (!control) continue;
    writeFileSync(file, before.slice(0, mutant.index) + mutant.to + before.slice(mutant.index + mutant.from.length));
    result.add(isNoticed(copy, mutant.project), `${describe(mutant, before)}`);
    writeFileSync(file, before);
  }
  yield {
    what: "changes that the package's own tests notice",
    value: result.right,
    of: result.all,
    least: 0.9 * result.all,
  };
  // A slow machine is enough for a test that waits. What is changed there proves nothing.
  const failing = [...passes].filter(([, control]) => !control).map(([project]) => project);
  yield {
    what: ["packages whose tests pass without a change", ...failing.map((project) => `not ${project}`)].join(", "),
    value: passes.size - failing.length,
    of: passes.size,
    least: passes.size,
  };
}

/** The committed sources, with the installed packages of this checkout. Imports between packages stay in the copy. */
function copyOfSources(): string {
  const copy = join(tempFolder("mutants"), "sources");
  execFileSync("git", ["clone", "-q", "--local", root, copy]);
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const folder of globSync("{packages,apps,examples}/*/node_modules", { cwd: root }))
    cpSync(join(root, folder), join(copy, folder), { recursive: true, verbatimSymlinks: true });
  return copy;
}

function sample(copy: string, count: number, seed: number): Mutant[] {
  const all = globSync("packages/*/src/**/*.ts", { cwd: copy })
    .filter((file) => !/\.(test|fixture)\.ts$|fixtures\//.test(file))
    .sort()
    .flatMap((file) => mutantsOf(copy, file));
  const next = random(seed);
  return Array.from({ length: Math.min(count, all.length) }, () => all.splice(Math.floor(next() * all.length), 1)[0]!);
}

function mutantsOf(copy: string, file: string): Mutant[] {
  const text = readFileSync(join(copy, file), "utf8");
  const project = file.split(/[\\/]/)[1] ?? "";
  if (!existsSync(join(copy, "packages", project, "package.json"))) return [];
  const mutants: Mutant[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    if (!/^\s*(\*|\/\*|\/\/|import |export type |export interface |type |interface )/.test(line))
      for (const [from, to] of changes)
        for (let at = line.indexOf(from); at >= 0; at = line.indexOf(from, at + 1))
          mutants.push({ file, project, index: start + at, from, to });
    start += line.length + 1;
  }
  return mutants;
}

/** A package's tests fail, or do not end within ten minutes. */
function isNoticed(copy: string, project: string): boolean {
  const args = [join(copy, "node_modules/vitest/vitest.mjs"), "run", "--project", project, "--bail", "1"];
  return spawnSync(process.execPath, args, { cwd: copy, stdio: "ignore", timeout: 600_000 }).status !== 0;
}

const describe = ({ file, index, from, to }: Mutant, text: string): string =>
  `${file}:${text.slice(0, index).split("\n").length}: "${from.trim()}" became "${to.trim()}"`;

/** Numbers in [0, 1) that are the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
