import type { Diagnostic, ProgramRunner, ProjectCopy } from "@holdall/language-servers/port";
import { isWithin, joinPath, type Path, relativePath } from "@holdall/tool-core";
import type { LintTask } from "./linters/detect.ts";

/** The current findings of a tool, or why it has none. */
export type TaskResult =
  | {
      readonly status: "ok";
      readonly diagnostics: readonly Diagnostic[];
      /** Files of the task that it has looked at. */
      readonly checked: readonly Path[];
      /** Files whose problems are all known now, where it is more. */
      readonly looked?: readonly Path[];
      /** What it was kept from, in whole sentences. */
      readonly notes?: readonly string[];
    }
  | { readonly status: "failed" | "timed_out" | "not_run"; readonly message: string };

export interface RunOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Where it runs instead of in the project. */
  readonly copy?: ProjectCopy | undefined;
}

/** Run a tool where it is configured, or in the same place of a copy, and read what it says. */
export async function runTask(
  { linter, folder, config, files }: LintTask,
  program: string,
  programs: ProgramRunner,
  { timeout, signal, copy }: RunOptions,
): Promise<TaskResult> {
  // A name that no program takes for an option.
  const names = files.map((file) => `./${relativePath(file, folder)}`);
  const argv = [program, ...linter.args(config, names)];
  const harmless = linter.harmless?.(config);
  if (harmless?.ok === false) return { status: "failed", message: harmless.message };
  const result = await programs.run({ argv, cwd: folder, config: harmless, timeout, signal, copy });
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
  const notes = [...(harmless?.notes ?? []), ...leftOutOf(copy)];
  return { status: "ok", diagnostics, checked: files.filter(isChecked), notes };
}

const maxNamed = 5;

function leftOutOf(copy: ProjectCopy | undefined): readonly string[] {
  const { leftOut = [] } = copy ?? {};
  if (leftOut.length === 0) return [];
  const more = leftOut.length > maxNamed ? ` and ${leftOut.length - maxNamed} more` : "";
  return [
    `It was checked in a copy without links that lead out of it: ${leftOut.slice(0, maxNamed).join(", ")}${more}.`,
  ];
}
