/** A message in the format of `ai` 6 and 7. Content parts are distinguished by `type`. */
export interface MessageLike {
  readonly role: string;
  readonly content: unknown;
}

/** A content part of a message, with the fields that compaction reads. */
export interface MessagePart {
  readonly type: string;
  readonly text?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
}

const none: readonly MessagePart[] = [];

/** The parts of a message; none where its content is a string. */
export const partsOf = ({ content }: MessageLike): readonly MessagePart[] =>
  Array.isArray(content) ? (content as readonly MessagePart[]) : none;

/** Get the text of a message. Other parts are named in brackets. */
export function textOf(message: MessageLike): string {
  if (typeof message.content === "string") return message.content;
  const shown = partsOf(message).map((part) => (typeof part.text === "string" ? part.text : `[${part.type}]`));
  return shown.join("\n");
}

/** The text of a tool result, and whether it is a failure. */
export function outputOf({ output }: MessagePart): { readonly text: string; readonly isError: boolean } {
  const { type, value, reason } = Object(output) as Record<string, unknown>;
  const shown = type === "execution-denied" ? (reason ?? "denied") : value;
  const text =
    typeof shown === "string"
      ? shown
      : Array.isArray(shown) && type === "content"
        ? contentText(shown)
        : (JSON.stringify(shown) ?? "");
  return { text, isError: isFailure(type) || text.startsWith("Error (") };
}

const isFailure = (type: unknown): boolean =>
  type === "error-text" || type === "error-json" || type === "execution-denied";

const contentText = (parts: readonly unknown[]): string =>
  parts
    .map((part) => {
      const { text, type } = Object(part) as Record<string, unknown>;
      return typeof text === "string" ? text : `[${String(type)}]`;
    })
    .join("\n");
