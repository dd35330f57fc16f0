import { contentText, type Session, type ToolSpec, toToolError } from "@holdall/tool-core";
import { type AgentMessage, type AgentRunner, type AgentTurn, lostTasks } from "../port/index.ts";
import type { TaskEnding } from "../result.ts";
import { type Amount, nothing, type Reservation } from "../tree/account.ts";
import { describeShortage } from "../tree/admit.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import { untilLetGo } from "./agent-steps.ts";
import { messageTokens } from "./estimate.ts";
import { readData } from "./read-data.ts";
import { runCalls } from "./run-calls.ts";
import type { Usage } from "./usage.ts";

/** How a run has ended. */
export interface Ending {
  readonly end: Exclude<TaskEnding, "running">;
  readonly reason?: string | undefined;
  readonly report: string;
  readonly partial: boolean;
  readonly data?: unknown;
  /** For the parent, besides the report. */
  readonly notes?: string[] | undefined;
}

/** The message of a watchdog when it stops a run. */
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
  /** Aborts when the run is stopped for any reason; `cancelled` only if it was cancelled on request. */
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

/** One answer of the model, as it is kept. */
interface Turn {
  /** Its earlier messages. */
  readonly told?: string | undefined;
  /** Background tasks that were reported to it. */
  readonly lost: readonly string[];
  /** Absent where it gave none. */
  readonly answer?: AgentTurn | undefined;
  /** Set in the last turn. */
  readonly ending?: Pick<Ending, "end" | "reason"> | undefined;
}

/** Let the model of an agent work until it reports, or until something stops it. Rejects where the model cannot be asked. */
export async function converse(c: Conversation): Promise<Ending> {
  const { node, usage, signal } = c;
  const { messages, agent } = node;
  let [cuts, repeats, before] = [0, 0, ""];
  let failing: string | undefined;
  for (;;) {
    const { answer, ending } = await nextTurn(c, failing);
    if (ending?.end === "refused") return { ...ending, report: answer?.text ?? "", partial: true };
    if (ending || !answer) return { end: "failed", ...ending, report: lastText(node), partial: true };
    if (answer.calls.length > 0) {
      const results = await runCalls(c, answer.calls, usage.turns);
      messages.push({ role: "tool", results });
      usage.nextInput += messageTokens(messages.slice(-1));
      const now = JSON.stringify([
        answer.calls.map(({ name, input }) => [name, input]),
        results.map(({ content }) => contentText(content)),
      ]);
      repeats = now === before ? repeats + 1 : 1;
      before = now;
      if (repeats === maxRepeats && !signal.aborted)
        failing = `It made the same calls with the same results ${maxRepeats} times.`;
      continue;
    }
    const data = agent.output && answer.end !== "length" ? await readData(agent.output, answer.text) : undefined;
    if (answer.end !== "length" && !data?.problem)
      return { end: "completed", report: answer.text, partial: false, ...(data && { data: data.value }) };
    if (++cuts === 2) {
      const reason = data?.problem ?? "Its answer was cut off at the length limit twice.";
      return { end: "failed", reason, report: answer.text, partial: true };
    }
    hear(
      c,
      data?.problem
        ? `${data.problem} Send the JSON alone.`
        : "Your answer was cut off at the length limit. Say it in fewer words.",
    );
  }
}

/** One turn, taken or as it was kept; what it did to the conversation and to the budget is the same. */
async function nextTurn(c: Conversation, failing: string | undefined): Promise<Turn> {
  const { node, usage } = c;
  const { steps, messages } = node;
  let isTaken = false;
  const take = () => {
    isTaken = true;
    return takeTurn(c, failing);
  };
  const turn = await (steps ? untilLetGo(steps.ctx, steps.ctx.step("answer", take)) : take());
  const { told, lost, answer } = turn;
  for (const id of lost) steps?.told.add(id);
  if (told !== undefined) hear(c, told);
  if (!answer) return turn;
  if (!isTaken) {
    usage.turns++;
    account(c, answer);
  }
  const { text, calls, own, tokens } = answer;
  messages.push({ role: "assistant", text, calls, ...(own !== undefined && { own }) });
  usage.nextInput = tokens.input + tokens.output;
  node.lastSign = node.watch.elapsed;
  c.onTurn(answer, usage.turns);
  return turn;
}

