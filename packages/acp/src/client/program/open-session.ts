import {
  type AuthMethod,
  type ClientCapabilities,
  type ClientConnection,
  type InitializeResponse,
  methods,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { ToolError } from "@holdall/tool-core";
import { neutralLine } from "./neutral-text.ts";
import type { AgentProcess } from "./start-program.ts";

export interface OpenOptions {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly capabilities: ClientCapabilities;
  /** A session of an earlier run to continue. */
  readonly earlier: string | undefined;
  readonly connectTimeout: number;
  readonly signal: AbortSignal;
}

export interface OpenedSession {
  readonly id: string;
  /** It remembers the earlier run. */
  readonly isContinued: boolean;
}

/** Initialize an agent and open a session. Throws a `ToolError` that says what it did instead, and the next move. */
export async function openSession(
  agent: ClientConnection["agent"],
  child: AgentProcess,
  options: OpenOptions,
): Promise<OpenedSession> {
  const { name, command, cwd, capabilities, connectTimeout, signal } = options;
  const late = AbortSignal.timeout(connectTimeout);
  const waits = { cancellationSignal: AbortSignal.any([signal, late]), stopWaitingOnCancel: true };
  const line = command.join(" ");
  let about: InitializeResponse | undefined;
  try {
    about = await agent.request(
      methods.agent.initialize,
      {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: capabilities,
        clientInfo: { name: "holdall", version: "1" },
      },
      waits,
    );
    if (about.protocolVersion !== PROTOCOL_VERSION) throw otherVersion(name, about.protocolVersion);
    const { agentCapabilities: { loadSession, sessionCapabilities } = {} } = about;
    const place = { cwd, mcpServers: [] };
    if (options.earlier !== undefined && (sessionCapabilities?.resume || loadSession)) {
      const method = sessionCapabilities?.resume ? methods.agent.session.resume : methods.agent.session.load;
      const isContinued = await agent.request(method, { ...place, sessionId: options.earlier }, waits).then(
        () => true,
        (thrown: unknown) => {
          if (!(thrown instanceof RequestError) || thrown.code === authRequired) throw thrown;
          return false;
        },
      );
      if (isContinued) return { id: options.earlier, isContinued };
    }
    const opened: NewSessionResponse = await agent.request(methods.agent.session.new, place, waits);
    return { id: opened.sessionId, isContinued: false };
  } catch (thrown) {
    if (signal.aborted || ToolError.is(thrown)) throw thrown;
    if (thrown instanceof RequestError && !late.aborted)
      throw requestFailed(name, line, thrown, about?.authMethods ?? [], command);
    await Promise.race([child.gone, new Promise((resolve) => setTimeout(resolve, late.aborted ? 0 : 500))]);
    throw notAcp(name, line, about === undefined, late.aborted ? connectTimeout : undefined, child.report());
  }
}

const authRequired = -32000;

const otherVersion = (name: string, version: unknown) =>
  new ToolError(
    "unsupported",
    `${name} speaks version ${neutralLine(String(version), 20)} of the Agent Client Protocol; this is version ${PROTOCOL_VERSION}.`,
    { hint: `Tell the user: install a version of ${name} that speaks version ${PROTOCOL_VERSION}.` },
  );

function requestFailed(
  name: string,
  line: string,
  { code, message }: RequestError,
  ways: readonly AuthMethod[],
  command: readonly string[],
): ToolError {
  const said = neutralLine(message, 500).replace(/\.?$/, ".");
  if (code === authRequired)
    return new ToolError("permission_denied", `${name} requires a login: ${said}`, {
      hint: logIn(line, ways, command),
    });
  return new ToolError("unavailable", `${name} did not open a session: ${said}`, {
    hint: `Tell the user: run \`${line}\` by hand to see what is wrong.`,
  });
}

/** The command that a person must run. */
function logIn(line: string, ways: readonly AuthMethod[], command: readonly string[]): string {
  const commands = ways.flatMap((way) =>
    "type" in way && way.type === "terminal"
      ? [`\`${[command[0], ...(way.args ?? command.slice(1))].map((word) => neutralLine(word ?? "", 200)).join(" ")}\``]
      : [],
  );
  const names = ways.map(({ name, description }) => neutralLine(description ? `${name} (${description})` : name, 200));
  const offered = names.length > 0 ? ` It offers: ${names.join("; ")}.` : "";
  return `Tell the user to run ${commands[0] ?? `\`${line}\``} in a terminal and log in there, or to name its key in \`env\` of the agent.${offered}`;
}

function notAcp(name: string, line: string, isFirst: boolean, waited: number | undefined, report: string): ToolError {
  const what = isFirst ? "did not answer as an agent of the Agent Client Protocol does" : "did not open a session";
  const how = waited === undefined ? "" : ` within ${Math.round(waited / 100) / 10} s`;
  return new ToolError("unavailable", `${name} (${line}) ${what}${how}. ${report}`.trim(), {
    hint: "Tell the user: check the command of the agent; many programs need an argument for the protocol, such as --acp.",
  });
}
