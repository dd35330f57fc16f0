import { dirname } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { resolveOptional } from "@holdall/tool-kit/node";
import { findProgram } from "../bubblewrap/find-program.ts";

export type Runtime = typeof import("@anthropic-ai/sandbox-runtime");
export type Manager = Runtime["SandboxManager"];

/** The optional peer. Throws `unavailable` when it is not there. */
export async function loadRuntime(): Promise<Runtime> {
  try {
    return await import("@anthropic-ai/sandbox-runtime");
  } catch (cause) {
    throw cannotSandbox(
      "@anthropic-ai/sandbox-runtime is not installed",
      "Install it next to @holdall/sandbox: npm install @anthropic-ai/sandbox-runtime.",
      cause,
    );
  }
}

/** Whether everything is here that the runtime needs to limit programs to named hosts. */
export function canLimitHosts(): boolean {
  try {
    runtimeFolder();
  } catch {
    return false;
  }
  const isLinux = process.platform === "linux";
  return !isLinux || findProgram("socat", { roots: [] }) !== undefined;
}

/** The hosts that its proxy refused to a command. */
export function refusedHosts(manager: Manager, commandId: string): string[] {
  return (
    manager
      .getSandboxViolationStore()
      .getViolationsForCommand(commandId)
      // A request that was refused for what it contains would be refused again.
      .filter(({ line }) => !line.includes("(secret:"))
      .flatMap(({ line }) => /\b([\w-]+(?:\.[\w-]+)+)(?::\d+)?\b/.exec(line)?.[1] ?? [])
  );
}

export const cannotSandbox = (what: string, hint: string, cause?: unknown) =>
  new ToolError("unavailable", `Cannot sandbox: ${what}.`, { hint, cause });

export const quoted = (word: string): string => `'${word.split("'").join(`'\\''`)}'`;

/** Its helper programs must stay readable whatever is hidden. */
export const runtimeFolder = (): string =>
  dirname(dirname(resolveOptional("@anthropic-ai/sandbox-runtime", import.meta.url)));
