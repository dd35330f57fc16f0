import type { Sandbox, SandboxLevel } from "@holdall/sandbox/port";
import { isWithin, type Path, type Policy, type PolicyRequest } from "@holdall/tool-core";
import type { effectOf } from "@holdall/tools-shell";
import type { PresetPermissions } from "./_rule-policy.ts";

/** The shell of a preset, which may be opened later. */
interface OpenedShell {
  readonly sandbox: Sandbox | undefined;
}

export const insideOf =
  (roots: readonly Path[]) =>
  (target: string): boolean =>
    roots.some((root) => isWithin(target as Path, root));

/** The level that a call asks for. */
export const wanted = (input: unknown): unknown => (input as { permissions?: unknown } | undefined)?.permissions;

/** Deleting a root, or a folder with a root in it, asks whatever rules and modes say. */
export const askRootDeletes =
  (roots: readonly Path[], effect: typeof effectOf): Policy =>
  ({ tool, access }) => {
    if (access?.action !== "delete") return undefined;
    const { pattern, isUnresolved } = effect(access) ?? {};
    if (pattern !== undefined || isUnresolved || !roots.some((root) => isWithin(root, access.target as Path)))
      return undefined;
    return {
      effect: "ask",
      prompt: `${tool.title}: delete ${access.target}, which contains everything these tools work on`,
    };
  };

/** Whether plan mode is on, now. */
export const isPlanning = ({ mode }: PresetPermissions = {}) => (typeof mode === "function" ? mode() : mode) === "plan";

/** Whether the command of a call runs at the level `read_only` in plan mode, which `readsOnly` gives it. */
export const confinedBy =
  (shell: OpenedShell) =>
  ({ tool, input }: Pick<PolicyRequest, "tool" | "input">): boolean =>
    tool.category === "shell" && wanted(input) === undefined && shell.sandbox?.confines("read_only") === true;

/** Whether the command of a call runs in a sandbox, which keeps it from the paths that rules deny. */
export const keptFromDenied =
  (shell: OpenedShell, level: "default" | "read_only") =>
  ({ tool, input }: Pick<PolicyRequest, "tool" | "input">): boolean =>
    tool.category === "shell" && shell.sandbox?.confines((wanted(input) ?? level) as SandboxLevel) === true;

/** Whether a call may change what is in `.git`: a sandbox keeps its commands from that, unless they ask for more. */
export const reachesGit =
  (shell: OpenedShell) =>
  ({ tool, input }: Pick<PolicyRequest, "tool" | "input">): boolean => {
    const level = wanted(input) ?? "default";
    const isKept = level === "default" || level === "network";
    return tool.category !== "shell" || !isKept || shell.sandbox?.confines("default") !== true;
  };

/** No rule and no mode lifts the question whether a command may run outside of its sandbox. */
export const askUnconfined: Policy = ({ tool, input, access }) => {
  if (tool.category !== "shell") return undefined;
  if (access?.target === "sandbox:unprotected")
    return {
      effect: "ask",
      prompt: `${tool.title}: run without a sandbox, because the one here cannot protect everything that it must`,
    };
  return wanted(input) === "all" ? { effect: "ask", prompt: `${tool.title}: run without a sandbox` } : undefined;
};
