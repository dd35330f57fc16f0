import type { ProgramRunner } from "@holdall/language-servers/port";
import { type Backend, joinPath, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import type { LintTask } from "./detect.ts";

/** A program that may run, or why not. */
export type FoundLinter =
  | { readonly status: "found"; readonly program: string }
  | { readonly status: "not_run"; readonly message: string };

/**
 * Find the program of a tool and ask whether it may run. One that runs code of the project asks for what it would run,
 * so that an approval is valid until its configuration or its packages change.
 */
export async function findLinter(
  { linter, folder, config }: LintTask,
  programs: ProgramRunner,
  backend: Backend,
  ctx: Pick<ToolContext, "require" | "signal">,
): Promise<FoundLinter> {
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
    ? contentHash(encoder.encode(`${found.file}\0${config.text}\0${await stampsOf(folder, backend, ctx.signal)}`))
    : undefined;
  try {
    await ctx.require({ action: "execute", target, cwd: folder, ...(version !== undefined && { version }) });
  } catch (error) {
    if (!ToolError.is(error) || error.code !== "permission_denied") throw error;
    const why = runsCode ? `${linter.name} runs code of the project, and that was not permitted.` : error.message;
    return { status: "not_run", message: why };
  }
  return { status: "found", program: found.file };
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

const locks =
  "package-lock.json pnpm-lock.yaml yarn.lock bun.lock Cargo.lock go.sum uv.lock poetry.lock package.json".split(" ");

/** What decides which code a tool of the project consists of. */
async function stampsOf(folder: Path, backend: Backend, signal: AbortSignal): Promise<string> {
  const stats = await Promise.all(locks.map((name) => backend.stat(joinPath(folder, name), { signal, version: true })));
  return stats.map((stat) => stat?.version ?? "").join();
}
