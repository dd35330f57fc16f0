import { type ClientConnection, methods, type PromptResponse, RequestError } from "@agentclientprotocol/sdk";
import { ToolError, toToolError } from "@holdall/tool-core";
import { childEnvironment, createDisposeStack } from "@holdall/tool-kit/node";
import type { AgentDriverEnd, AgentDriverRun } from "@holdall/tools-agents/port";
import type { AcpAgentOptions } from "../acp-agent.ts";
import { neutralLine } from "../program/neutral-text.ts";
import { type OpenedSession, openSession } from "../program/open-session.ts";
import { type AgentProcess, startProgram } from "../program/start-program.ts";
import { serveClient } from "../serving/serve-client.ts";
import { followUpdates } from "./follow-updates.ts";
import { promptText } from "./prompt-text.ts";

type Driven = AcpAgentOptions & { readonly command: readonly [string, ...string[]] };

/** The variable that tells an agent how many agents are above it. */
const depthVariable = "HOLDALL_AGENT_DEPTH";

/** Start an agent, have one prompt answered, and end it with everything that it started. */
export async function driveAgent(run: AgentDriverRun, options: Driven): Promise<AgentDriverEnd> {
  const { name, command, connectTimeout = 60_000, grace = 2_000 } = options;
  const { session, signal, depth } = run;
  let isLive = false;
  const updates = followUpdates(run, () => isLive);
  const failed = (thrown: unknown): AgentDriverEnd => ({ report: updates.report(), failure: toToolError(thrown) });
  await using stack = createDisposeStack();
  try {
    const { cwd } = session;
    const env = {
      ...childEnvironment(options.environment ?? process.env),
      [depthVariable]: String(depth),
      ...options.env,
    };
    const launch = await run.launch({ cwd, env });
    if (launch) stack.use(launch);
    signal.throwIfAborted();
    const child = await startProgram({ command, cwd, env, launch, grace });
    stack.defer(() => child.close());
    const { app, capabilities, terminals } = await serveClient(run, updates, launch !== undefined, signal);
    stack.defer(() => terminals.close());
    const connection = app.connect(child.stream);
    stack.defer(() => connection.close());
    const earlier = Object(run.memory) as { readonly sessionId?: string };
    const asked = { name, command, cwd, capabilities, earlier: earlier.sessionId, connectTimeout, signal };
    const opened = await openSession(connection.agent, child, asked);
    isLive = true;
    const answer = await promptOnce(connection, child, opened, { run, name, grace });
    const limits = await launch?.report(child.stderr());
    return { ...endOf(answer, name), report: withNotes(updates.report(), limits), memory: { sessionId: opened.id } };
  } catch (thrown) {
    return failed(thrown);
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
  { id, isContinued }: OpenedSession,
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
    if (thrown instanceof RequestError)
      throw new ToolError("unavailable", `${name} failed: ${neutralLine(thrown.message, 1_000)}`, {
        hint: "Do this yourself, or tell the user.",
        cause: thrown,
      });
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

interface Reported {
  readonly needed: { readonly write: readonly string[]; readonly network: readonly string[] };
  readonly tampered: readonly string[];
}

/** The report, with what the sandbox saw. */
function withNotes(report: string, seen: Reported | undefined): string {
  const hosts = seen?.needed.network ?? [];
  const notes = [
    ...(hosts.length > 0
      ? [`The sandbox kept it from ${hosts.join(", ")}: name hosts that it needs in \`domains\`.`]
      : []),
    ...((seen?.tampered.length ?? 0) > 0
      ? [`While it ran, protected files were created or changed: ${seen?.tampered.join(", ")}. Tell the user.`]
      : []),
  ];
  return [report, ...notes].filter(Boolean).join("\n\n");
}
