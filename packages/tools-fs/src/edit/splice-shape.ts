import { unifyBreaks } from "./breaks.ts";
import { type Copies, findCopies } from "./copies.ts";
import { type Distortion, findDistortion } from "./distortion.ts";
import type { Shift } from "./indent.ts";
import { countBreaks, splitWords } from "./pattern.ts";
import { createGapShaper } from "./splice-gaps.ts";
import { breaksLine, isGap, isSymbol, pairTokens, tokensOf } from "./tokens.ts";

export interface Shaping {
  /** The matched part of the file. */
  readonly file: string;
  /** What the model believes is there, and what it wants there. */
  readonly old: string;
  readonly new: string;
  readonly shift?: Shift | undefined;
  /** The match does not start at the start of a line. */
  readonly midLine: boolean;
  /** Line ending for lines that the file does not have yet. */
  readonly eol: string;
}

/** New text that can be read in several ways; no readings where a new line's indentation cannot be known. */
export interface Unclear {
  readonly readings: readonly string[];
}

/** The tokens of old text and file, paired, and those of the new text. */
export interface Tokens {
  readonly old: readonly string[];
  readonly file: readonly string[];
  readonly fresh: readonly string[];
}

/** What a token becomes, and what else it might; undefined when that cannot be known. */
export type Shaped = readonly [text: string, other?: string | undefined] | undefined;

/**
 * Write the new text in the file's own hand: what it copies from the old text keeps the file's bytes, what it adds stays as
 * sent, but for the indentation and the breaks of its lines.
 */
export function shapeNewText(shaping: Shaping): string | Unclear {
  if (shaping.new === "") return "";
  const words = { old: splitWords(unifyBreaks(shaping.old)), fresh: splitWords(unifyBreaks(shaping.new)) };
  const [old, file] = pairTokens(words.old, splitWords(shaping.file));
  const tokens: Tokens = { old, file, fresh: tokensOf(words.fresh) };
  const distortion = findDistortion(old, file);
  const readings = new Set<string>();
  for (const copies of findCopies(old, tokens.fresh, file)) {
    if (!blanksKeepTheirPlace(tokens, copies.of) || losesTrack(tokens, copies.of)) return { readings: [] };
    const texts = shapeBy(tokens, copies, shaping, distortion);
    if (!texts) return { readings: [] };
    for (const text of texts) readings.add(text);
  }
  const [text] = readings;
  return readings.size === 1 ? text! : { readings: [...readings] };
}

function shapeBy(
  tokens: Tokens,
  copies: Copies,
  shaping: Shaping,
  distortion: Distortion,
): [string, string] | undefined {
  const shapeGap = createGapShaper(tokens, copies, shaping, distortion);
  const [out, others]: [string[], string[]] = [[], []];
  for (const [i, token] of tokens.fresh.entries()) {
    const shaped = isGap(token) ? shapeGap(i) : shapePart(tokens, i, copies, distortion);
    if (!shaped) return undefined;
    out.push(shaped[0]);
    others.push(shaped[1] ?? shaped[0]);
  }
  return [out.join(""), others.join("")];
}

/** A name or a symbol. */
function shapePart({ file, fresh }: Tokens, i: number, { of, isCertain }: Copies, { reread }: Distortion): Shaped {
  const token = fresh[i]!;
  const at = of[i]!;
  if (at === -1) return [token, reread(fresh, i)];
  return isCertain(i) || !isSymbol(token) ? [file[at]!] : [file[at]!, token];
}

/** True when texts too large to compare hold characters of the file that may or may not have been copied. */
function losesTrack({ old, file, fresh }: Tokens, of: Int32Array): boolean {
  if (old.length * fresh.length < LARGE) return false;
  const copied = new Set(of);
  return old.some((token, i) => !copied.has(i) && !breaksLine(token) && token !== file[i]);
}

const LARGE = 4_000_000;

/** Where file and old text differ in blank lines, the lines around must stay neighbours; else they could go on either side. */
function blanksKeepTheirPlace({ old, file, fresh }: Tokens, of: Int32Array): boolean {
  return old.every((token, i) => {
    if (i === 0 || i === old.length - 1 || !isGap(token)) return true;
    const theirs = countBreaks(unifyBreaks(file[i]!));
    if (countBreaks(token) === theirs) return true;
    const at = of.indexOf(i - 1) + 1;
    if (at === 0 || !(fresh[at] === token || countBreaks(fresh[at] ?? "") === theirs)) return false;
    const keeps = (step: 1 | -1): boolean => {
      for (let k = step; old[i + k] !== undefined && !old[i + k]!.includes("\n"); k += step) {
        if (of[at + k] !== i + k) return false;
      }
      return true;
    };
    return keeps(-1) && keeps(1);
  });
}
