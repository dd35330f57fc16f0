import { type NotedText, type TextsRead, type ToolContext, ToolError, textsRead } from "@holdall/tool-core";
import type { TextExtractor } from "../options.ts";
import { readExtractSchema } from "./extract-schema.ts";
import { acceptAnswer, extractFrom, notFound } from "./extract-value.ts";

export interface ExtractCall {
  readonly extractor: TextExtractor | undefined;
  readonly ctx: Pick<ToolContext, "state">;
  readonly signal: AbortSignal;
  /** The program has only a name for the text. */
  readonly isSealed: boolean;
  /** Makes the call of the model, within the limits of the program. */
  ask(work: () => Promise<unknown>): Promise<unknown>;
  /** Called with the source of an answer that counts as text of others. */
  onNoted(noted: NotedText): void;
}

/**
 * Read one value of a text: with the parser, else with the model of the host, whose answer must have the form. What a model
 * has read counts as text of others from then on, because it may be in no text word for word.
 */
export async function extractValue(
  { value: text, schema: asked }: { readonly value?: unknown; readonly schema?: unknown },
  { extractor, ctx, signal, isSealed, ask, onNoted }: ExtractCall,
): Promise<unknown> {
  if (typeof text !== "string")
    throw new ToolError("invalid_input", "$extract reads one text.", {
      hint: "Pass a field of a result, such as mail.subject, and the form to read it as.",
    });
  const schema = readExtractSchema(asked);
  const parsed = extractFrom(text, schema);
  if ("value" in parsed) return parsed.value;
  if (!extractor || text.trim() === "") throw notFound(parsed, false);
  const answer = await ask(() => extractor(text, schema, { signal })).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw failed(cause);
  });
  const accepted = acceptAnswer(answer, schema);
  if (!("value" in accepted)) throw notFound(accepted, true);
  // Once text of others was read, an answer counts as theirs whatever text it comes from, because a program can join texts. It is a
  // text of this tool, so that a link that a model has put together is not taken for one that a search has proposed.
  const texts = ctx.state(textsRead);
  if (isSealed || texts.hasOthers) {
    const origin = (await texts.search()).find(text)?.source.tool;
    noteExtracted(accepted.value, texts, origin);
    onNoted({ kind: "others", source: { tool: "run_program", origin } });
  }
  return accepted.value;
}

/** A sentence, because a value that is all of a field counts as data of a server. */
export const noteExtracted = (value: unknown, texts: TextsRead, origin: string | undefined): void =>
  texts.noteOthers(`Read by a model: ${leavesOf(value).join(" | ")}`, { tool: "run_program", origin });

const leavesOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];

/** The message of a model's error may repeat the text, so a program does not get it; `too_large` is ours. */
const failed = (cause: unknown): ToolError =>
  ToolError.is(cause) && cause.code === "too_large"
    ? new ToolError("too_large", "The text is too long for the model that reads it.", {
        hint: "Request a smaller part of it from its tool, or return it and decide with it.",
        cause,
      })
    : new ToolError("unavailable", "The text has no such value in plain form, and the model that reads texts failed.", {
        hint: "Try once more, read it in another form, or return the text and decide with it.",
        cause,
      });
