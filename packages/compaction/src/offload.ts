import { type Backend, joinPath, type Path, ToolError, toPath } from "@holdall/tool-core";
import { toHex } from "@holdall/tool-kit";
import { type MessageLike, outputOf, partsOf } from "./message.ts";
import { argumentsOf } from "./result-line.ts";

/** The storage of messages that a compaction removes. */
export interface OffloadPlace {
  readonly backend: Backend;
  readonly folder: string;
}

/** Named by content, so that the same messages are stored once: JSON lines for programs, and a text for the model. */
export interface Offloaded {
  readonly lines: Path;
  readonly readable: Path;
}

/** Get the paths where messages will be stored. They have the same length for all messages. */
export async function offloadPaths(messages: readonly MessageLike[], folder: string): Promise<Offloaded> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", encodeLines(messages) as Uint8Array<ArrayBuffer>),
  );
  const name = toHex(digest.subarray(0, 8));
  return { lines: joinPath(toPath(folder), `${name}.jsonl`), readable: joinPath(toPath(folder), `${name}.md`) };
}

/** Store messages. Throws `unavailable` on failure: then nothing may be removed. */
export async function offload(
  messages: readonly MessageLike[],
  { backend }: OffloadPlace,
  { lines, readable }: Offloaded,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await backend.write(lines, encodeLines(messages), { signal });
    await backend.write(readable, new TextEncoder().encode(messages.map(messageText).join("\n\n")), { signal });
  } catch (cause) {
    throw new ToolError(
      "unavailable",
      `The messages could not be saved in ${lines}. The conversation was not compacted.`,
      {
        hint: "Free space or choose another location, then compact again.",
        data: { path: lines },
        cause,
      },
    );
  }
}

const encodeLines = (messages: readonly MessageLike[]): Uint8Array =>
  new TextEncoder().encode(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));

/** A message as a text for users and models: its text, calls with arguments, results. */
export function messageText(message: MessageLike): string {
  if (typeof message.content === "string") return `## ${message.role}\n${message.content}`;
  const shown = partsOf(message).map((part) => {
    if (part.type === "tool-call") return `→ ${String(part.toolName)}${argumentsOf(part.input)}`;
    if (part.type === "tool-result") return `← ${String(part.toolName)}\n${outputOf(part).text}`;
    return typeof part.text === "string" ? part.text : `[${part.type}]`;
  });
  return `## ${message.role}\n${shown.join("\n")}`;
}
