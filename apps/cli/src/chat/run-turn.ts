import { toAiTools } from "@holdall/ai-sdk";
import type { Session, Tool } from "@holdall/tool-core";
import { APICallError, type ModelMessage, RetryError, streamText } from "ai";
import type { Model } from "./load-model.ts";
import { messageCount } from "./message-count.ts";

/** Tokens, where the model's provider counts them. */
export interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export const noTokens: Tokens = { input: 0, cached: 0, output: 0 };

export const sumTokens = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
});

/** Why a turn did not come to its end, and what to do about it. */
export interface TurnFailure {
  readonly message: string;
  readonly hint: string;
}

export interface TurnEnd {
  /** `done`: the model has nothing more to do. */
  readonly reason: "done" | "cancelled" | "failed";
  readonly failure?: TurnFailure;
  /** The model's last words. */
  readonly text: string;
  readonly steps: number;
  readonly tokens: Tokens;
}

/** What is heard while a turn runs. Calls are heard of through the session's events. */
export interface TurnListener {
  /** A piece of what the model says. */
  text(piece: string): void;
  /** What it said, whole, as often as it begins anew. */
  textEnd(text: string): void;
  step?(tokens: Tokens): void;
}

export interface Turn {
  readonly model: Model;
  readonly session: Session;
  /** As they are before each answer, for modes may change in between. */
  readonly instructions: () => string;
  /** The tools that the model sees now, where some wait until they are searched for. */
  readonly expose?: ((session: Session) => readonly Tool[]) | undefined;
  /** The conversation. The answers are added step by step, so that it is whole whenever a turn ends. */
  readonly messages: ModelMessage[];
  readonly maxSteps: number;
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Makes room in the conversation before each answer. */
  readonly makeRoom?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** The provider found the conversation too long: true when it is shorter now. */
  readonly onOverflow?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  /** What the model is told with the next request only, behind the conversation. */
  readonly remind?: (() => string | undefined) | undefined;
}

/** Let a model answer the last message, with as many calls as it makes. Everything that goes wrong is an end. */
export async function runTurn(turn: Turn, listener: TurnListener): Promise<TurnEnd> {
  let tokens = noTokens;
  for (let steps = 1; ; steps++) {
    await turn.makeRoom?.(turn.signal);
    if (turn.signal.aborted) return { reason: "cancelled", text: "", steps, tokens };
    let step = await runStep(turn, listener);
    const isShorter = step.isTooLong && !turn.signal.aborted && (await turn.onOverflow?.(turn.signal));
    if (isShorter) step = await runStep(turn, listener);
    tokens = sumTokens(tokens, step.tokens);
    const { text, failure } = step;
    if (turn.signal.aborted) return { reason: "cancelled", text, steps, tokens };
    if (failure) return { reason: "failed", failure, text, steps, tokens };
    if (!step.called) return { reason: "done", text, steps, tokens };
    if (steps === turn.maxSteps) return { reason: "failed", failure: tooManySteps(steps), text, steps, tokens };
  }
}

/** Anthropic keeps what it has read when it is told up to where; others do so by themselves. */
const cached = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

interface Step {
  readonly text: string;
  readonly called: boolean;
  readonly tokens: Tokens;
  readonly failure?: TurnFailure;
  /** The provider has refused the conversation for its length. */
  readonly isTooLong?: boolean;
}

