import {
  type ContentPart,
  type Middleware,
  type Progress,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolEvent,
  type ToolResult,
} from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { type SecretFilter, secretFilters } from "@holdall/tool-kit/text";
import { isSecretName } from "./environment-secrets.ts";
import { patternHits, patternNames } from "./formats/pattern-hits.ts";
import { coverHits, type Hit, mergeHits, placeholderOf } from "./hits.ts";
import { createKnownValues } from "./known-values.ts";
import { notePlaceholders } from "./placeholder-note.ts";
import { scrubStream } from "./scrub-stream.ts";

export interface ScrubberOptions {
  /** Values to hide, by the name that replaces them. Values shorter than 6 characters are not hidden. */
  readonly secrets?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Also hide text that looks like a secret: documented formats, and random text after names such as `token=`. True by
   * default.
   */
  readonly patterns?: boolean | undefined;
  /** Secrets of the user that are read when they are used: their values and stand-ins are hidden under their names. */
  readonly named?: Pick<Secrets, "find" | "list"> | undefined;
}

/** Hides secrets wherever text leaves a session. */
export interface Scrubber extends SecretFilter {
  /**
   * For `use`, outermost, so that nothing after it sees a secret: progress, outputs, contents, errors with their data. Tools
   * that write files put the values back where a file has them.
   */
  readonly middleware: Middleware;
  text(value: string): string;
  /** Every text in a value made of plain data, keys included. Other objects are returned unchanged. */
  value<T>(value: T): T;
  /** For text in chunks: the possible beginning of a secret is held back until it is clear. */
  stream(): { push(piece: string): string; flush(): string };
  /** An `onEvent` that passes on events with their texts scrubbed. */
  events(listener: (event: ToolEvent) => void): (event: ToolEvent) => void;
}

/**
 * Hide known values and what looks like a secret, as `[secret NAME]`. Known values are found in base64, hexadecimal, dumps,
 * percent, JSON, HTML and shell escapes, backwards, and broken over numbered lines; passwords within connection strings too.
 */
export function createScrubber({ secrets = {}, patterns = true, named }: ScrubberOptions = {}): Scrubber {
  const known = createKnownValues(secrets);
  const namedHits = (value: string): Hit[] =>
    (named?.find(value) ?? []).map((found) => ({ ...found, from: found.start }));
  const hits = (value: string): Hit[] => [
    ...namedHits(value),
    ...known.hits(value),
    ...(patterns ? patternHits(value) : []),
  ];
  // The content of a result often is a text of its output.
  let long = { value: "", covered: "" };
  const text = (value: string): string => {
    if (value.length < 1_000) return coverHits(value, hits(value));
    if (value !== long.value) long = { value, covered: coverHits(value, hits(value)) };
    return long.covered;
  };

  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), deep(inner)]));
  };

  const result = (whole: ToolResult): ToolResult => {
    const content = whole.content.map(part);
    if (whole.ok) return { ok: true, output: deep(whole.output), content };
    const { code, message, hint, data, cause } = whole.error;
    const details = { hint: hint && text(hint), data: data && (deep(data) as Record<string, unknown>), cause };
    return { ok: false, error: new ToolError(code, text(message), details), content };
  };

  const part = (piece: ContentPart): ContentPart =>
    piece.type === "text"
      ? { ...piece, text: text(piece.text) }
      : piece.name === undefined
        ? piece
        : { ...piece, name: text(piece.name) };

  const filter: SecretFilter = {
    hidden: (value) =>
      mergeHits(hits(value)).map((hit) => ({ start: hit.start, end: hit.end, placeholder: placeholderOf(hit) })),
    placeholders: createPlaceholders([...known.names, ...(named?.list() ?? []).map(({ name }) => name)]),
  };

  const quiet = (tool: Tool): Tool => {
    const { previews } = tool;
    return {
      ...tool,
      ...(typeof previews === "function" && { previews: (ctx: ToolContext) => quiet(previews(ctx)) }),
      execute(input, ctx, prepared) {
        ctx.state(secretFilters).add(filter);
        const running = tool.execute(input, ctx, prepared);
        return isSteps(running) ? quietSteps(running) : running;
      },
    };
  };

  async function* quietSteps(steps: Steps): Steps {
    try {
      for (;;) {
        const step = await steps.next();
        if (step.done) return step.value;
        yield deep(step.value) as Progress;
      }
    } finally {
      await steps.return(undefined);
    }
  }

  return {
    ...filter,
    text,
    value: <T>(value: T) => deep(value) as T,
    middleware: async (call, next) => {
      const scrubbed = result(await next({ ...call, tool: quiet(call.tool) }));
      return notePlaceholders(scrubbed, call.tool, call.input, filter.placeholders);
    },
    events: (listener) => (event) => {
      listener(event.type === "call-end" ? { ...event, result: result(event.result) } : (deep(event) as ToolEvent));
    },
    stream: () => scrubStream({ hits, longest: Math.max(known.longest, named ? longestNamed : 0), patterns }),
  };
}

/** Characters of a stream that may be a part of a secret whose value is not known ahead. */
const longestNamed = 8_192;

type Steps = AsyncGenerator<Progress, unknown, void>;

const isSteps = (value: unknown): value is Steps => Symbol.asyncIterator in Object(value);

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Finds the placeholders in a text: for these names, for patterns, and for what an earlier run may have hidden. */
function createPlaceholders(names: readonly string[]): (text: string) => readonly string[] {
  const known = new Set([...names, ...patternNames()]);
  return (text) => {
    if (!text.includes("[secret ")) return [];
    const found = [...text.matchAll(/\[secret ([^[\]\n]{1,200})\]/g)];
    return [...new Set(found.filter(([, name = ""]) => known.has(name) || isVariable(name)).map(([whole]) => whole))];
  };
}

/** A name that a variable with a secret may have, such as one of an earlier run of this session. */
const isVariable = (name: string): boolean =>
  /^[A-Z][A-Z0-9_]*(?: password)?$/.test(name) && isSecretName(name.replace(/ password$/, ""));
