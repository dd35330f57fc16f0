import { join } from "node:path";
import {
  askByApproval,
  connectServers,
  fileLogins,
  filePins,
  fileRemoteTasks,
  type Servers,
  stepUpByQuestion,
  type ToolChange,
} from "@holdall/mcp/client";
import type { PermissionsOptions } from "@holdall/permissions";
import type { Preset } from "@holdall/presets";
import type { Approve, Policy, Tool } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { replaceUnseen } from "@holdall/tool-kit/text";
import { askPerson } from "../../approval/ask-person.ts";
import type { Io, Output } from "../../io.ts";
import { version } from "../../version.ts";
import { userFolder } from "../ownership/user-folder.ts";
import type { FoundServers } from "./find-servers.ts";

/** Where logins at servers are kept. */
export const openLogins = (env: NodeJS.ProcessEnv) => fileLogins(join(userFolder(env), "mcp-logins.json"));

export interface OpenServersOptions {
  /** The folders that are reported to servers. */
  readonly roots: readonly string[];
  /** Continue while servers connect; their later questions go to the caller's new location. */
  readonly background: boolean;
  /** What `secret:NAME` in their environments and headers stands for. */
  readonly secrets?: Secrets | undefined;
}

/**
 * Connect to the servers that were found. A user at the terminal is asked about changes and gets the servers'
 * questions. In the background, slow servers and failed connections are named on stderr.
 */
export async function openServers(
  { servers }: FoundServers,
  { roots, background, secrets }: OpenServersOptions,
  { env, stderr }: Pick<Io, "env" | "stderr">,
): Promise<Servers> {
  const approve = askPerson(stderr);
  const logins = openLogins(env);
  const ask = approve && !background ? askByApproval(approve) : undefined;
  const opened = await connectServers(servers, {
    roots,
    background,
    ...(background && { onSlow: tellSlow(stderr) }),
    ask: ask ?? (() => ({ action: "decline" })),
    pins: filePins(join(userFolder(env), "mcp-pins.json")),
    tasks: fileRemoteTasks(join(userFolder(env), "mcp-tasks.json")),
    oauth: (config) => logins.provider(config),
    stepUp: stepUpByQuestion({ logins, ask }),
    environment: env,
    secrets,
    info: { name: "holdall", version },
    onError: tellOnce(stderr),
    ...(approve && { approveChange: (change) => askAboutChange(change, approve) }),
  });
  if (background) void opened.settled.then(() => tellProblems(opened, stderr));
  return opened;
}

const tellSlow = (stderr: Output) => (server: string) =>
  void stderr.write(
    `holdall: the MCP server ${server} has not connected after 3 seconds; its tools are added when it does.\n`,
  );

function tellProblems(servers: Servers, stderr: Output): void {
  for (const { name, state, problem } of servers.status()) {
    if (!problem || state === "closed") continue;
    stderr.write(`holdall: the MCP server ${name} is not connected: ${problem.message}\n`);
  }
}

/** What goes wrong with a server while it is used, once each. */
function tellOnce(stderr: Output) {
  const told = new Set<string>();
  return (server: string, { message }: Error): void => {
    const line = `holdall: the MCP server ${server}: ${replaceUnseen(message, () => "\ufffd")}`;
    if (told.size < told.add(line).size) stderr.write(`${line}\n`);
  };
}

async function askAboutChange({ server, tool, diff }: ToolChange, approve: Approve): Promise<boolean> {
  const answer = await approve(
    {
      callId: "change",
      sessionId: "mcp",
      tool: `mcp__${server}`,
      input: { tool, diff },
      access: [{ action: "execute", target: `mcp:${encodeURIComponent(server)}/${encodeURIComponent(tool)}` }],
      prompt: `The MCP server ${server} changed its tool ${tool}:\n${diff}\nUse the changed tool?`,
    },
    AbortSignal.timeout(3_600_000),
  );
  return answer === true || (typeof answer === "object" && answer.approved);
}

/** Add the servers' tools that are wanted to a preset, and to what it tells the model, and keep them in step. */
export function withServers(preset: Preset, servers: Servers, isWanted: (tool: Tool) => boolean = () => true): Preset {
  const { registry } = preset;
  servers.attach({ ...registry, add: (...tools) => registry.add(...tools.filter(isWanted)) });
  return { ...preset, instructions: preset.instruct() };
}

/** What the tools of servers may do: what the user's rules say, and a question about the rest. */
export async function policyOfServers(preset: string, ruling: PermissionsOptions): Promise<Policy> {
  const { permissions } = await import("@holdall/permissions");
  const { policy } = permissions(ruling);
  return (request) => {
    if (request.tool.category !== "mcp") return undefined;
    if (preset === "readonly" && !request.tool.hints.readOnly) {
      const reason = "The readonly preset does not call server tools that may change something.";
      return { effect: "deny", reason };
    }
    return policy(request);
  };
}
