import { isWithin, type Path, type Policy, type Sandbox, type Tool } from "@holdall/tool-core";
import { bash, getEnvironment, type ShellToolsOptions } from "@holdall/tools-shell";
import { taskTools } from "@holdall/tools-tasks";
import type { Outputs } from "./_outputs.ts";

/** Options of the shell. A sandbox may be opened with the first command: to find one that works takes some time. */
export interface PresetShell extends Omit<ShellToolsOptions, "sandbox" | "level" | "outputFolder" | "onOutputFile"> {
  readonly sandbox?: Sandbox | (() => Promise<Sandbox>) | undefined;
}

/** A shell with its background tasks, and what its commands may do. */
export interface Shell {
  readonly tools: readonly Tool[];
  readonly sandbox: Sandbox | undefined;
}

export function openShell(
  { sandbox: given, ...more }: PresetShell,
  { folder, onOutputFile }: Outputs,
  level: "default" | "read_only",
): Shell {
  const options = { ...more, level, outputFolder: folder, onOutputFile };
  if (typeof given !== "function") return { tools: toolsOf({ ...options, sandbox: given }), sandbox: given };
  let opening: Promise<Sandbox> | undefined;
  let opened: Sandbox | undefined;
  const open = () => {
    opening ??= given().then((sandbox) => {
      opened = sandbox;
      return sandbox;
    });
    return opening;
  };
  const sandbox: Sandbox = {
    name: "opened with the first command",
    confines: (level) => opened?.confines(level) ?? false,
    launch: async (request) => (await open()).launch(request),
  };
  return {
    tools: toolsOf({ ...options, sandbox }).map((tool) => (tool.name === "bash" ? openedBefore(tool, open) : tool)),
    sandbox,
  };
}

const toolsOf = (options: ShellToolsOptions): Tool[] => [bash(options), getEnvironment(options), ...taskTools()];

/** The tool, with something done before anything is asked about its calls. */
const openedBefore = (tool: Tool, open: () => Promise<unknown>): Tool => ({
  ...tool,
  async access(input, at) {
    await open();
    return (await tool.access?.(input, at)) ?? [];
  },
});

/**
 * In a sandbox commands run as they like, for they cannot reach further; deleting below the root asks as it does elsewhere,
 * and so does every level that reaches further. Without a sandbox every command asks.
 */
export function shellPolicy({ sandbox }: Shell, roots: readonly Path[]): Policy {
  const isInside = insideOf(roots);
  return ({ tool, input, access }) => {
    if (tool.category !== "shell" || !access) return undefined;
    const { action, target } = access;
    const leavesSandbox = action === "execute" && target.startsWith("sandbox:");
    // Where there is no sandbox to leave, what the command does decides.
    if (leavesSandbox && !wanted(input)) return { effect: "allow" };
    const isConfined = sandbox?.confines("default") ?? false;
    const isFree = isConfined && !leavesSandbox && !(action === "delete" && isInside(target));
    if (isFree || (isInside(target) && (action === "read" || action === "write"))) return { effect: "allow" };
    return { effect: "ask", prompt: `${tool.title}: ${action} ${target}` };
  };
}

/** Commands for reading: a sandbox must keep them from changing anything, and no rule and no mode lets them further. */
export function readOnlyShell({ sandbox }: Shell, roots: readonly Path[]): Policy {
  const isInside = insideOf(roots);
  const refusal = (action: string, target: string, input: unknown): string | undefined => {
    if (!sandbox?.confines("read_only"))
      return "No command runs here, for there is no sandbox that keeps it from changing anything.";
    if (wanted(input) || target.startsWith("sandbox:")) return "Commands may only read here.";
    if (action === "network") return "Commands have no network here.";
    return (action === "write" || action === "delete") && isInside(target) ? "Commands may only read here." : undefined;
  };
  return ({ tool, input, access }) => {
    if (tool.category !== "shell" || !access) return undefined;
    const reason = refusal(access.action, access.target, input);
    return reason === undefined ? undefined : { effect: "deny", reason };
  };
}

const insideOf = (roots: readonly Path[]) => (target: string) => roots.some((root) => isWithin(target as Path, root));

/** No rule and no mode lifts the question whether a command may run outside of its sandbox. */
export const askUnconfined: Policy = ({ tool, input }) =>
  tool.category === "shell" && wanted(input) === "all"
    ? { effect: "ask", prompt: `${tool.title}: run without a sandbox` }
    : undefined;

/** The level that a call asks for. */
const wanted = (input: unknown): unknown => (input as { permissions?: unknown } | undefined)?.permissions;
