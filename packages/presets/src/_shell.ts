import type { Sandbox, SandboxLevel } from "@holdall/sandbox/port";
import type { Path, Policy, PolicyRequest } from "@holdall/tool-core";
import { type ShellTool, type ShellToolsOptions, shellTools } from "@holdall/tools-shell";
import { type TaskTool, taskTools } from "@holdall/tools-tasks";
import { type OpenedSandbox, type OpenSandbox, openedSandbox } from "./_opened-sandbox.ts";
import type { Outputs } from "./_outputs.ts";
import { keepingFiles, keepingRules } from "./_path-denials.ts";
import { insideOf, wanted } from "./_shell-policy.ts";
import type { PresetPermissions } from "./_with-rules.ts";

export interface PresetShell
  extends Omit<ShellToolsOptions, "sandbox" | "level" | "replacing" | "takeBack" | "outputFolder" | "onOutputFile"> {
  /**
   * A sandbox, which stays its owner's to dispose, or what opens one with the first command, for to find one that works
   * takes some time: that is disposed with the last session that used it, and opened again for the next.
   */
  readonly sandbox?: Sandbox | OpenSandbox | undefined;
}

/** A shell with its background tasks, and what its commands may do. */
export interface Shell {
  readonly tools: readonly (ShellTool | TaskTool)[];
  readonly sandbox: Sandbox | undefined;
}

interface ShellPlace {
  readonly outputs: Outputs;
  readonly level: "default" | "read_only";
  readonly permissions: PresetPermissions | undefined;
  readonly roots: readonly Path[];
  /** Files that commands must not change. */
  readonly unkept?: (() => ReadonlySet<Path>) | undefined;
  readonly replacing?: ShellToolsOptions["replacing"];
  readonly takeBack?: ShellToolsOptions["takeBack"];
}

export function openShell(
  { sandbox: given, ...more }: PresetShell,
  { outputs: { folder, onOutputFile }, permissions, roots, unkept = () => new Set(), ...own }: ShellPlace,
): Shell {
  const options = { ...more, ...own, outputFolder: folder, onOutputFile };
  if (typeof given !== "function") {
    const sandbox = given && keepingRules(keepingFiles(given, unkept), permissions, roots);
    return { tools: toolsOf({ ...options, sandbox }), sandbox };
  }
  const { sandbox: opened, openFor } = openedSandbox(given);
  const sandbox = keepingRules(keepingFiles(opened, unkept), permissions, roots);
  return {
    tools: toolsOf({ ...options, sandbox }).map((tool) => (tool.name === "bash" ? openedBefore(tool, openFor) : tool)),
    sandbox,
  };
}

const toolsOf = (options: ShellToolsOptions) => [...shellTools(options), ...taskTools()];

/** The tool, with the sandbox opened before the policy sees its calls. */
const openedBefore = (tool: BashTool, openFor: OpenedSandbox["openFor"]): BashTool => ({
  ...tool,
  async access(input, at) {
    await openFor(at);
    return (await tool.access?.(input, at)) ?? [];
  },
});

type BashTool = Extract<ShellTool, { name: "bash" }>;

/** Whether plan mode is on, now. */
export const isPlanning = ({ mode }: PresetPermissions = {}) => (typeof mode === "function" ? mode() : mode) === "plan";

/** Whether the command of a call runs at the level `read_only` in plan mode, which `readsOnly` gives it. */
export const confinedBy =
  ({ sandbox }: Shell) =>
  ({ tool, input }: Pick<PolicyRequest, "tool" | "input">): boolean =>
    tool.category === "shell" && wanted(input) === undefined && sandbox?.confines("read_only") === true;

/** Whether the command of a call runs in a sandbox, which keeps it from the paths that rules deny. */
export const keptFromDenied =
  ({ sandbox }: Shell, level: "default" | "read_only") =>
  ({ tool, input }: Pick<PolicyRequest, "tool" | "input">): boolean =>
    tool.category === "shell" && sandbox?.confines((wanted(input) ?? level) as SandboxLevel) === true;

/** Whether a call may change what is in `.git`: a sandbox keeps its commands from that, unless they ask for more. */
export const reachesGit =
  ({ sandbox }: Shell) =>
  ({ tool, input }: Pick<PolicyRequest, "tool" | "input">): boolean => {
    const level = wanted(input) ?? "default";
    const isKept = level === "default" || level === "network";
    return tool.category !== "shell" || !isKept || sandbox?.confines("default") !== true;
  };

/** Commands for reading: a sandbox must keep them from changing anything, and no rule and no mode lets them further. */
export function readOnlyShell({ sandbox }: Shell, roots: readonly Path[]): Policy {
  const isInside = insideOf(roots);
  const refusal = (action: string, target: string, input: unknown): string | undefined => {
    if (!sandbox?.confines("read_only"))
      return "Commands cannot run here: there is no sandbox to keep them from changing anything.";
    if (wanted(input) || target.startsWith("sandbox:")) return "Commands can only read here.";
    if (action === "network") return "Commands have no network here.";
    return (action === "write" || action === "delete") && isInside(target) ? "Commands can only read here." : undefined;
  };
  return ({ tool, input, access }) => {
    if (tool.category !== "shell" || !access) return undefined;
    const reason = refusal(access.action, access.target, input);
    return reason === undefined ? undefined : { effect: "deny", reason };
  };
}

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
