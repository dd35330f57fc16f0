import { type ContentPart, type Middleware, text } from "@holdall/tool-core";

export interface LimitOutputOptions {
  /** The maximum characters of text that the model gets from one call; 100,000 by default. */
  readonly limit?: number | undefined;
  /** Other limits by canonical tool name. */
  readonly tools?: Readonly<Record<string, number>> | undefined;
}

/**
 * Limit the text that the model reads from one call: the start and the end stay, with a line in between that says how much was
 * left out. `output`, for programs, stays complete.
 */
export function limitOutput({ limit = 100_000, tools = {} }: LimitOutputOptions = {}): Middleware {
  return async (call, next) => {
    const result = await next(call);
    const content = shorten(result.content, tools[call.tool.name] ?? limit);
    return content === result.content ? result : { ...result, content };
  };
}

function shorten(content: readonly ContentPart[], limit: number): readonly ContentPart[] {
  const total = content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
  if (total <= limit) return content;
  const [head, tail] = [Math.ceil(limit / 2), Math.floor(limit / 2)];
  let at = 0;
  return content.map((part) => {
    if (part.type !== "text") return part;
    const start = at;
    at += part.text.length;
    return text(middleCut(part.text, { keep: head - start, from: total - tail - start }));
  });
}

/** Drop what lies between two indexes, at whole characters. */
function middleCut(value: string, { keep, from }: { keep: number; from: number }): string {
  if (keep >= value.length || from <= 0 || from <= keep) return value;
  const before = value.slice(0, wholeAt(value, Math.max(0, keep)));
  const after = value.slice(wholeAt(value, Math.min(value.length, from)));
  const dropped = value.length - before.length - after.length;
  return `${before}\n[${dropped} characters left out here; ask for less at once to see them]\n${after}`;
}

/** An index that does not split a surrogate pair. */
const wholeAt = (value: string, index: number): number =>
  /[\uDC00-\uDFFF]/.test(value[index] ?? "") ? index - 1 : index;
