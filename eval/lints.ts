import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { localPrograms, serverPool } from "@holdall/language-servers";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { type ReadLintsOutput, readLints } from "@holdall/tools-code";
import { writeFile } from "@holdall/tools-fs";
import type { EvalRows } from "./lib/corpus.ts";

export const about = "Lints: what edits break, leave broken and fix, in a repository that is made here";

/** What is wrong with a module of the made repository, or not yet. */
interface Module {
  broken: boolean;
  unused: boolean;
  renamed: boolean;
  /** Comment lines above it. */
  shift: number;
}

const count = 24;
/** Modules that import a module's function: the two after it. */
const importersOf = (at: number) => [(at + 1) % count, (at + 2) % count];

function textOf(modules: readonly Module[], at: number): string {
  const { broken, unused, renamed, shift } = modules[at]!;
  const imported = [(at + count - 1) % count, (at + count - 2) % count];
  return [
    ...Array.from({ length: shift }, (_, line) => `// Note ${line} on module ${at}.`),
    ...imported.map((from) => `import { value${from} } from "./m${from}.ts";`),
    "",
    `export function ${renamed ? "other" : "value"}${at}(input: number): number {`,
    ...(unused ? [`  const spare${at} = input;`] : []),
    broken ? `  return String(input + ${at});` : `  return input + ${at};`,
    "}",
    "",
    `export const sum${at} = ${imported.map((from) => `value${from}(${at})`).join(" + ")};`,
    // A problem from before the session, in every third module.
    ...(at % 3 === 0 ? [`export const old${at}: number = "old";`] : []),
    "",
  ].join("\n");
}

/** The problems that the edits so far have caused, as `module kind`; an importer is named with what it misses. */
const problemsOf = (modules: readonly Module[]): Set<string> =>
  new Set(
    modules.flatMap(({ broken, unused, renamed }, at) => [
      ...(broken ? [`${at} type`] : []),
      ...(unused ? [`${at} unused`] : []),
      ...(renamed ? importersOf(at).map((importer) => `${importer} import ${at}`) : []),
    ]),
  );

/** What a reported problem is, in the same words. */
function kindOf({ path, rule, message }: ReadLintsOutput["problems"][number]): string {
  const at = Number(/m(\d+)\.ts$/.exec(path)?.[1]);
  if (rule === "TS2322") return `${at} type`;
  if (rule === "TS6133") return `${at} unused`;
  const missing = /'value(\d+)'/.exec(message)?.[1];
  return rule === "TS2724" || rule === "TS2305" ? `${at} import ${missing}` : `${at} ${rule}`;
}

interface Score {
  right: number;
  missed: number;
  wrong: number;
  falseClean: number;
  answers: number;
}

/** Make edits one after the other and compare each answer with what is known to have happened. */
export async function scoreLints(edits: number, seed: number, by: "server" | "program"): Promise<Score> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "eval-lints-")));
  const modules: Module[] = Array.from({ length: count }, () => ({
    broken: false,
    unused: false,
    renamed: false,
    shift: 0,
  }));
  const compilerOptions = {
    strict: true,
    noUnusedLocals: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    lib: ["es2022"],
    types: [],
  };
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  for (const at of modules.keys()) writeFileSync(join(folder, `src/m${at}.ts`), textOf(modules, at));
  const random = randomOf(seed);
  const score: Score = { right: 0, missed: 0, wrong: 0, falseClean: 0, answers: 0 };
  try {
    const backend = nodeBackend({ roots: [folder] });
    await using pool = serverPool({ roots: [folder] });
    const how = by === "server" ? { servers: pool } : { programs: localPrograms({ roots: [folder] }) };
    const tools = [writeFile({ backend, overwriteUnread: true }), readLints({ backend, ...how })];
    await using session = openSession(createRegistry(tools), { policy: allow(), cwd: folder });
    let before = problemsOf(modules);
    for (let i = 0; i < edits; i++) {
      const at = Math.floor(random() * count);
      change(modules[at]!, random());
      await session.call("write_file", { path: `src/m${at}.ts`, content: textOf(modules, at) });
      const result = await session.call("read_lints", {});
      const now = problemsOf(modules);
      score.answers++;
      if (!result.ok) score.missed += now.size;
      else compare(result.output as ReadLintsOutput, before, now, score);
      before = now;
    }
    await backend[Symbol.asyncDispose]?.();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return score;
}

function change(module: Module, choice: number): void {
  if (choice < 0.3) module.broken = !module.broken;
  else if (choice < 0.55) module.unused = !module.unused;
  else if (choice < 0.8) module.renamed = !module.renamed;
  else module.shift += 2;
}

/** `state problem` of each: those that are expected against those that were reported. */
function compare(output: ReadLintsOutput, before: ReadonlySet<string>, now: ReadonlySet<string>, score: Score): void {
  const expected = new Set([...now].map((problem) => `${before.has(problem) ? "still" : "new"} ${problem}`));
  const reported = output.problems
    .filter(({ state }) => state !== "before")
    .map((one) => `${one.state} ${kindOf(one)}`);
  const fixed = [...before].filter((problem) => !now.has(problem)).length;
  const found = reported.filter((one) => expected.delete(one)).length;
  const omitted = Math.min(output.total - output.problems.length, expected.size);
  score.right += found + omitted + Math.min(fixed, output.counts.fixed);
  score.wrong += reported.length - found + Math.max(0, output.counts.fixed - fixed);
  score.missed += expected.size - omitted + Math.max(0, fixed - output.counts.fixed);
  if (
    process.env.HOLDALL_EVAL_MISSES &&
    (expected.size > omitted || reported.length > found || fixed !== output.counts.fixed)
  )
    console.error({ expected: [...expected], reported, fixed, said: output.counts });
  if (output.clean && now.size > 0) score.falseClean++;
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const f1 = ({ right, missed, wrong }: Score) => (2 * right) / (2 * right + missed + wrong);

export async function* rows(): EvalRows {
  const seed = Number(process.env.HOLDALL_SEED ?? 42);
  for (const [by, edits] of [
    ["server", 200],
    ["program", 20],
  ] as const) {
    const score = await scoreLints(edits, seed, by);
    yield { what: `by ${by}, ${edits} edits: F1 of new, still and fixed`, value: f1(score), least: 0.98 };
    yield { what: `by ${by}, ${edits} edits: false "clean"`, value: score.falseClean, of: score.answers, most: 0 };
  }
}
