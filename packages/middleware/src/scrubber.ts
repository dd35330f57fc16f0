import {
  type ContentPart,
  type Middleware,
  type Progress,
  type Tool,
  ToolError,
  type ToolEvent,
  type ToolResult,
} from "@holdall/tool-core";
import { encodings } from "./_encodings.ts";
import { looksRandom, type SecretPattern, secretPatterns } from "./_secret-patterns.ts";

export interface ScrubberOptions {
  /** Values that must not come out, by the name that stands in for them. Values shorter than 6 characters are left alone. */
  readonly secrets?: Readonly<Record<string, string | undefined>> | undefined;
  /** Also hide what looks like a secret: known formats, and random text behind names such as `token=`. True unless set. */
  readonly patterns?: boolean | undefined;
}

/** Hides secrets wherever text leaves a session. */
export interface Scrubber {
  /** For `use`, outermost, so that nothing after it sees a secret: progress, outputs, contents, errors with their data. */
  readonly middleware: Middleware;
  text(value: string): string;
  /** Every text in a value made of plain data, keys included. Other objects come back as they are. */
  value<T>(value: T): T;
  /** For text that comes in pieces: what may be the beginning of a secret is held back until it is clear. */
  stream(): { push(piece: string): string; flush(): string };
  /** An `onEvent` that passes on events with their texts scrubbed. */
  events(listener: (event: ToolEvent) => void): (event: ToolEvent) => void;
}

interface Needle {
  readonly name: string;
  readonly text: string;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** Where what makes it a secret begins: a name such as `token=` before it. */
  readonly from: number;
}

/** Characters that a stream holds back: of what may become a secret, of a word without an end, of a key without one. */
const windows = { pattern: 512, word: 8_192, key: 12_000 };

/**
 * Hide known values and what looks like a secret, as `[secret NAME]`. Known values are found as they are and in base64,
 * hexadecimal, percent, JSON and HTML encoding, backwards, and broken over lines.
 */
export function createScrubber({ secrets = {}, patterns = true }: ScrubberOptions = {}): Scrubber {
  const needles = Object.entries(secrets).flatMap(([name, value = ""]) =>
    value.length < 6 ? [] : encodings(value).map((text): Needle => ({ name, text })),
  );
  const longest = needles.reduce((most, { text }) => Math.max(most, text.length), 0);

  const hits = (value: string): Hit[] => [...knownHits(value, needles), ...(patterns ? patternHits(value) : [])];
  const text = (value: string): string => cover(value, hits(value));

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

  const quiet = (tool: Tool): Tool => ({
    ...tool,
    execute(input, ctx) {
      const running = tool.execute(input, ctx);
      return isSteps(running) ? quietSteps(running) : running;
    },
  });

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
    text,
    value: <T>(value: T) => deep(value) as T,
    middleware: async (call, next) => result(await next({ ...call, tool: quiet(call.tool) })),
    events: (listener) => (event) => {
      listener(event.type === "call-end" ? { ...event, result: result(event.result) } : (deep(event) as ToolEvent));
    },
    stream() {
      let held = "";
      return {
        push(piece) {
          held += piece;
          // Twice the longest value: broken over lines it takes more room.
          const settled = held.length - Math.max(longest * 2, patterns ? windows.pattern : 0);
          const cut = cutBefore(held, settled, hits(held), patterns);
          const out = text(held.slice(0, cut));
          held = held.slice(cut);
          return out;
        },
        flush() {
          const out = text(held);
          held = "";
          return out;
        },
      };
    },
  };
}

/** The last place up to an index where a text can be parted: between words, outside of secrets and of keys that go on. */
function cutBefore(value: string, settled: number, hits: readonly Hit[], patterns: boolean): number {
  let cut = settled;
  const key = patterns ? value.lastIndexOf("-----BEGIN") : -1;
  if (key >= 0 && !value.includes("-----END", key) && value.length - key < windows.key) cut = Math.min(cut, key);
  if (cut <= 0) return 0;
  const blank = value.slice(0, cut).search(/\s\S*$/);
  if (blank >= 0 || value.length < windows.word) cut = blank + 1;
  for (const { from, end } of [...hits].sort((a, b) => b.from - a.from)) if (from < cut && cut < end) cut = from;
  return /[\uDC00-\uDFFF]/.test(value[cut] ?? "") ? cut - 1 : cut;
}

function knownHits(value: string, needles: readonly Needle[]): Hit[] {
  const hits: Hit[] = [];
  const joined = /[\r\n]/.test(value) ? withoutBreaks(value) : undefined;
  for (const { name, text } of needles) {
    for (let at = value.indexOf(text); at >= 0; at = value.indexOf(text, at + text.length))
      hits.push({ start: at, end: at + text.length, name, from: at });
    if (!joined) continue;
    for (let at = joined.text.indexOf(text); at >= 0; at = joined.text.indexOf(text, at + text.length))
      hits.push({ start: joined.index(at), end: joined.index(at + text.length - 1) + 1, name, from: joined.index(at) });
  }
  return hits;
}

/** A text without line breaks and the blanks around them, and where its characters stood. */
function withoutBreaks(value: string): { text: string; index(at: number): number } {
  const starts: number[] = [];
  const lengths: number[] = [];
  let text = "";
  for (const { 0: line, index } of value.matchAll(/[^\r\n]+/g)) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    starts.push(index + line.indexOf(trimmed));
    lengths.push(text.length);
    text += trimmed;
  }
  return {
    text,
    index(at) {
      let low = 0;
      for (let high = lengths.length - 1; low < high; ) {
        const middle = (low + high + 1) >> 1;
        if ((lengths[middle] ?? 0) <= at) low = middle;
        else high = middle - 1;
      }
      return (starts[low] ?? 0) + at - (lengths[low] ?? 0);
    },
  };
}

function patternHits(value: string): Hit[] {
  return secretPatterns.flatMap((kind: SecretPattern) =>
    [...value.matchAll(kind.pattern)].flatMap((match) => {
      const found = match[kind.group] ?? "";
      if (found === "" || (kind.random && !looksRandom(found))) return [];
      const start = (match.index ?? 0) + match[0].lastIndexOf(found);
      return [{ start, end: start + found.length, name: kind.name, from: match.index ?? 0 }];
    }),
  );
}

/** Put a mark in place of each hit; hits that overlap become one, named after the first. */
function cover(value: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return value;
  const sorted = [...hits].sort((a, b) => a.start - b.start || b.end - a.end);
  let out = "";
  let at = 0;
  for (let i = 0; i < sorted.length; ) {
    const { start, name } = sorted[i] as Hit;
    let { end } = sorted[i] as Hit;
    for (i++; i < sorted.length && (sorted[i] as Hit).start < end; i++) end = Math.max(end, (sorted[i] as Hit).end);
    out += `${value.slice(at, start)}[secret ${name}]`;
    at = end;
  }
  return out + value.slice(at);
}

type Steps = AsyncGenerator<Progress, unknown, void>;

const isSteps = (value: unknown): value is Steps => Symbol.asyncIterator in Object(value);

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
