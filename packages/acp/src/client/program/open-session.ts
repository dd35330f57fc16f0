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
import { neutralLine } from "@holdall/tool-kit/text";
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
  /** An error of a request as one that says the next move. */
  explain(thrown: RequestError): ToolError;
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
  let about: InitializeResponse | undefined;
  const explain = (thrown: RequestError) => requestFailed(name, thrown, about?.authMethods ?? [], command);
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
      if (isContinued) return { id: options.earlier, isContinued, explain };
    }
    const opened: NewSessionResponse = await agent.request(methods.agent.session.new, place, waits);
    return { id: opened.sessionId, isContinued: false, explain };
  } catch (thrown) {
    if (signal.aborted || ToolError.is(thrown)) throw thrown;
    if (thrown instanceof RequestError && !late.aborted) throw explain(thrown);
    await Promise.race([child.gone, new Promise((resolve) => setTimeout(resolve, late.aborted ? 0 : 500))]);
    if (child.isMissing()) throw notFound(command[0], child.report());
    throw notAcp(name, command, about === undefined, late.aborted ? connectTimeout : undefined, child.report());
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
  { code, message }: RequestError,
  ways: readonly AuthMethod[],
  command: readonly string[],
): ToolError {
  const said = neutralLine(message, 500).replace(/\.?$/, ".");
  if (code === authRequired)
    return new ToolError("permission_denied", `${name} requires a login: ${said}`, { hint: logIn(ways, command) });
  return new ToolError("unavailable", `${name} failed: ${said}`, {
    hint: `Do this yourself, or tell the user to run \`${command.join(" ")}\` by hand to see what is wrong.`,
  });
}

/** The command that the user must run. */
function logIn(ways: readonly AuthMethod[], command: readonly string[]): string {
  const [program = "", ...usual] = command;
  const terminal = ways.find((way) => "type" in way && way.type === "terminal");
  const args = (terminal && "args" in terminal ? terminal.args : undefined) ?? usual;
  const line = [program, ...args].map((word) => neutralLine(word, 200)).join(" ");
  const names = ways.map(({ name, description }) => neutralLine(description ? `${name}: ${description}` : name, 300));
  const own = names.length > 0 ? ` It says how: ${names.join("; ")}.` : "";
  return `Tell the user to run \`${line}\` in a terminal and log in there, or to name its key in \`env\` of the agent.${own}`;
}

function notAcp(
  name: string,
  command: readonly string[],
  isFirst: boolean,
  waited: number | undefined,
  report: string,
): ToolError {
  const what = isFirst ? "did not answer as an agent of the Agent Client Protocol does" : "did not open a session";
  const how = waited === undefined ? "" : ` within ${Math.round(waited / 100) / 10} s`;
  return new ToolError("unavailable", `${name} (${command.join(" ")}) ${what}${how}. ${report}`.trim(), {
    hint: "Tell the user: check the command of the agent; many programs need an argument for the protocol, such as --acp.",
  });
}

/** In a sandbox, where a shell starts the program. */
const notFound = (program: string, report: string) =>
  new ToolError(
    "not_found",
    `The program ${program} was not found in the sandbox, or cannot be run there. ${report}`.trim(),
    {
      hint: "Tell the user: install it outside of /tmp and of folders with secrets, which the sandbox hides, or correct the command of the agent.",
    },
  );
