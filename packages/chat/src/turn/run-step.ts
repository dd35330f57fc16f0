import { repairToolCall, toAiTools } from "@holdall/ai-sdk";
import type { Session, Tool } from "@holdall/tool-core";
import { type ModelMessage, streamText } from "ai";
import type { ChatModel } from "../chat-model.ts";
import { noTokens, type Tokens } from "../tokens.ts";
import { messageCount } from "./message-count.ts";
import type { RefusedCall } from "./refused-calls.ts";
import { waitToRetry } from "./retry.ts";
import { endings, failureOf, isOverflow, type TurnFailure } from "./turn-failure.ts";

/** What is heard while a turn runs. Calls are heard of through the session's events. */
export interface TurnListener {
  /** A piece of what the model says. */
  text(piece: string): void;
  /** The whole text so far, called again each time it restarts. */
  textEnd(text: string): void;
  /** A piece of what the model thinks before it says something, from models that tell. */
  reasoning?(piece: string): void;
  /** The whole thought, called when it has ended. */
  reasoningEnd?(text: string): void;
  step?(tokens: Tokens): void;
  /** A sentence for the person. */
  note?(text: string): void;
}

/** What one answer takes. */
export interface Asking {
  readonly model: ChatModel["model"];
  readonly session: Session;
  /** As they are before each answer, for modes may change in between. */
  readonly instructions: () => string;
  /** The tools that the model sees now, where some wait until they are searched for. */
  readonly expose?: ((session: Session) => readonly Tool[]) | undefined;
  /** The conversation. The answers are added step by step, so that it is whole whenever a turn ends. */
  readonly messages: ModelMessage[];
  readonly retries: number;
  readonly signal: AbortSignal;
  /** What the model gets with the next request only, after the conversation. */
  readonly remind?: (() => string | undefined) | undefined;
}

/** Anthropic caches what it has read up to a marker; other providers do so on their own. */
const cached = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

export interface StepResult {
  readonly text: string;
  readonly called: boolean;
  readonly tokens: Tokens;
  readonly failure?: TurnFailure;
  /** The provider has refused the conversation for its length. */
  readonly isTooLong?: boolean;
}

/** One try of an answer, and what it threw where nothing of it was heard. */
type Try = StepResult & { readonly thrown?: unknown };

/** One answer of the model, and the calls in it. A request that fails in passing is sent again. */
export async function runStep(asking: Asking, listener: TurnListener): Promise<StepResult> {
  const { retries, signal } = asking;
  for (let done = 0; ; done++) {
    const { thrown, ...step } = await tryStep(asking, listener);
    const again = thrown !== undefined && !step.isTooLong;
    if (!again || !(await waitToRetry(thrown, done, { retries, signal, note: listener.note }))) return step;
  }
}

/** The tools are looked up again, as calls may add new ones. */
async function tryStep(
  { model, session, instructions, expose, messages, signal, remind }: Asking,
  listener: TurnListener,
): Promise<Try> {
  const said: string[] = [];
  let open = "";
  const close = () => {
    if (open === "") return;
    said.push(open);
    listener.textEnd(open);
    open = "";
  };
  let thought = "";
  const ran: string[] = [];
  const refused: RefusedCall[] = [];
  const called = namedByMessage(session, messageCount(messages));
  const reminder = remind?.();
  let thrown: unknown;
  const result = streamText({
    model,
    instructions: { role: "system", content: instructions(), providerOptions: cached },
    messages: [
      ...messages.map((message, at) =>
        at === messages.length - 1 ? { ...message, providerOptions: cached } : message,
      ),
      ...(reminder === undefined ? [] : [{ role: "user", content: reminder } as const]),
    ],
    tools: toAiTools(called, {
      approvals: "session",
      only: expose?.(session).map(({ name }) => name),
    }),
    experimental_repairToolCall: repairToolCall(session),
    maxRetries: 0,
    abortSignal: signal,
    onError: ({ error }) => {
      thrown ??= error;
    },
  });
  try {
    for await (const part of result.stream) {
      if (part.type === "text-delta") {
        open += part.text;
        listener.text(part.text);
      }
      if (part.type === "text-end") close();
      if (part.type === "reasoning-delta") {
        thought += part.text;
        listener.reasoning?.(part.text);
      }
      if (part.type === "reasoning-end") {
        if (thought !== "") listener.reasoningEnd?.(thought);
        thought = "";
      }
      if (part.type === "tool-result" && !part.preliminary) ran.push(`${part.toolName} ${brief(part.input)}`);
      if (part.type === "tool-call" && part.invalid) refused.push(part);
      if (part.type === "error") thrown ??= part.error;
    }
  } catch (error) {
    thrown ??= error;
  }
  close();
  const text = said.join("\n\n");
  if (thrown !== undefined || signal.aborted) {
    const content = broken(text, ran, signal.aborted);
    if (content !== undefined) messages.push({ role: "assistant", content });
    const isTooLong = content === undefined && isOverflow(thrown);
    const failed = { text, called: false, tokens: noTokens, failure: failureOf(thrown), isTooLong };
    return content === undefined ? { ...failed, thrown } : failed;
  }
  const [usage, finishReason, rawReason, answers, calls] = await Promise.all([
    result.usage,
    result.finishReason,
    result.rawFinishReason,
    result.responseMessages,
    result.toolCalls,
  ]);
  const { answerRefused } = refused.length > 0 ? await import("./refused-calls.ts") : {};
  messages.push(...((await answerRefused?.(called, refused, answers, signal)) ?? answers));
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = usage;
  const tokens = { input: inputTokens, cached: inputTokenDetails.cacheReadTokens ?? 0, output: outputTokens };
  listener.step?.(tokens);
  // A reason of the provider's own is as good as any; none at all means that the stream was cut.
  const failure = finishReason === "other" && rawReason !== undefined ? undefined : endings[finishReason];
  return { text, called: calls.length > 0 && !failure, tokens, ...(failure && { failure }) };
}

/** The session, with calls named by their message as well: some model servers restart numbering in each. */
const namedByMessage = (session: Session, message: number): Session => ({
  ...session,
  call: (name, input, { callId, ...options } = {}) =>
    session.call(name, input, { ...options, callId: callId === undefined ? undefined : `${message}/${callId}` }),
  stream: (name, input, { callId, ...options } = {}) =>
    session.stream(name, input, { ...options, callId: callId === undefined ? undefined : `${message}/${callId}` }),
});

/** What the model finds in its place of an answer that did not come to its end, so that it knows what was done. */
function broken(text: string, ran: readonly string[], byUser: boolean): string | undefined {
  if (!byUser && text === "" && ran.length === 0) return undefined;
  const why = byUser ? "The user interrupted this answer." : "The connection was lost here.";
  const done = ran.length > 0 ? ` Calls made before that: ${ran.join("; ")}.` : "";
  return [...(text ? [text] : []), `[${why}${done}]`].join("\n\n");
}

function brief(input: unknown): string {
  const text = JSON.stringify(input) ?? "";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