async function takeTurn(c: Conversation, failing: string | undefined): Promise<Turn> {
  const { node, session, specs, hold, usage, signal } = c;
  const { limits, steps } = node;
  const { ids: lost, text: told = "" } = steps ? lostTasks(session, steps.told) : { ids: [] };
  const last = async (ending: NonNullable<Turn["ending"]>) => ({ lost, ...(await lastTurn(c, ending, told)) });
  const stopped = async (during: "model" | "calls") => {
    const stop = c.stop();
    if (c.cancelled.aborted || !stop) {
      const { message } = toToolError(c.cancelled.reason, "aborted");
      return { lost, ending: { end: "cancelled", reason: message } } as const;
    }
    return stop.end === "idle" && during === "model" ? { lost, ending: stop } : last(stop);
  };
  if (signal.aborted) return stopped("calls");
  if (failing !== undefined) return last({ end: "failed", reason: failing });
  if (usage.turns + 1 >= limits.turns) return last({ end: "budget", reason: `All ${limits.turns} turns are used.` });
  const shortage = hold.resize(needsFor(usage.nextInput, usage.answer, usage.rate));
  if (shortage) return last({ end: "budget", reason: `The next turn takes ${describeShortage(shortage)}.` });

  const answer = await ask(c, specs, signal, told).catch((thrown: unknown) => {
    if (signal.aborted) return undefined;
    throw thrown;
  });
  if (!answer) return stopped("model");
  const turn = { lost, answer, ...(told !== "" && { told }) };
  return answer.end === "refused"
    ? { ...turn, ending: { end: "refused", reason: "Its model did not answer this." } }
    : turn;
}

/** One answer of the model. It was reserved before; its cost counts even if the caller no longer waits. */
async function ask(c: Conversation, tools: readonly ToolSpec[], signal: AbortSignal, told: string): Promise<AgentTurn> {
  const { node, runner, instructions, hold, usage } = c;
  const { messages, model } = node;
  const heard: readonly AgentMessage[] = told === "" ? [] : [{ role: "user", text: told }];
  const input = usage.nextInput + messageTokens(heard);
  const left = node.account.tokensLeft() + hold.amount.tokens - input;
  const maxOutputTokens = Number.isFinite(left) ? Math.max(usage.answer, Math.floor(left)) : undefined;
  signal.throwIfAborted();
  usage.turns++;
  const expected = input + usage.answer;
  const request = { model, instructions, messages: [...messages, ...heard], tools, signal, maxOutputTokens };
  const asked = runner(request).then((answer) => {
    account(c, answer);
    return answer;
  });
  const answer = await orAborted(asked, signal);
  const { turns, tokens, cost } = hold.amount;
  hold.resize({
    turns: Math.max(0, turns - 1),
    tokens: Math.max(0, tokens - expected),
    cost: Math.max(0, cost - expected * usage.rate),
  });
  // Calls of a model that has no tools are not carried out: they do not stay in the conversation.
  if (tools.length > 0 || answer.calls.length === 0) return answer;
  const { own: _, ...rest } = answer;
  return { ...rest, calls: [] };
}

function account({ node, usage }: Conversation, answer: AgentTurn): void {
  const { input, output } = answer.tokens;
  node.account.spend({ turns: 1, tokens: input + output, cost: answer.cost ?? 0 });
  usage.add(answer);
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    work.catch(() => {}); // the caller no longer waits
  }
}

function hear({ node, usage }: Conversation, text: string): void {
  node.messages.push({ role: "user", text });
  usage.nextInput += messageTokens(node.messages.slice(-1));
}

const lastText = ({ messages }: AgentNode): string =>
  messages.flatMap((message) => (message.role === "assistant" && message.text !== "" ? message.text : [])).at(-1) ?? "";

/** One more answer, without tools, out of what was set aside for it. Where nothing is left, what was said last is the report. */
async function lastTurn(
  c: Conversation,
  ending: NonNullable<Turn["ending"]>,
  before: string,
): Promise<Omit<Turn, "lost">> {
  const { hold, cancelled } = c;
  if (hold.amount === nothing || !hold.fits()) return { ending };
  const told = `${before}${before && "\n\n"}${ending.reason} This is your last turn, and you have no tools: give the best report you can, and say what is missing.`;
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(lastTurnTime)]);
  try {
    return { told, answer: await ask(c, [], signal, told), ending };
  } catch {
    return { told, ending: cancelled.aborted ? { ...ending, end: "cancelled" } : ending };
  }
}
