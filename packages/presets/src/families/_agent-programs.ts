import type { PathDenial } from "@holdall/sandbox/port";
import {
  type Access,
  type Decision,
  isWhollyDeclared,
  type Middleware,
  type Path,
  type Policy,
  type PolicyRequest,
  planModeKey,
  type Tool,
  type ToolContext,
  ToolError,
} from "@holdall/tool-core";
import type { Agent } from "@holdall/tools-agents";
import type { AgentConfinement, AgentProgram, AgentPrograms } from "@holdall/tools-agents/port";
import { isPlanning } from "../policy/_confinement.ts";
import type { PresetPermissions } from "../policy/_rule-policy.ts";
import type { SharedSandbox } from "../shell/_shared-sandbox.ts";
import type { Agents } from "./_agents.ts";

interface ProgramPlace {
  /** The sandbox of commands. */
  readonly sandbox: SharedSandbox | undefined;
  readonly roots: readonly Path[];
  readonly permissions: PresetPermissions | undefined;
  /** Nothing is changed, by no tool. */
  readonly looksOnly: boolean;
  /** The files are on the disk of this machine. */
  readonly isOnDisk: boolean;
  readonly settle: AgentPrograms["settle"];
}

/** The programs of agents, what they ask before the first of a session starts, and what no rule lifts. */
export interface OpenedPrograms {
  readonly programs: AgentPrograms;
  readonly policy: Policy;
  readonly always: Policy;
  readonly middleware: Middleware;
}

/** Agents that are programs of their own: in the sandbox of commands where it works, and once the user has agreed. */
export function openPrograms(
  agents: Agents,
  { sandbox, roots, permissions, looksOnly, isOnDisk, settle }: ProgramPlace,
): OpenedPrograms {
  /** What was agreed to in each session: an agent, and how far it reaches. */
  const started = new Set<string>();
  const keyOf = (sessionId: string, { name, driver }: Agent, access: Access, reach = isWhollyDeclared(access)) =>
    JSON.stringify([sessionId, name, driver && confinementOf(driver.program).isConfined, reach]);
  const readsOnly = ({ state }: Pick<ToolContext, "state">) =>
    looksOnly || isPlanning(permissions) || state(planModeKey).active;
  const confinementOf = (program: AgentProgram): AgentConfinement => {
    const { sandbox: opened } = sandbox ?? {};
    const isConfined = program.sandbox !== false && opened?.confines(levelOf(program)) === true;
    const leavesSandbox = !isConfined && opened?.confines("default") === true;
    return { isConfined, opensNetwork: opened?.opensNetwork ?? false, leavesSandbox };
  };
  const startedBy = (tool: Tool, access: Access | undefined) => {
    if (tool.name !== "task" || access?.action !== "execute") return undefined;
    return agents.find(({ name, driver }) => driver && access.target === `agent:${name}`);
  };
  // Who may write may also read alone.
  const isAgreed = ({ sessionId }: PolicyRequest, agent: Agent, access: Access) =>
    started.has(keyOf(sessionId, agent, access)) || started.has(keyOf(sessionId, agent, access, false));

  return {
    programs: {
      async confine(program, at) {
        if (!isOnDisk)
          throw new ToolError(
            "unsupported",
            "Agents that are programs of their own work on the disk, and the files here are not on it.",
            {
              hint: "Use another agent, or do this yourself.",
            },
          );
        await sandbox?.openFor(at);
        return confinementOf(program);
      },
      readsOnly,
      settle,
      async launch({ program, readsOnly: isReading, cwd, env }) {
        if (!confinementOf(program).isConfined) {
          if (isReading) throw notKept();
          return undefined;
        }
        return sandbox?.sandbox?.launch({
          argv: program.command,
          cwd,
          env,
          level: levelOf(program),
          domains: program.domains,
          ...(isReading && { denials: [nothingIn(roots)] }),
        });
      },
    },
    policy(request) {
      const { tool, access } = request;
      const agent = startedBy(tool, access);
      if (agent?.driver && access) {
        const { program } = agent.driver;
        if (isAgreed(request, agent, access)) return { effect: "allow" };
        return asking(tool, agent.name, program, confinementOf(program), access);
      }
      // Requests of such an agent: its own policy asks about each of them.
      const isRequest = tool.name !== "task" && tool.category === "agents" && access?.action === "execute";
      return isRequest ? { effect: "allow" } : undefined;
    },
    always(request) {
      const { tool, access } = request;
      const agent = startedBy(tool, access);
      if (!agent?.driver || !access) return undefined;
      const { program } = agent.driver;
      const confinement = confinementOf(program);
      if (confinement.isConfined || isAgreed(request, agent, access)) return undefined;
      if (looksOnly)
        return {
          effect: "deny",
          reason: "Nothing is changed here, and there is no sandbox to keep this agent from it.",
        };
      return asking(tool, agent.name, program, confinement, access);
    },
    async middleware(call, next) {
      for (const access of call.access) {
        const agent = startedBy(call.tool, access);
        if (agent) started.add(keyOf(call.sessionId, agent, access));
      }
      return next(call);
    },
  };
}

const levelOf = ({ domains = [] }: AgentProgram) => (domains.length > 0 ? "network" : "default");

/** The roots as they are: nothing in them can be written. */
const nothingIn = (roots: readonly Path[]): PathDenial => ({
  action: "write",
  rule: "(nothing is changed now)",
  below: roots,
  matches: (path) => roots.some((root) => root === path),
});

const notKept = () =>
  new ToolError("permission_denied", "Nothing is changed now, and there is no sandbox to keep this agent from it.", {
    hint: "Use another agent that only reads, or wait until plan mode has ended.",
  });

/** What the user agrees to, once a session. */
function asking(
  { title }: Tool,
  name: string,
  { command, domains = [], sandbox }: AgentProgram,
  { isConfined, opensNetwork }: AgentConfinement,
  access: Access,
): Decision {
  const start = `${title}: start the agent ${name} (${command.join(" ")})`;
  if (!isConfined) {
    const why = sandbox === false ? "its configuration turns the sandbox off" : "no sandbox works here";
    return {
      effect: "ask",
      prompt: `${start} without a sandbox, because ${why}: it can read and change every file that you can, without asking here`,
    };
  }
  const reach =
    domains.length === 0
      ? "no network"
      : opensNetwork
        ? "the network, which reaches any host, because nothing here limits it to those that are named"
        : `the network of ${domains.join(", ")}`;
  const can = isWhollyDeclared(access) ? "it can change nothing" : "it can change files in the folder of this session";
  return { effect: "ask", prompt: `${start} in the sandbox, with ${reach}: ${can}` };
}
