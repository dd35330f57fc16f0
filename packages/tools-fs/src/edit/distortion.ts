import { foldCode } from "./fold.ts";
import { breaksLine, isGap, isName, isSymbol, splitGap } from "./tokens.ts";

/**
 * How the old text is written otherwise than the file throughout. Added text that is written like that may be meant so, or
 * be distorted on its way like the rest.
 */
export interface Distortion {
  /** A second reading of an added word, symbol or gap inside a line of the new text; undefined when there is none. */
  readonly reread: (fresh: readonly string[], index: number) => string | undefined;
  /** The same of spaces that end an added line. */
  readonly rereadTrailing: (spaces: string) => string | undefined;
}

/** Compare the paired tokens of old text and file. */
export function findDistortion(old: readonly string[], file: readonly string[]): Distortion {
  /** What the file has for a symbol that nobody types, a kind of them, or a wide gap; undefined where it has it as it was sent. */
  const twins = new Map<string, string | undefined>();
  const endings = new Map<string, string | undefined>();
  /** Plain symbols that the file has as typographic ones, and the lines in which it has. */
  const typeset = new Map<string, { readonly line: Line; readonly twin: string }[]>();
  let form: "NFC" | "NFD" | undefined;
  let narrow = false;
  const note = (known: Map<string, string | undefined>, key: string, sent: string, twin: string): void => {
    known.set(key, sent === twin || (known.has(key) && known.get(key) === undefined) ? undefined : twin);
  };
  for (const [i, sent] of old.entries()) {
    const twin = file[i]!;
    const last = i === old.length - 1;
    if (isGap(sent) && (breaksLine(sent) || last)) {
      if (i === 0) continue;
      const { trailing } = splitGap(sent);
      if (trailing !== "") note(endings, trailing, trailing, splitGap(twin).trailing);
    } else if (isGap(sent)) {
      if (i === 0) continue;
      if (sent === " " && twin === " ") narrow = true;
      if (sent !== " ") note(twins, keyOf(sent), sent, twin);
    } else if (isSymbol(sent)) {
      if (sent.charCodeAt(0) >= 128) note(twins, keyOf(sent), sent, twin);
      else if (sent !== twin) typeset.set(sent, [...(typeset.get(sent) ?? []), { line: lineOf(old, i), twin }]);
    } else if (sent !== twin) form = twin.normalize("NFC") === twin ? "NFC" : "NFD";
  }
  return {
    reread(fresh, index) {
      const token = fresh[index]!;
      if (isGap(token)) {
        if (token === " " || (isWide(token) && narrow)) return undefined;
        return twins.get(keyOf(token));
      }
      if (isSymbol(token)) {
        if (token.charCodeAt(0) < 128)
          return typeset.get(token)?.find(({ line }) => isAlike(line, lineOf(fresh, index)))?.twin;
        return twins.get(keyOf(token)) === undefined ? undefined : String.fromCharCode(foldCode(token.charCodeAt(0)));
      }
      return form && token.normalize(form);
    },
    rereadTrailing: (spaces) => endings.get(spaces),
  };
}

const isWide = (gap: string): boolean => gap.length > 1 && /^[ \t]+$/.test(gap);

/** Dashes are one kind, quotes another; gaps are themselves. */
function keyOf(token: string): string {
  if (!isSymbol(token)) return token;
  return foldCode(token.charCodeAt(0)) === 45 ? "-" : '"';
}

/** What tells a list item, a comment, prose and code apart. */
interface Line {
  readonly first: string;
  readonly isCode: boolean;
  /** Whether a symbol of it stands beside spaces, at its start, in a word. */
  readonly around: string;
}

function lineOf(tokens: readonly string[], index: number): Line {
  let [start, end] = [index, index];
  while (start > 0 && !breaksLine(tokens[start - 1]!)) start--;
  while (end < tokens.length && !breaksLine(tokens[end]!)) end++;
  const words = tokens.slice(start, end).filter((token) => !isGap(token));
  const around = `${kindOf(tokens[index - 1])} ${kindOf(tokens[index + 1])}`;
  return { first: words[0] ?? "", around, isCode: /[;{}=]|[,([)\]]$/.test(words.join("")) };
}

function kindOf(token = ""): string {
  if (token === "" || breaksLine(token)) return "edge";
  return isGap(token) ? "space" : isName(token) ? "name" : "symbol";
}

/** The symbol stands alike in both, and both begin with the same symbol, or both are prose. */
const isAlike = (a: Line, b: Line): boolean =>
  a.around === b.around && (isName(a.first) && isName(b.first) ? !a.isCode && !b.isCode : a.first === b.first);
