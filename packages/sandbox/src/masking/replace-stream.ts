import { Transform } from "node:stream";

/** A text to find in bytes, and what takes its place. Both have a character for each byte. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Changes bytes that come in pieces. */
export interface StreamReplacer {
  /** What is certain so far. */
  push(chunk: Uint8Array): Buffer;
  /** The rest. */
  flush(): Buffer;
}

/**
 * Replace texts in bytes that come in pieces. Held back is only what may be the beginning of one of them; nothing else
 * waits for the next piece. The longest text counts where several begin. `found` is called with each before anything of it is
 * given out, and what it throws is thrown.
 */
export function createStreamReplacer(
  replacements: readonly Replacement[],
  found: (text: string) => void = () => {},
): StreamReplacer {
  const byText = new Map(replacements.map(({ from, to }) => [from, to]));
  const texts = [...byText.keys()].filter((text) => text !== "").sort((a, b) => b.length - a.length);
  const pattern = new RegExp(texts.map(escaped).join("|"), "g");
  let held = "";
  const settle = (text: string, end: number): Buffer => {
    let out = "";
    let at = 0;
    for (const match of text.matchAll(pattern)) {
      // A longer one may begin here.
      if (match.index >= end) break;
      found(match[0]);
      out += text.slice(at, match.index) + (byText.get(match[0]) ?? "");
      at = match.index + match[0].length;
    }
    const to = Math.max(at, end);
    held = text.slice(to);
    return Buffer.from(out + text.slice(at, to), "latin1");
  };
  return {
    push(chunk) {
      const text = held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
      return texts.length === 0 ? settleAll(text) : settle(text, text.length - unfinished(text, texts));
    },
    flush() {
      const text = held;
      held = "";
      return texts.length === 0 ? settleAll(text) : settle(text, text.length);
    },
  };
}

/** The same for a stream, which fails with what it throws. */
export function toTransform({ push, flush }: StreamReplacer): Transform {
  const give = (make: () => Buffer, done: (error: Error | null, bytes?: Buffer) => void) => {
    let bytes: Buffer;
    try {
      bytes = make();
    } catch (error) {
      return done(error as Error);
    }
    done(null, bytes);
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => give(() => push(chunk), done),
    flush: (done) => give(flush, done),
  });
}

const settleAll = (text: string): Buffer => Buffer.from(text, "latin1");

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Characters at the end that one of the texts begins with. */
function unfinished(text: string, texts: readonly string[]): number {
  const longest = texts[0]?.length ?? 0;
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (texts.some((each) => each.length > length && each.startsWith(end))) return length;
  }
  return 0;
}
