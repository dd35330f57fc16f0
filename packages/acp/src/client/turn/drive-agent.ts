import { type ClientConnection, methods, type PromptResponse, RequestError } from "@agentclientprotocol/sdk";
import { ToolError, toToolError } from "@holdall/tool-core";
import { childEnvironment, createDisposeStack } from "@holdall/tool-kit/node";
import type { AgentDriverEnd, AgentDriverRun } from "@holdall/tools-agents/port";
import type { AcpAgentOptions } from "../options.ts";
import { type OpenedSession, openSession } from "../program/open-session.ts";
import { type AgentProcess, type StartOptions, startProgram } from "../program/start-program.ts";
import { serveClient } from "../serving/serve-client.ts";
import { followUpdates, type Updates, type Used } from "./follow-updates.ts";
import { promptText } from "./prompt-text.ts";

type Driven = AcpAgentOptions & { readonly command: readonly [string, ...string[]] };

/** The variable that tells an agent how many agents are above it. */
const depthVariable = "HOLDALL_AGENT_DEPTH";

/** Start an agent, have one prompt answered, and end it with everything that it started. */
export async function driveAgent(run: AgentDriverRun, options: Driven): Promise<AgentDriverEnd> {
  const { command, grace = 2_000 } = options;
  const { signal, depth } = run;
  const { cwd } = run.session;
  const { environment = process.env } = options;
  const above = Number(environment[depthVariable]) || 0;
  const env = { ...childEnvironment(environment), [depthVariable]: String(above + depth), ...options.env };
  try {
    const launch = await run.launch({ cwd, env });
    await using stack = createDisposeStack();
    if (launch) stack.use(launch);
    signal.throwIfAborted();
    const { child, ...end } = await converse(run, options, { command, cwd, env, launch, grace });
    // Its last changes are made by now.
    const sandbox = child && (await launch?.report(child.stderr()));
    return { ...end, ...(sandbox && { sandbox }) };
  } catch (thrown) {
    return { report: "", failure: toToolError(thrown) };
  }
}

/** What the next run of the same agent continues from. */
interface Remembered {
  readonly sessionId: string;
  readonly used: Used;
}

const remembered = ({ id: sessionId }: OpenedSession, updates: Updates): Remembered => ({
  sessionId,
  used: updates.used(),
});

type Conversed = AgentDriverEnd & { readonly child?: AgentProcess };

/** One prompt and its answer. Nothing of the program is left when it resolves. */
async function converse(run: AgentDriverRun, options: Driven, start: StartOptions): Promise<Conversed> {
  const { name, command, connectTimeout = 60_000 } = options;
  const { session, signal } = run;
  const memory = Object(run.memory) as Partial<Remembered>;
  const updates = followUpdates(run);
  let child: AgentProcess | undefined;
  await using stack = createDisposeStack();
  try {
    const started = await startProgram(start);
    child = started;
    stack.defer(() => started.close());
    const served = await serveClient(run, updates);
    stack.defer(() => served.terminals.close());
    const connection = served.app.connect(started.stream);
    stack.defer(() => connection.close());
    const { capabilities } = served;
    const place = { cwd: session.cwd, earlier: memory.sessionId };
    const asked = { name, command, ...place, capabilities, connectTimeout, signal };
    const opened = await openSession(connection.agent, started, asked);
    updates.begin(opened.isContinued ? memory.used : undefined);
    const answer = await promptOnce(connection, started, opened, { run, name, grace: start.grace });
    return { ...endOf(answer, name), report: updates.report(), memory: remembered(opened, updates), child };
  } catch (thrown) {
    return { report: updates.report(), failure: toToolError(thrown), ...(child && { child }) };
  }
}

interface Prompting {
  readonly run: AgentDriverRun;
  readonly name: string;
  readonly grace: number;
}

/** One turn. Where it is aborted, the agent is told, and has a moment to end it. */
async function promptOnce(
  { agent }: ClientConnection,
  child: AgentProcess,
  { id, isContinued, explain }: OpenedSession,
  { run, name, grace }: Prompting,
): Promise<PromptResponse> {
  const { signal } = run;
  signal.throwIfAborted();
  const left = Promise.withResolvers<never>();
  left.promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    void agent.notify(methods.agent.session.cancel, { sessionId: id }).catch(() => {});
    timer = setTimeout(() => left.reject(signal.reason), grace);
  };
  signal.addEventListener("abort", cancel, { once: true });
  const text = promptText(run, isContinued);
  try {
    const answering = agent.request(methods.agent.session.prompt, { sessionId: id, prompt: [{ type: "text", text }] });
    answering.catch(() => {});
    return await Promise.race([answering, left.promise]);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (thrown instanceof RequestError) throw explain(thrown);
    // Its last words come with its end.
    await Promise.race([child.gone, new Promise((resolve) => setTimeout(resolve, grace))]);
    throw new ToolError("unavailable", `${name} ended in the middle of its work. ${child.report()}`.trim(), {
      hint: "What it has done until then stays. Do the rest yourself, or tell the user.",
      cause: thrown,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

function endOf({ stopReason }: PromptResponse, name: string): Pick<AgentDriverEnd, "end" | "failure"> {
  if (stopReason === "refusal") return { end: "refused" };
  if (stopReason === "cancelled") return { failure: new ToolError("aborted", `${name} cancelled its own turn.`) };
  return stopReason === "max_tokens" || stopReason === "max_turn_requests" ? { end: "limit" } : {};
}
