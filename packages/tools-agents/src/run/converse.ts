import {
  type AgentCallResult,
  type AgentRunner,
  type AgentTurn,
  contentText,
  type Session,
  type ToolSpec,
  toToolError,
} from "@holdall/tool-core";
import type { TaskEnding } from "../result.ts";
import { type Amount, nothing, type Reservation } from "../tree/account.ts";
import { describeShortage } from "../tree/admit.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import { messageTokens } from "./estimate.ts";
import { readData } from "./read-data.ts";
import type { Usage } from "./usage.ts";

/** How a run has ended. */
export interface Ending {
  readonly end: Exclude<TaskEnding, "running">;
  readonly reason?: string | undefined;
  readonly report: string;
  readonly partial: boolean;
  readonly data?: unknown;
}

/** What a watchdog says when it stops a run. */
export interface Stop {
  readonly end: "timeout" | "idle";
  readonly reason: string;
}

export interface Conversation {
  readonly node: AgentNode;
  readonly session: Session;
  readonly runner: AgentRunner;
  readonly instructions: string;
  readonly specs: readonly ToolSpec[];
  readonly hold: Reservation;
  readonly usage: Usage;
  /** Aborts when the run is stopped for any reason; `cancelled` only when somebody wants it to end. */
  readonly signal: AbortSignal;
  readonly cancelled: AbortSignal;
  readonly stop: () => Stop | undefined;
  onTurn(answer: AgentTurn, turn: number): void;
}

/** Milliseconds for the last turn of an agent that was out of time. */
const lastTurnTime = 60_000;
const maxRepeats = 3;

/** About what the next turn takes, and the last one after it. */
export const needsFor = (input: number, answer: number, rate: number): Amount => {
  const tokens = input + answer + (input + 2 * answer);
  return { turns: 2, tokens, cost: tokens * rate };
};

/** Let the model of an agent work until it reports, or until something stops it. Rejects where the model cannot be asked. */
export async function converse(c: Conversation): Promise<Ending> {
  const { node, session, specs, hold, usage, signal } = c;
  const { messages, agent, limits } = node;
  let [cuts, repeats, before] = [0, 0, ""];
  for (;;) {
    if (signal.aborted) return stopped(c, "calls");
    if (usage.turns + 1 >= limits.turns) return lastTurn(c, "budget", `All ${limits.turns} turns are used.`);
    const shortage = hold.resize(needsFor(usage.nextInput, usage.answer, usage.rate));
    if (shortage) return lastTurn(c, "budget", `The next turn takes ${describeShortage(shortage)}.`);

    const answer = await ask(c, specs, signal).catch((thrown: unknown) => {
      if (signal.aborted) return undefined;
      throw thrown;
    });
    if (!answer) return stopped(c, "model");
    if (answer.end === "refused")
      return { end: "refused", reason: "Its model did not answer this.", report: answer.text, partial: true };
    if (answer.calls.length > 0) {
      const results = await carryOut(c, answer);
      messages.push({ role: "tool", results });
      usage.nextInput += messageTokens(messages.slice(-1));
      const now = JSON.stringify([
        answer.calls.map(({ name, input }) => [name, input]),
        results.map(({ content }) => contentText(content)),
      ]);
      repeats = now === before ? repeats + 1 : 1;
      before = now;
      if (repeats === maxRepeats && !signal.aborted)
        return lastTurn(c, "failed", `It made the same calls with the same results ${maxRepeats} times.`);
      continue;
    }
    const data = agent.output && answer.end !== "length" ? await readData(agent.output, answer.text) : undefined;
    if (answer.end !== "length" && !data?.problem)
      return { end: "completed", report: answer.text, partial: false, ...(data && { data: data.value }) };
    if (++cuts === 2) {
      const reason = data?.problem ?? "Its answer was cut off at the length limit twice.";
      return { end: "failed", reason, report: answer.text, partial: true };
    }
    tell(
      c,
      data?.problem
        ? `${data.problem} Send the JSON alone.`
        : "Your answer was cut off at the length limit. Say it in fewer words.",
    );
  }

  async function carryOut({ signal }: Conversation, { calls }: AgentTurn): Promise<AgentCallResult[]> {
    const results = await session.callAll(calls.map(({ name, input }) => ({ tool: name, input, signal })));
    return results.map(({ ok, content }, index) => ({ call: calls[index] as AgentTurn["calls"][number], ok, content }));
  }
}

