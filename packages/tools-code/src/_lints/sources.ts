import type { CodeServer } from "@holdall/code-core/code-server";
import type { Diagnostic } from "@holdall/code-core/lints";
import type { ProgramRunner } from "@holdall/code-core/program-runner";
import type { Path } from "@holdall/tool-core";
import type { LintTask } from "./detect.ts";
import { runTask, type TaskResult } from "./run-task.ts";
import type { ProjectFiles } from "./tsconfig-files.ts";

/** Somebody who can say what is wrong in some files, now and as it was before the session. */
export interface LintSource {
  readonly tool: string;
  readonly folder: Path | undefined;
  readonly config: string | undefined;
  readonly files: readonly Path[];
  /** It looks at all files of its folder. */
  readonly isWhole: boolean;
  now(): Promise<TaskResult>;
  /** What it would have said with the old contents; undefined where that cannot be found out. */
  before(old: ReadonlyMap<Path, Uint8Array | null>): Promise<readonly Diagnostic[] | undefined>;
}

interface Limits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A tool that runs as a program; its past is what it says of a copy with the old contents. */
export function programSource(
  task: LintTask,
  argv: readonly string[],
  programs: ProgramRunner,
  limits: Limits,
): LintSource {
  const { linter, folder, config, files } = task;
  return {
    ...{ tool: linter.name, folder, config: config.name, files, isWhole: linter.isWhole === true },
    now: () => runTask(task, argv, programs, limits),
    async before(old) {
      await using copy = await programs.copyProject(folder, old, limits.signal);
      if (!copy) return undefined;
      const existed = new Set(files.filter((file) => old.get(file) !== null));
      const then = { ...task, files: files.filter((file) => existed.has(file)) };
      if (then.files.length === 0 && !linter.isWhole) return [];
      const [program = ""] = argv;
      const words = [
        program,
        ...linter.args(
          config,
          then.files.map((file) => `./${file.slice(folder === "/" ? 1 : folder.length + 1)}`),
        ),
      ];
      const result = await runTask(then, words, programs, { ...limits, copy });
      return result.status === "ok" ? result.diagnostics : undefined;
    },
  };
}

/** A language server; its past is what it says with the old texts shown in place of those on disk. */
export function serverSource(
  server: CodeServer,
  files: readonly Path[],
  dependents: readonly Path[],
  { timeout, signal, project }: Limits & { readonly project: ProjectFiles },
): LintSource {
  const name = server.serves(files[0] as Path) ?? "server";
  const tool = name === "typescript" ? "tsc" : name;
  const all = [...files, ...dependents];
  return {
    ...{ tool, folder: undefined, config: undefined, files, isWhole: false },
    async now() {
      const answers = await server.diagnostics(all, { deadline: timeout, signal });
      const bad = answers.filter((answer) => !answer.ok);
      const asked = new Set(files);
      const worst = bad.find(({ path }) => asked.has(path)) ?? bad[0];
      if (worst && bad.length === answers.length) {
        const status = worst.why === "timed_out" || worst.why === "starting" ? "timed_out" : "failed";
        return {
          status: worst.why === "unavailable" || worst.why === "unsupported" ? "not_run" : status,
          message: worst.message,
        };
      }
      if (worst)
        return {
          status: worst.why === "timed_out" ? "timed_out" : "failed",
          message: `${worst.path}: ${worst.message}`,
        };
      return {
        status: "ok",
        diagnostics: answers.flatMap((answer) => (answer.ok ? answer.items.map((one) => ({ ...one, tool })) : [])),
        // A server also answers for files that its project leaves out, by rules that are not the project's.
        checked: files.filter((file) => project.includes(file)),
        looked: all,
      };
    },
    async before(old) {
      const texts = new Map([...old].map(([path, bytes]) => [path, bytes ? new TextDecoder().decode(bytes) : ""]));
      const existed = all.filter((path) => old.get(path) !== null);
      const answers = await server.diagnostics(existed, { deadline: timeout, signal, texts });
      if (answers.some(({ ok }) => !ok)) return undefined;
      return answers.flatMap((answer) => (answer.ok ? answer.items.map((one) => ({ ...one, tool })) : []));
    },
  };
}
