import type { Severity } from "@holdall/language-servers/port";
import { comparePaths, type Path, type ToolContext } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { changedFiles } from "@holdall/tool-kit/file-tools";
import type { LintOptions } from "../options.ts";
import { findDependents } from "./dependents.ts";
import { checkJson } from "./linters/check-json.ts";
import { detectLinters, type LintTask } from "./linters/detect.ts";
import { linters } from "./linters/linters.ts";
import { type LinterResult, runLinter } from "./linters/run-linter.ts";
import type { LintProblem, ReadLintsInput, ReadLintsOutput } from "./schema.ts";
import { expandPaths } from "./targets.ts";

const severities: readonly Severity[] = ["error", "warning", "info", "hint"];
const maxProblems = 50;
const maxMessage = 300;
/** Problems of one rule in one file that are listed. */
const maxAlike = 5;

/** Ask all tools that the files have, and tell what is new from what is old. */
export async function collectLints(
  input: ReadLintsInput,
  options: LintOptions,
  ctx: ToolContext,
): Promise<ReadLintsOutput> {
  const { backend } = options;
  const changed = ctx.state(changedFiles).before;
  const { files, missing } = await expandPaths(input.paths, [...changed.keys()], options, ctx);
  const wanted = input.tools?.map((name) => name.toLowerCase());
  const all = await detectLinters(files, { backend, linters, root: ctx.cwd, signal: ctx.signal });
  const isAsked = (name: string) => !wanted || wanted.some((part) => name.includes(part));
  const tasks = all.filter(({ linter }) => isAsked(linter.name));
  const old = new Map([...changed].flatMap(([path, bytes]) => (bytes === undefined ? [] : [[path, bytes] as const])));
  const past = { old, isKnown: old.size === changed.size };
  const dependentsOf = (changed: readonly Path[]) => findDependents(options, changed, ctx);
  const results = await Promise.all(tasks.map((task) => runLinter(task, past, dependentsOf, options, ctx)));
  const json = await checkJson(
    isAsked("json") ? files.filter((file) => !all.some((task) => task.files.includes(file))) : [],
    old,
    backend,
    ctx.signal,
  );
  if (json) results.push(json);

  const mayRead = await readable(
    new Set(results.flatMap(({ problems }) => problems.map(({ path }) => path as Path))),
    ctx,
  );
  const seen = results.flatMap(({ problems }) => problems).filter(({ path }) => mayRead.has(path as Path));
  const least = severities.indexOf(input.severity ?? "info");
  const relevant = seen.filter(({ severity }) => severities.indexOf(severity) <= least);
  const count = (state: LintProblem["state"]) => relevant.filter((one) => one.state === state).length;
  const asked = new Set<string>(input.paths ? files.filter((file) => !changed.has(file)) : []);
  const listed = relevant.filter(({ state, path }) => state !== "before" || input.all === true || asked.has(path));
  const shown = shorten(listed, new Set(files));
  const checked = new Set(results.flatMap(({ checked }) => checked));
  const unchecked = [
    ...missing,
    ...files
      .filter((file) => !checked.has(file))
      .map((path) => ({ path, reason: reasonOf(path, { all, tasks, results }) })),
  ];
  const runs = results.map(({ run }) => run);
  const isDone = runs.every(({ status }) => status === "ok") && unchecked.length === 0 && files.length > 0;
  return {
    clean: isDone && count("new") + count("still") === 0 && listed.length === 0,
    problems: shown,
    counts: {
      ...{ new: count("new"), still: count("still"), before: count("before") },
      fixed: results.reduce((sum, { fixed }) => sum + fixed, 0),
    },
    checked: files.filter((file) => checked.has(file)),
    unchecked,
    tools: runs,
    total: listed.length,
    ...leftOut({ beyond_limit: listed.length - shown.length }),
  };
}

async function readable(paths: ReadonlySet<Path>, ctx: ToolContext): Promise<ReadonlySet<Path>> {
  const found = await Promise.all(
    [...paths].map(async (path) => ((await ctx.decide({ action: "read", target: path })) === "allow" ? [path] : [])),
  );
  return new Set(found.flat());
}

/** Errors first, requested files before others, and few of a kind. */
function shorten(problems: readonly LintProblem[], asked: ReadonlySet<string>): LintProblem[] {
  const order = [...problems].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      Number(asked.has(b.path)) - Number(asked.has(a.path)) ||
      comparePaths(a.path, b.path) ||
      a.line - b.line ||
      a.column - b.column,
  );
  const alike = new Map<string, number>();
  return order
    .filter(({ path, rule, tool }) => {
      const key = `${path}\0${tool}\0${rule}`;
      const count = (alike.get(key) ?? 0) + 1;
      alike.set(key, count);
      return rule === undefined || count <= maxAlike;
    })
    .slice(0, maxProblems)
    .map((one) =>
      one.message.length > maxMessage ? { ...one, message: `${one.message.slice(0, maxMessage)}…` } : one,
    );
}

interface LinterRuns {
  /** The tools that the files have, and those of them that were asked, with what they found. */
  readonly all: readonly LintTask[];
  readonly tasks: readonly LintTask[];
  readonly results: readonly LinterResult[];
}

/** Why a file was not checked. */
function reasonOf(path: Path, { all, tasks, results }: LinterRuns): string {
  const own = tasks.flatMap(({ linter, files }, at) =>
    files.includes(path) ? [[linter.name, results[at]?.run] as const] : [],
  );
  if (own.length > 0)
    return own
      .map(([name, run]) => (run?.status === "ok" ? `${name} leaves it out` : `${name}: ${run?.status}`))
      .join("; ");
  const others = all.filter(({ files }) => files.includes(path)).map(({ linter }) => linter.name);
  if (others.length > 0) return `Its tools were not asked for: ${others.join(", ")}.`;
  const names = linters.filter(({ files }) => files.test(path)).map(({ name }) => name);
  return names.length === 0 ? "No tool is known for it." : `It has no configuration of ${names.join(", ")}.`;
}
