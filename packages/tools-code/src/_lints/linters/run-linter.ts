import { isWithin, joinPath, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { LintOptions } from "../../options.ts";
import { classify } from "../classify.ts";
import { knownLints, lintSession } from "../lint-session.ts";
import type { LintProblem, LintRun } from "../schema.ts";
import { type LintSource, programSource, serverSource } from "../sources.ts";
import type { LintTask } from "./detect.ts";
import { findLinter } from "./find-program.ts";
import { type ProjectFiles, projectFiles } from "./tsconfig-files.ts";

/** What one tool has found. */
export interface LinterResult {
  readonly run: LintRun;
  readonly problems: readonly LintProblem[];
  readonly checked: readonly Path[];
  readonly fixed: number;
}

/** The known state of the files before the session. */
export interface Past {
  readonly old: ReadonlyMap<Path, Uint8Array | null>;
  /** False where old contents were too large to keep. */
  readonly isKnown: boolean;
}

/** Ask one tool, by its server or else by its program, and tell what is new from what is old. */
export async function runLinter(
  task: LintTask,
  past: Past,
  dependentsOf: (files: readonly Path[]) => Promise<readonly Path[]>,
  options: LintOptions,
  ctx: ToolContext,
): Promise<LinterResult> {
  const { linter, folder, config } = task;
  const about = {
    tool: linter.name,
    ...(config.name !== undefined && { config: joinPath(folder, config.name) }),
  };
  let result: Awaited<ReturnType<LintSource["now"]>> = { status: "not_run", message: "Programs cannot run here." };
  for (const source of await sourcesOf(task, dependentsOf, options, ctx)) {
    result = await source.now();
    if (result.status !== "ok") continue;
    const { diagnostics, checked, looked = checked } = result;
    const notes = new Set(result.notes);
    const known = knownLints(ctx.state(lintSession), `${source.tool}\0${folder}`);
    const named = diagnostics.map(({ path }) => path);
    const isComplete = await learnPast(source, known, past, [...task.files, ...named], notes);
    const inScope = new Set<Path>([...looked, ...named]);
    const scope = (path: Path) => (source.isWhole ? isWithin(path, folder) : inScope.has(path));
    const places = new Set([...inScope, ...known.baseline.map(({ path }) => path)]);
    const texts = await textsOf([...places].filter(scope), options, ctx);
    const before = new Map([...past.old].map(([path, bytes]) => [path, bytes ? decode(bytes) : ""]));
    const { now, fixed } = classify(diagnostics, known, { scope, before, texts });
    return {
      run: {
        ...about,
        status: "ok",
        checked: checked.length,
        ...(!isComplete && { compared: false }),
        ...(notes.size > 0 && { notes: [...notes] }),
      },
      problems: now.map(({ diagnostic: { endLine, endColumn, ...rest }, state }) => ({
        ...rest,
        ...(endLine !== undefined && { end_line: endLine }),
        ...(endColumn !== undefined && { end_column: endColumn }),
        state,
      })),
      checked,
      fixed,
    };
  }
  return { run: { ...about, ...result, checked: 0 }, problems: [], checked: [], fixed: 0 };
}

/** Who may be asked, the best first: where a server cannot answer, the program can. */
async function sourcesOf(
  task: LintTask,
  dependentsOf: (files: readonly Path[]) => Promise<readonly Path[]>,
  { servers, programs, backend, lintTimeout: timeout = 30_000 }: LintOptions,
  ctx: ToolContext,
): Promise<readonly LintSource[]> {
  const { linter, files, folder, config } = task;
  const limits = { timeout, signal: ctx.signal };
  const list: LintSource[] = [];
  const isTypescript = linter.name === "tsc";
  if (servers && linter.served !== undefined && (await servers.serves(files[0]!)) === linter.served) {
    const project = isTypescript ? projectFiles(config.text, folder) : everyFile;
    if (!project && !programs)
      return [
        says(
          linter.name,
          `${config.name} is not valid JSON, so no file of its project can be checked. Correct it first.`,
        ),
      ];
    if (project && (await mayRun(linter.name, folder, ctx))) {
      const dependents = isTypescript ? await dependentsOf(files) : [];
      list.push(serverSource(linter.name, servers, files, dependents, { ...limits, project }));
    }
  }
  if (programs) list.push(programSource(task, () => findLinter(task, programs, backend, ctx), programs, limits));
  return list;
}

const everyFile: ProjectFiles = { includes: () => true };

const says = (tool: string, message: string): LintSource => ({
  ...{ tool, isWhole: false },
  now: async () => ({ status: "not_run", message }),
  before: async () => undefined,
});

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
  notes: Set<string>,
): Promise<boolean> {
  const { covered } = known;
  if (covered === "all") return isKnown;
  const missing = wanted.filter((path) => !covered.has(path));
  if (missing.length === 0) return isKnown;
  const past = await source.before(old);
  if (!past) return false;
  const fresh = new Set(missing);
  for (const note of past.notes) notes.add(note);
  known.baseline = [...known.baseline, ...past.diagnostics.filter(({ path }) => source.isWhole || fresh.has(path))];
  if (source.isWhole) known.covered = "all";
  else for (const path of missing) covered.add(path);
  return isKnown;
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
