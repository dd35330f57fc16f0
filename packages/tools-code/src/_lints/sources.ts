import type { CodeServer, Diagnostic, ProgramRunner } from "@holdall/language-servers/port";
import type { Path } from "@holdall/tool-core";
import type { LintTask } from "./linters/detect.ts";
import type { FoundLinter } from "./linters/find-program.ts";
import type { ProjectFiles } from "./linters/tsconfig-files.ts";
import { type RunOptions, runTask, type TaskResult } from "./run-task.ts";

/** A source of problems in some files, now and before the session. */
export interface LintSource {
  readonly tool: string;
  /** It looks at all files of its folder. */
  readonly isWhole: boolean;
  now(): Promise<TaskResult>;
  /** What it would have said with the old contents; undefined where that cannot be found out. Asked after `now`. */
  before(old: ReadonlyMap<Path, Uint8Array | null>): Promise<Before | undefined>;
}

interface Before {
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly string[];
}

type Limits = Pick<RunOptions, "timeout" | "signal">;

/** A tool that runs as a program, found when it is asked; its past is what it says of a copy with the old contents. */
export function programSource(
  task: LintTask,
  find: () => Promise<FoundLinter>,
  programs: ProgramRunner,
  limits: Limits,
): LintSource {
  const { linter, folder, files } = task;
  let program: string | undefined;
  return {
    ...{ tool: linter.name, isWhole: linter.isWhole === true },
    async now() {
      const found = await find();
      if (found.status !== "found") return found;
      program = found.program;
      if (!linter.writes) return runTask(task, program, programs, limits);
      await using copy = await programs.copyProject(folder, new Map(), limits.signal);
      if (!copy) return { status: "not_run", message: `${linter.name} writes, and the project is too large to copy.` };
      return await runTask(task, program, programs, { ...limits, copy });
    },
    async before(old) {
      if (program === undefined) return undefined;
      const existed = files.filter((file) => old.get(file) !== null);
      if (existed.length === 0 && !linter.isWhole) return { diagnostics: [], notes: [] };
      await using copy = await programs.copyProject(folder, old, limits.signal);
      if (!copy) return undefined;
      const result = await runTask({ ...task, files: existed }, program, programs, { ...limits, copy });
      return result.status === "ok" ? { diagnostics: result.diagnostics, notes: result.notes ?? [] } : undefined;
    },
  };
}

/** A language server; its past is its report with the old texts in place of those on disk. */
export function serverSource(
  tool: string,
  server: CodeServer,
  files: readonly Path[],
  dependents: readonly Path[],
  { timeout, signal, project }: Limits & { readonly project: ProjectFiles },
): LintSource {
  const all = [...files, ...dependents];
  return {
    ...{ tool, isWhole: false },
    async now() {
      const answers = await server.diagnostics(all, { deadline: timeout, signal });
      const bad = answers.filter((answer) => !answer.ok);
      const asked = new Set(files);
      const worst = bad.find(({ path }) => asked.has(path)) ?? bad[0];
      if (worst) {
        const isAll = bad.length === answers.length;
        if (isAll && (worst.why === "unavailable" || worst.why === "unsupported"))
          return { status: "not_run", message: worst.message };
        const isLate = worst.why === "timed_out" || worst.why === "starting";
        return {
          status: isLate ? "timed_out" : "failed",
          message: isAll ? worst.message : `${worst.path}: ${worst.message}`,
        };
      }
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
      const diagnostics = answers.flatMap((answer) => (answer.ok ? answer.items.map((one) => ({ ...one, tool })) : []));
      return { diagnostics, notes: [] };
    },
  };
}
