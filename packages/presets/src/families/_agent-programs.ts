import type { PathDenial } from "@holdall/sandbox/port";
import {
  type Middleware,
  type Path,
  type Policy,
  type PolicyRequest,
  planModeKey,
  type ToolContext,
  ToolError,
} from "@holdall/tool-core";
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
  const started = new Set<string>();
  const keyOf = ({ sessionId }: { readonly sessionId: string }, name: string) => `${sessionId} ${name}`;
  const readsOnly = ({ state }: Pick<ToolContext, "state">) =>
    looksOnly || isPlanning(permissions) || state(planModeKey).active;
  const confinementOf = (program: AgentProgram): AgentConfinement => {
    const { sandbox: opened } = sandbox ?? {};
    const isConfined = program.sandbox !== false && opened?.confines(levelOf(program)) === true;
    const leavesSandbox = !isConfined && opened?.confines("default") === true;
    return { isConfined, opensNetwork: opened?.opensNetwork ?? false, leavesSandbox };
  };
  const startedBy = ({ tool, access }: PolicyRequest) => {
    if (tool.name !== "task" || access?.action !== "execute") return undefined;
    return agents.find(({ name, driver }) => driver && access.target === `agent:${name}`);
  };
  const isAgreed = (request: PolicyRequest, name: string) => started.has(keyOf(request, name));

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
      const agent = startedBy(request);
      if (agent?.driver) {
        if (isAgreed(request, agent.name)) return { effect: "allow" };
        return {
          effect: "ask",
          prompt: `${tool.title}: ${startText(agent.name, agent.driver.program, confinementOf(agent.driver.program))}`,
        };
      }
      // Requests of such an agent: its own policy asks about each of them.
      const isRequest = tool.name !== "task" && tool.category === "agents" && access?.action === "execute";
      return isRequest ? { effect: "allow" } : undefined;
    },
    always(request) {
      const agent = startedBy(request);
      if (!agent?.driver) return undefined;
      const { program } = agent.driver;
      const confinement = confinementOf(program);
      if (confinement.isConfined || isAgreed(request, agent.name)) return undefined;
      if (looksOnly)
        return {
          effect: "deny",
          reason: "Nothing is changed here, and there is no sandbox to keep this agent from it.",
        };
      return { effect: "ask", prompt: `${request.tool.title}: ${startText(agent.name, program, confinement)}` };
    },
    async middleware(call, next) {
      for (const { action, target } of call.access) {
        const [, name] = call.tool.name === "task" && action === "execute" ? (/^agent:(.+)$/.exec(target) ?? []) : [];
        if (name !== undefined) started.add(keyOf(call, name));
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
function startText(
  name: string,
  { command, domains = [], sandbox }: AgentProgram,
  { isConfined, opensNetwork }: AgentConfinement,
): string {
  const line = command.join(" ");
  if (!isConfined) {
    const why = sandbox === false ? "its configuration turns the sandbox off" : "no sandbox works here";
    return `start the agent ${name} (${line}) without a sandbox, because ${why}: it can read and change every file that you can, without asking here`;
  }
  const reach =
    domains.length === 0
      ? "no network"
      : opensNetwork
        ? "the network, which reaches any host, because nothing here limits it to those that are named"
        : `the network of ${domains.join(", ")}`;
  return `start the agent ${name} (${line}) in the sandbox, with ${reach}: it can change files in the folder of this session`;
}
