import type { Sandbox } from "@holdall/sandbox/port";
import type { Dialect, Path, Policy } from "@holdall/tool-core";
import { type ShellTool, type ShellToolsOptions, shellTools } from "@holdall/tools-shell";
import { type TaskTool, taskTools } from "@holdall/tools-tasks";
import type { Outputs } from "../families/_outputs.ts";
import { insideOf, wanted } from "../policy/_confinement.ts";
import type { OpenedSandbox, OpenSandbox } from "./_opened-sandbox.ts";
import type { SharedSandbox } from "./_shared-sandbox.ts";

export interface PresetShell
  extends Omit<
    ShellToolsOptions,
    "sandbox" | "level" | "replacing" | "reclaimProtected" | "outputFolder" | "onOutputFile"
  > {
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
  readonly dialect: Dialect | undefined;
  readonly outputs: Outputs;
  readonly level: "default" | "read_only";
  readonly shared: SharedSandbox;
  readonly replacing?: ShellToolsOptions["replacing"];
  readonly reclaimProtected?: ShellToolsOptions["reclaimProtected"];
}

export function openShell(
  { sandbox: _, ...more }: PresetShell,
  { outputs: { folder, onOutputFile }, dialect, shared, ...own }: ShellPlace,
): Shell {
  // Programs of the camel dialect expect `stdout` and `stderr` apart.
  const errors = dialect === "camel" ? ({ errors: "apart" } as const) : {};
  const { sandbox, openFor, isOpenedLater } = shared;
  const tools = toolsOf({ ...errors, ...more, ...own, outputFolder: folder, onOutputFile, sandbox });
  return {
    tools: isOpenedLater ? tools.map((tool) => (tool.name === "bash" ? openedBefore(tool, openFor) : tool)) : tools,
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
