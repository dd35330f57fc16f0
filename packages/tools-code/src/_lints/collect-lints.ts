import type { Severity } from "@holdall/code-core/lints";
import { comparePaths, isWithin, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-core/backend-errors";
import { changedFiles } from "@holdall/tool-core/changed-files";
import type { LintOptions } from "../options.ts";
import { checkJson } from "./check-json.ts";
import { classify } from "./classify.ts";
import { findDependents } from "./dependents.ts";
import { detectLinters, type LintTask } from "./detect.ts";
import { knownLints, lintSession } from "./lint-session.ts";
import { linters } from "./linters.ts";
import { prepareTask } from "./run-task.ts";
import type { LintProblem, LintRun, ReadLintsInput, ReadLintsOutput } from "./schema.ts";
import { type LintSource, programSource, serverSource } from "./sources.ts";
import { expandPaths } from "./targets.ts";
import { type ProjectFiles, projectFiles } from "./tsconfig-files.ts";

const severities: readonly Severity[] = ["error", "warning", "info", "hint"];
const maxProblems = 50;
const maxMessage = 300;
/** Problems of one rule in one file that are listed. */
const maxAlike = 5;

interface Found {
  readonly run: LintRun;
  readonly problems: readonly LintProblem[];
  readonly checked: readonly Path[];
  readonly fixed: number;
}

/** Ask all tools that the files have, and tell what is new from what is old. */
export async function collectLints(
  input: ReadLintsInput,
  options: LintOptions,
  ctx: ToolContext,
): Promise<ReadLintsOutput> {
  const { backend } = options;
  const changed = ctx.state(changedFiles).before;
  const { files, missing } = await expandPaths(input.paths, [...changed.keys()], backend, ctx);
  const root = ctx.cwd;
  const wanted = input.tools?.map((name) => name.toLowerCase());
  const all = await detectLinters(files, { backend, linters, root, signal: ctx.signal });
  const tasks = all.filter(({ linter }) => !wanted || wanted.some((name) => linter.name.includes(name)));
  const old = new Map([...changed].flatMap(([path, bytes]) => (bytes === undefined ? [] : [[path, bytes] as const])));
  const isKnown = old.size === changed.size;
  const results = await Promise.all(tasks.map((task) => findOne(task, { old, isKnown, root }, options, ctx)));
  const json = await checkJson(
    files.filter((file) => !tasks.some((task) => task.files.includes(file))),
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
    ...files.filter((file) => !checked.has(file)).map((path) => ({ path, reason: reasonOf(path, tasks, results) })),
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
    omitted: listed.length - shown.length,
  };
}

interface Past {
  readonly old: ReadonlyMap<Path, Uint8Array | null>;
  readonly isKnown: boolean;
  readonly root: Path;
}

async function findOne(task: LintTask, past: Past, options: LintOptions, ctx: ToolContext): Promise<Found> {
  const { linter, folder, config } = task;
  const about = {
    tool: linter.name,
    ...(config.name !== undefined && { config: `${folder === "/" ? "" : folder}/${config.name}` }),
  };
  const none = (status: Exclude<LintRun["status"], "ok">, message: string): Found => ({
    ...{ run: { ...about, status, message, checked: 0 }, problems: [], checked: [], fixed: 0 },
  });
  const sources = await sourcesOf(task, past, options, ctx);
  if ("message" in sources) return none("not_run", sources.message);
  let last: Found | undefined;
  for (const source of sources.list) {
    const result = await source.now();
    if (result.status !== "ok") {
      last = none(result.status, result.message);
      continue;
    }
    const key = `${source.tool}\0${folder}`;
    const known = knownLints(ctx.state(lintSession), key);
    const isComplete = await learnPast(source, known, past, [
      ...task.files,
      ...result.diagnostics.map(({ path }) => path),
    ]);
    const inScope = new Set<Path>([
      ...(result.looked ?? result.checked),
      ...result.diagnostics.map(({ path }) => path),
    ]);
    const scope = (path: Path) => (source.isWhole ? isWithin(path, folder) : inScope.has(path));
    const texts = await textsOf(
      [...new Set([...inScope, ...known.baseline.map(({ path }) => path)])].filter(scope),
      options,
      ctx,
    );
    const before = new Map([...past.old].map(([path, bytes]) => [path, bytes ? decode(bytes) : ""]));
    const { now, fixed } = classify(result.diagnostics, known, { scope, before, texts });
    return {
      run: { ...about, status: "ok", checked: result.checked.length, ...(!isComplete && { compared: false }) },
      problems: now.map(({ diagnostic, state }) => ({ ...diagnostic, state })),
      checked: result.checked,
      fixed,
    };
  }
  return last ?? none("not_run", "Nothing here can run it.");
}

async function sourcesOf(
  task: LintTask,
  { root }: Past,
  options: LintOptions,
  ctx: ToolContext,
): Promise<{ readonly list: readonly LintSource[] } | { readonly message: string }> {
  const { servers, programs, backend, lintTimeout: timeout = 30_000 } = options;
  const limits = { timeout, signal: ctx.signal };
  const list: LintSource[] = [];
  const { linter, files, folder } = task;
  const first = files[0] as Path;
  const served = { tsc: "typescript", pyright: "pyright" }[linter.name];
  const project = served === "typescript" ? projectFiles(task.config.text, folder) : everyFile;
  if (!project && !programs)
    return {
      message: `${task.config.name} is not valid JSON, so no file of its project can be checked. Correct it first.`,
    };
  if (
    project &&
    served !== undefined &&
    servers?.serves(first) === served &&
    (await mayRun(linter.name, folder, ctx))
  ) {
    const dependents = served === "typescript" ? await findDependents(backend, files, root, ctx.signal) : [];
    list.push(serverSource(servers, files, dependents, { ...limits, project }));
  }
  if (!programs) return list.length > 0 ? { list } : { message: "Programs cannot run here." };
  const stamps = (at: Path) => lockfileStamps(at, options, ctx.signal);
  const ready = list.length > 0 ? undefined : await prepareTask(task, programs, stamps, ctx);
  if (ready && "message" in ready) return { message: ready.message };
  if (ready) list.push(programSource(task, ready.argv, programs, limits));
  else {
    // Where the server cannot answer, the program can.
    let program: LintSource | undefined;
    list.push({
      ...{ tool: linter.name, folder, config: task.config.name, files, isWhole: linter.isWhole === true },
      async now() {
        const late = await prepareTask(task, programs, stamps, ctx);
        if ("message" in late) return late;
        program = programSource(task, late.argv, programs, limits);
        return program.now();
      },
      before: async (old) => program?.before(old),
    });
  }
  return { list };
}

const everyFile: ProjectFiles = { includes: () => true };

async function mayRun(name: string, folder: Path, ctx: ToolContext): Promise<boolean> {
  try {
    await ctx.require({ action: "execute", target: `linter:${name}`, cwd: folder });
    return true;
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return false;
    throw error;
  }
}

/** Make sure that the state before the session is known for some files. False where it cannot be. */
async function learnPast(
  source: LintSource,
  known: ReturnType<typeof knownLints>,
  { old, isKnown }: Past,
  wanted: readonly Path[],
): Promise<boolean> {
  const { covered } = known;
  if (covered === "all") return isKnown;
  const missing = wanted.filter((path) => !covered.has(path));
  if (missing.length === 0) return isKnown;
  const past = await source.before(old);
  if (!past) return false;
  const fresh = new Set(missing);
  known.baseline = [...known.baseline, ...past.filter(({ path }) => source.isWhole || fresh.has(path))];
  if (source.isWhole) known.covered = "all";
  else for (const path of missing) covered.add(path);
  return isKnown;
}

const locks = [
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "Cargo.lock",
  "go.sum",
  "uv.lock",
  "poetry.lock",
  "package.json",
];

/** What decides which code a tool of the project consists of. */
async function lockfileStamps(folder: Path, { backend }: LintOptions, signal: AbortSignal): Promise<string> {
  const stats = await Promise.all(
    locks.map(
      async (name) =>
        (await backend.stat(`${folder === "/" ? "" : folder}/${name}` as Path, { signal, version: true }))?.version ??
        "",
    ),
  );
  return stats.join();
}

async function textsOf(paths: readonly Path[], { backend }: LintOptions, ctx: ToolContext): Promise<Map<Path, string>> {
  const found = await Promise.all(
    paths.map(async (path) => {
      try {
        const file = await unlessMissing(backend.read(path, { signal: ctx.signal }));
        return file ? ([[path, decode(file.bytes)]] as const) : [];
      } catch (error) {
        ctx.signal.throwIfAborted();
        if (ToolError.is(error)) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function readable(paths: ReadonlySet<Path>, ctx: ToolContext): Promise<ReadonlySet<Path>> {
  const found = await Promise.all(
    [...paths].map(async (path) => ((await ctx.decide({ action: "read", target: path })) === "allow" ? [path] : [])),
  );
  return new Set(found.flat());
}

/** Errors first, files that were asked about before others, and few of a kind. */
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

function reasonOf(path: Path, tasks: readonly LintTask[], results: readonly Found[]): string {
  const own = tasks.flatMap(({ linter, files }, at) =>
    files.includes(path) ? [[linter.name, results[at]?.run] as const] : [],
  );
  if (own.length === 0) {
    const names = linters.filter(({ files }) => files.test(path)).map(({ name }) => name);
    return names.length === 0 ? "No tool is known for it." : `It has no configuration of ${names.join(", ")}.`;
  }
  return own
    .map(([name, run]) => (run?.status === "ok" ? `${name} leaves it out` : `${name}: ${run?.status}`))
    .join("; ");
}
