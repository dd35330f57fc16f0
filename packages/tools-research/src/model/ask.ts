import { completeText, type TextModel, wrapUntrusted } from "@holdall/tool-kit/text";
import type * as z from "zod";
import type { Spent } from "../gather/budget.ts";

/** A passage under the id that a model knows it by. */
export interface Numbered {
  readonly id: string;
  readonly quote: string;
}

export type Reply<T> = { readonly value: T } | { readonly problem: string };

interface Asking<T> {
  readonly system: string;
  readonly question: string;
  readonly passages: readonly Numbered[];
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
  readonly spent: Spent;
}

/** Ask a model about passages, each in marks of its own that no page can have known. It sees no URL. JSON that cannot be read is asked for once more. */
export async function askAbout<T>(model: TextModel, asking: Asking<T>): Promise<Reply<T>> {
  const { system, question, passages, schema, signal, spent } = asking;
  const shown = passages.map(({ id, quote }) => wrapUntrusted(quote, { source: id })).join("\n\n");
  const prompt = `${question}\n\n${shown}`;
  for (const attempt of [1, 2]) {
    spent.model_calls++;
    const again = attempt === 2 ? "\nYour last answer was not this JSON. Answer with JSON and nothing else." : "";
    try {
      const reply = await completeText(model, { system: system + again, prompt, signal });
      const parsed = schema.safeParse(readJson(reply));
      if (parsed.success) return { value: parsed.data };
    } catch (thrown) {
      // its message may hold what the host keeps to itself
      return { problem: signal.aborted ? "The time was used before it answered." : `It failed (${nameOf(thrown)}).` };
    }
  }
  return { problem: "Its answers were not the JSON that was asked for." };
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);

function readJson(reply: string): unknown {
  const text = reply.slice(0, 200_000);
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
