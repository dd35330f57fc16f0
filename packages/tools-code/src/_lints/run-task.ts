import type { Diagnostic } from "@holdall/code-core/lints";
import type { ProgramRunner, ProjectCopy } from "@holdall/code-core/program-runner";
import { isWithin, joinPath, type Path, relativePath, type ToolContext, ToolError } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-core/content-hash";
import type { LintTask } from "./detect.ts";

export type TaskResult =
  | {
      readonly status: "ok";
      readonly diagnostics: readonly Diagnostic[];
      readonly checked: readonly Path[] /** Files whose problems are all known now, where it is more. */;
      readonly looked?: readonly Path[];
    }
  | { readonly status: "failed" | "timed_out" | "not_run"; readonly message: string };

/** A program that may run, or why not. */
export type ReadyTask = { readonly argv: readonly string[] } | { readonly status: "not_run"; readonly message: string };

/**
 * Find the program and ask whether it may run. A tool that runs code of the project asks for what it would run, so that a
 * yes is good until its configuration or its packages change.
 */
export async function prepareTask(
  { linter, folder, config, files }: LintTask,
  programs: ProgramRunner,
  stamps: (folder: Path) => Promise<string>,
  ctx: Pick<ToolContext, "require">,
): Promise<ReadyTask> {
  const isData = !linter.runsCode(config);
  const found = await findFirst(linter.programs, async (name) => {
    const installed =
      linter.prefersInstalled && isData ? await programs.find(name, folder, { isInstalled: true }) : undefined;
    return installed ?? programs.find(name, folder);
  });
  if (!found) return { status: "not_run", message: `${linter.programs[0]} is not installed.` };
  const runsCode = !isData || found.isProjectOwn;
  const target = `${runsCode ? "project-linter" : "linter"}:${linter.name}`;
  const version = runsCode
    ? contentHash(encoder.encode(`${found.file}\0${config.text}\0${await stamps(folder)}`))
    : undefined;
  try {
    await ctx.require({ action: "execute", target, cwd: folder, ...(version !== undefined && { version }) });
  } catch (error) {
    if (!ToolError.is(error) || error.code !== "permission_denied") throw error;
    const why = runsCode ? `${linter.name} runs code of the project, and that was not permitted.` : error.message;
    return { status: "not_run", message: why };
  }
  return {
    argv: [
      found.file,
      ...linter.args(
        config,
        files.map((file) => argumentOf(file, folder)),
      ),
    ],
  };
}

const encoder = new TextEncoder();

async function findFirst<T>(
  names: readonly string[],
  find: (name: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const name of names) {
    const found = await find(name);
    if (found) return found;
  }
  return undefined;
}

/** A name that no program takes for an option. */
const argumentOf = (file: Path, folder: Path): string => `./${relativePath(file, folder)}`;

/** Run a tool where it is configured, or in the same place of a copy, and read what it says. */
export async function runTask(
  { linter, folder, files }: LintTask,
  argv: readonly string[],
  programs: ProgramRunner,
  {
    timeout,
    signal,
    copy,
  }: { readonly timeout: number; readonly signal: AbortSignal; readonly copy?: ProjectCopy | undefined },
): Promise<TaskResult> {
  const result = await programs.run({ argv, cwd: folder, timeout, signal, copy });
  if (result.end === "timed_out") return { status: "timed_out", message: `It did not end within ${timeout} ms.` };
  if (result.end !== "exited")
    return {
      status: "failed",
      message: result.message ?? (result.end === "flooded" ? "It printed too much." : "It could not be started."),
    };
  const inCopy = (path: Path) => (copy ? joinPath(copy.folder, relativePath(path, copy.root)) : path);
  const parsed = linter.parse({ ...result, cwd: inCopy(folder) });
  if (!parsed.ok) return { status: "failed", message: parsed.message };
  const back = (path: Path) =>
    copy && isWithin(path, copy.folder) ? joinPath(copy.root, relativePath(path, copy.folder)) : path;
  const diagnostics = parsed.diagnostics.map((one) => ({ ...one, path: back(one.path) }));
  const { covered, count } = parsed;
  const ignored = new Set(parsed.ignored?.map(back));
  const named = new Set(diagnostics.map(({ path }) => path));
  const isChecked = (file: Path) =>
    !ignored.has(file) &&
    (covered ? covered.has(inCopy(file)) : count === undefined || count >= files.length || named.has(file));
  return { status: "ok", diagnostics, checked: files.filter(isChecked) };
}
