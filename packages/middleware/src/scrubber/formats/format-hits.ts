import type { Hit } from "../hits.ts";
import { createLiteralSearch, type LiteralSearch } from "../literal-search.ts";
import { looksRandom } from "./randomness.ts";
import { type SecretFormat, secretFormats } from "./secret-formats.ts";

interface Start {
  readonly format: SecretFormat;
  readonly length: number;
  /** It begins with a letter or digit, which must not belong to a longer word. */
  readonly isWord: boolean;
}

let search: LiteralSearch<Start> | undefined;

/** Secrets that are known by their format. */
export function formatHits(text: string): Hit[] {
  search ??= createLiteralSearch(
    secretFormats.flatMap((format) =>
      format.starts.map((start) => [start, { format, length: start.length, isWord: isWord(format, start) }] as const),
    ),
  );
  const hits: Hit[] = [];
  let covered = 0;
  search(text, (at, { format, length, isWord }) => {
    if (at < covered || (isWord && !startsWord(text, at))) return;
    const { rest, before, shows } = format;
    rest.lastIndex = at + length;
    const match = rest.exec(text);
    if (!match || (format.random && !looksRandom(match[0])) || isFiller(match[0])) return;
    const head = before ? before.exec(text.slice(Math.max(0, at - 20), at)) : undefined;
    if (head === null) return;
    const start = shows ? at + length : at - (head?.[0].length ?? 0);
    covered = at + length + match[0].length;
    hits.push({ start, end: covered, name: format.name, from: Math.min(at, start) });
  });
  return hits;
}

const isWord = ({ before }: SecretFormat, start: string): boolean => !before && /^\w/.test(start);

/** `XXXXXXXX`, `00000000`: a format filled in. */
const isFiller = (text: string): boolean => /(.)\1{7}/.test(text) || /^(?:your|my|the|example)[-_]/i.test(text);

/** Whether a word starts at an index: behind a blank, a sign, or what is an escape and no letter. */
function startsWord(text: string, at: number): boolean {
  if (!/[A-Za-z0-9]/.test(text[at - 1] ?? "")) return true;
  const before = text.slice(Math.max(0, at - 24), at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a color of a terminal is no letter
  return /\\(?:[nrtbf]|u[\da-f]{4}|x[\da-f]{2}|[0-3][0-7]{2})$|%[\da-f]{2}$|\x1b\[[\d;]{0,20}m$/i.test(before);
}