/** One answer of the model. It was set aside before; what it has cost counts also when nobody waits for it any more. */
async function ask(c: Conversation, tools: readonly ToolSpec[], signal: AbortSignal): Promise<AgentTurn> {
  const { node, runner, instructions, hold, usage } = c;
  const { account, messages, model } = node;
  const left = account.tokensLeft() + hold.amount.tokens - usage.nextInput;
  const maxOutputTokens = Number.isFinite(left) ? Math.max(usage.answer, Math.floor(left)) : undefined;
  signal.throwIfAborted();
  const turn = ++usage.turns;
  const expected = usage.nextInput + usage.answer;
  const asked = runner({ model, instructions, messages: [...messages], tools, signal, maxOutputTokens }).then(
    (answer) => {
      const { input, output } = answer.tokens;
      account.spend({ turns: 1, tokens: input + output, cost: answer.cost ?? 0 });
      usage.add(answer);
      return answer;
    },
  );
  const answer = await orAborted(asked, signal);
  const { turns, tokens, cost } = hold.amount;
  hold.resize({
    turns: Math.max(0, turns - 1),
    tokens: Math.max(0, tokens - expected),
    cost: Math.max(0, cost - expected * usage.rate),
  });
  const { text, calls, own, tokens: counted } = answer;
  // Calls of a model that has no tools are not carried out: they do not stay in the conversation.
  const isWhole = tools.length > 0 || calls.length === 0;
  messages.push({ role: "assistant", text, calls: isWhole ? calls : [], ...(isWhole && own !== undefined && { own }) });
  usage.nextInput = counted.input + counted.output;
  node.lastSign = node.watch.elapsed;
  c.onTurn(answer, turn);
  return answer;
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    work.catch(() => {}); // nobody waits for it any more
  }
}

function tell({ node, usage }: Conversation, text: string): void {
  node.messages.push({ role: "user", text });
  usage.nextInput += messageTokens(node.messages.slice(-1));
}

const lastText = ({ messages }: AgentNode): string =>
  messages.flatMap((message) => (message.role === "assistant" && message.text !== "" ? message.text : [])).at(-1) ?? "";

async function stopped(c: Conversation, during: "model" | "calls"): Promise<Ending> {
  const stop = c.stop();
  if (c.cancelled.aborted || !stop) {
    const { message } = toToolError(c.cancelled.reason, "aborted");
    return { end: "cancelled", reason: message, report: lastText(c.node), partial: true };
  }
  if (stop.end === "idle" && during === "model") return { ...stop, report: lastText(c.node), partial: true };
  return lastTurn(c, stop.end, stop.reason);
}

/** One more answer, without tools, out of what was set aside for it. Where nothing is left, what was said last is the report. */
async function lastTurn(c: Conversation, end: Ending["end"], reason: string): Promise<Ending> {
  const { node, hold, cancelled } = c;
  const withoutAnswer: Ending = { end, reason, report: lastText(node), partial: true };
  if (hold.amount === nothing || !hold.fits()) return withoutAnswer;
  tell(
    c,
    `${reason} This is your last turn, and you have no tools: give the best report you can, and say what is missing.`,
  );
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(lastTurnTime)]);
  try {
    const answer = await ask(c, [], signal);
    return { ...withoutAnswer, report: answer.text || withoutAnswer.report };
  } catch {
    return cancelled.aborted ? { ...withoutAnswer, end: "cancelled" } : withoutAnswer;
  }
}