/** One answer of the model, and the calls in it. The tools are looked up anew, as calls may bring new ones. */
async function runStep(
  { model, session, instructions, expose, messages, retries, signal, remind }: Turn,
  listener: TurnListener,
): Promise<Step> {
  const said: string[] = [];
  let open = "";
  const close = () => {
    if (open === "") return;
    said.push(open);
    listener.textEnd(open);
    open = "";
  };
  const ran: string[] = [];
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
    tools: toAiTools(namedByMessage(session, messageCount(messages)), {
      approvals: "session",
      only: expose?.(session).map(({ name }) => name),
    }),
    maxRetries: retries,
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
      if (part.type === "tool-result" && !part.preliminary) ran.push(`${part.toolName} ${brief(part.input)}`);
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
    return { text, called: false, tokens: noTokens, failure: failureOf(thrown), isTooLong };
  }
  const [usage, finishReason, rawReason, answers, calls] = await Promise.all([
    result.usage,
    result.finishReason,
    result.rawFinishReason,
    result.responseMessages,
    result.toolCalls,
  ]);
  messages.push(...answers);
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = usage;
  const tokens = { input: inputTokens, cached: inputTokenDetails.cacheReadTokens ?? 0, output: outputTokens };
  listener.step?.(tokens);
  // A reason of the provider's own is as good as any; none at all means that the stream was cut.
  const failure = finishReason === "other" && rawReason !== undefined ? undefined : endings[finishReason];
  return { text, called: calls.length > 0 && !failure, tokens, ...(failure && { failure }) };
}

/** The session, its calls named by the message that they are in, too: some model servers count them anew in each. */
const namedByMessage = (session: Session, message: number): Session => ({
  ...session,
  stream: (name, input, { callId, ...options } = {}) =>
    session.stream(name, input, { ...options, callId: callId === undefined ? undefined : `${message}/${callId}` }),
});

/** What the model finds in its place of an answer that did not come to its end, so that it knows what was done. */
function broken(text: string, ran: readonly string[], byUser: boolean): string | undefined {
  if (!byUser && text === "" && ran.length === 0) return undefined;
  const why = byUser ? "The user interrupted this answer." : "The connection broke off here.";
  const done = ran.length > 0 ? ` Calls that had been made: ${ran.join("; ")}.` : "";
  return [...(text ? [text] : []), `[${why}${done}]`].join("\n\n");
}

function brief(input: unknown): string {
  const text = JSON.stringify(input) ?? "";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Ways to end that are none: what was said is not whole. */
const endings: Readonly<Record<string, TurnFailure | undefined>> = {
  length: { message: "The answer reached the model's limit of tokens.", hint: "Ask it to go on." },
  "content-filter": { message: "The provider's filter stopped the answer.", hint: "Ask in other words." },
  error: { message: "The model's provider ended the answer with an error.", hint: "Try again." },
  other: { message: "The answer broke off before the model was done.", hint: "Try again." },
};

const tooManySteps = (steps: number): TurnFailure => ({
  message: `The model was not done after ${steps} answers.`,
  hint: "Ask it to go on, or raise --max-steps.",
});

/** Whether a provider says that the conversation is longer than the model's context. Each says so in its own words. */
function isOverflow(thrown: unknown): boolean {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (!APICallError.isInstance(error)) return false;
  if (error.statusCode === 413) return true;
  return error.statusCode === 400 && tooLong.test(`${error.message} ${error.responseBody ?? ""}`);
}

const tooLong = /context.{0,20}(length|window|size)|prompt is too long|too many (input )?tokens|maximum.{0,20}tokens/i;

/** What a person can do about an error of a provider. */
function failureOf(thrown: unknown): TurnFailure {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const message = error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));
  if (!APICallError.isInstance(error))
    return { message: `The model could not be reached: ${message}`, hint: "Try again." };
  const { statusCode } = error;
  const { host } = new URL(error.url);
  if (statusCode === undefined)
    return {
      message: `${host} cannot be reached: ${message}`,
      hint: "Look at the address and the network, and try again.",
    };
  if (statusCode < 300) return { message: `The connection to ${host} broke off: ${message}`, hint: "Try again." };
  return { message: `${host} answered ${statusCode}: ${message}`, hint: hintOf(statusCode) };
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return "The key is missing there, wrong, or may not use this model.";
  if (status === 404) return "The provider has no such model, or the address is wrong.";
  if (status === 429) return "Too many requests, or the credit is used up: wait, and try again.";
  if (status === 413) return "The conversation is too long for it: /compact makes it shorter, /clear begins anew.";
  return status >= 500 ? "The provider has trouble: try again later." : "The request was not understood as it is.";
}
