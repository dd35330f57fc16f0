import { type MessageLike, type MessagePart, outputOf, partsOf } from "./message.ts";
import { type LineOptions, resultLine, smallResult } from "./result-line.ts";

export interface Shortened<M> {
  readonly messages: M[];
  /** Results that were replaced, by tool. */
  readonly removed: Readonly<Record<string, number>>;
}

/**
 * Replace old tool results by one line each: all but the newest `keep`. Failures stay, so that they are not repeated;
 * short results stay, and those of tools that cannot be called again while their text is kept nowhere.
 */
export function dropResults<M extends MessageLike>(
  messages: readonly M[],
  keep: number,
  options: LineOptions,
): Shortened<M> {
  const calls = new Map<unknown, MessagePart>();
  let results = 0;
  for (const message of messages) {
    for (const part of partsOf(message)) {
      if (part.type === "tool-call") calls.set(part.toolCallId, part);
      else if (part.type === "tool-result") results++;
    }
  }
  const removed: Record<string, number> = {};
  let left = results - keep;
  if (left <= 0) return { messages: [...messages], removed };
  const shorten = (part: MessagePart): MessagePart => {
    if (part.type !== "tool-result" || left-- <= 0) return part;
    const tool = String(part.toolName);
    if (options.place === undefined && !options.isRepeatable(tool)) return part;
    const { text, isError } = outputOf(part);
    if (isError || text.length <= smallResult) return part;
    removed[tool] = (removed[tool] ?? 0) + 1;
    return { ...part, output: { type: "text", value: resultLine(calls.get(part.toolCallId), part, text, options) } };
  };
  return { messages: messages.map((message) => (left > 0 ? withParts(message, shorten) : message)), removed };
}

/** Remove a model's reasoning from all but the newest messages. A message with no other content stays. */
export function dropReasoning<M extends MessageLike>(messages: readonly M[], keepFrom: number): M[] {
  return messages.map((message, i) => {
    if (i >= keepFrom || message.role !== "assistant") return message;
    const parts = partsOf(message);
    if (!parts.some(isReasoning)) return message;
    const rest = parts.filter((part) => !isReasoning(part));
    return rest.length === 0 ? message : { ...message, content: rest };
  });
}

const isReasoning = ({ type }: MessagePart): boolean => type === "reasoning" || type === "redacted-reasoning";

function withParts<M extends MessageLike>(message: M, change: (part: MessagePart) => MessagePart): M {
  if (message.role !== "tool" && message.role !== "assistant") return message;
  const parts = partsOf(message);
  let changed = false;
  const content = parts.map((part) => {
    const next = change(part);
    changed ||= next !== part;
    return next;
  });
  return changed ? { ...message, content } : message;
}
