import { foreignContent, ToolError, toToolError } from "@holdall/tool-core";
import type { AgentDriver, AgentPrograms } from "../port/index.ts";
import { describeShortage } from "../tree/admit.ts";
import type { Conversation, Ending } from "./converse.ts";

interface Driving extends Pick<Conversation, "node" | "session" | "hold" | "usage" | "signal" | "cancelled" | "stop"> {
  readonly driver: AgentDriver;
  readonly programs: AgentPrograms;
  readonly onTurn: Conversation["onTurn"];
}

const noTokens = { input: 0, cached: 0, output: 0 };

/** Let an agent with a loop of its own work until it reports, or until something stops it. Its steps are counted as turns. */
export async function drive(d: Driving): Promise<Ending> {
  const { node, session, hold, usage, driver, programs, signal, cancelled } = d;
  const { agent, limits, account } = node;
  const over = new AbortController();
  let budget: string | undefined;
  const stopFor = (reason: string) => {
    budget ??= reason;
    over.abort(new ToolError("timeout", reason));
  };
  const checkLimits = () => {
    if (usage.turns >= limits.turns) return stopFor(`All ${limits.turns} turns are used.`);
    const shortage = account.shortage({ turns: 1, tokens: 0, cost: 0 });
    if (shortage) stopFor(`The next turn takes ${describeShortage(shortage)}.`);
  };
  const earlier = node.messages.flatMap((message, index) => {
    const next = node.messages[index + 1];
    return message.role === "user" && next?.role === "assistant" ? [{ prompt: message.text, report: next.text }] : [];
  });
  const last = node.messages.at(-1);
  const prompt = last?.role === "user" ? last.text : "";
  const readsOnly = programs.readsOnly(session);
  // What was set aside is what it uses now.
  hold.release();
  node.isUntrusted = true;
  session.state(foreignContent).add(`agent:${agent.name}`);
  const count = (calls: readonly string[]) => {
    usage.turns++;
    account.spend({ turns: 1, tokens: 0, cost: 0 });
    node.lastSign = node.watch.elapsed;
    d.onTurn({ text: "", calls: calls.map((name) => ({ id: "", name, input: {} })), tokens: noTokens }, usage.turns);
  };
  const { report, failure, end, memory } = await driver.drive({
    agent: agent.name,
    session,
    instructions: agent.instructions ?? "",
    prompt,
    earlier,
    memory: node.memory,
    depth: node.depth,
    readsOnly,
    signal: AbortSignal.any([signal, over.signal]),
    launch: (request) => programs.launch({ ...request, program: driver.program, readsOnly }),
    step({ calls }) {
      count(calls);
      checkLimits();
    },
    use({ tokens = noTokens, cost }) {
      account.spend({ turns: 0, tokens: tokens.input + tokens.output, cost: cost ?? 0 });
      usage.add({ text: "", calls: [], tokens, cost });
      node.lastSign = node.watch.elapsed;
      const shortage = account.shortage({ turns: 0, tokens: 0, cost: 0 });
      if (shortage) stopFor(`It has used up its budget: it takes ${describeShortage(shortage)}.`);
    },
    changed: (changed) => node.observed?.absorb({ calls: {}, changed, denied: [], untrusted: true }),
    denied: (denied) => node.observed?.absorb({ calls: {}, changed: [], denied, untrusted: true }),
  });
  node.memory = memory;
  node.messages.push({ role: "assistant", text: report, calls: [] });
  const stop = d.stop();
  if (cancelled.aborted)
    return { end: "cancelled", reason: toToolError(cancelled.reason, "aborted").message, report, partial: true };
  if (stop) return { ...stop, report, partial: true };
  if (budget !== undefined) return { end: "budget", reason: budget, report, partial: true };
  if (failure) return { end: "failed", reason: reasonOf(failure), report, partial: true };
  count([]);
  if (end === "refused") return { end, reason: "Its model did not answer this.", report, partial: true };
  if (end === "limit") return { end: "failed", reason: "It stopped at a limit of its own.", report, partial: true };
  return { end: "completed", report, partial: false };
}

const reasonOf = ({ message, hint }: ToolError): string => [message, hint].filter(Boolean).join(" ");
