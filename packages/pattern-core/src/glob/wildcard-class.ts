import { posixClass, quoteCodePoint } from "../regex/character-class.ts";
import { type CharSet, classSet } from "../regex/syntax.ts";

/** A bracket class of a glob: where it ends, and its set; no set when it is written wrongly. */
export interface WildcardClass {
  readonly end: number;
  readonly set: CharSet | undefined;
}

/** Read the class that begins at `pattern[at]`, by the rules of fnmatch; nothing when its `]` is missing. It never matches a `/`. */
export function readWildcardClass(pattern: string, at: number, ignoreCase: boolean): WildcardClass | undefined {
  let i = at + 1;
  const negated = pattern[i] === "!" || pattern[i] === "^";
  if (negated) i++;
  const first = i;
  let source = "";
  let valid = true;
  for (; i < pattern.length && (pattern[i] !== "]" || i === first); ) {
    const posix = /^\[:([a-z]*):\]/.exec(pattern.slice(i, i + 16));
    if (posix) {
      const members = posixClass(posix[1] ?? "");
      if (members === undefined) valid = false;
      else source += members;
      i += posix[0].length;
      continue;
    }
    const low = member(pattern, i);
    i = low.next;
    source += quoteCodePoint(low.codePoint);
    if (pattern[i] !== "-" || pattern[i + 1] === "]" || i + 1 >= pattern.length) continue;
    const high = member(pattern, i + 1);
    i = high.next;
    if (high.codePoint >= low.codePoint) source += `-${quoteCodePoint(high.codePoint)}`;
  }
  if (i >= pattern.length) return undefined;
  const set = valid ? classSet(negated ? `^${source}\\/` : `[${source}]--[\\/]`, ignoreCase) : undefined;
  return { end: i + 1, set };
}

function member(pattern: string, at: number): { readonly codePoint: number; readonly next: number } {
  const escaped = pattern[at] === "\\" && at + 1 < pattern.length ? at + 1 : at;
  const codePoint = pattern.codePointAt(escaped) ?? 0;
  return { codePoint, next: escaped + (codePoint > 0xffff ? 2 : 1) };
}
