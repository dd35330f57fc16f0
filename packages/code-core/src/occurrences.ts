import { familyOf } from "./families/family-of.ts";
import type { Language } from "./language.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "./scan/tokens.ts";

/** An occurrence of a name as a word of the code, not in comments and strings. */
export interface Occurrence {
  readonly start: number;
  /** True if an opening parenthesis follows. */
  readonly isCall: boolean;
}

/**
 * Find the occurrences of a name in a text, as it is written where it is used: `r#match` and `` `is empty` `` with their signs,
 * `name=` of Ruby as an assignment, operators between their operands, quoted names in brackets. Undefined for languages
 * without a scanner. Linear in the length of the text.
 */
export function occurrencesOf(text: string, language: Language, name: string): readonly Occurrence[] | undefined {
  const family = familyOf(language);
  if (!family) return undefined;
  const use = useOf(name);
  if (!text.includes(use.needle)) return [];
  const tokens = family.tokens(text);
  const found: Occurrence[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const after = use.end(tokens, at);
    if (after > at) found.push({ start: tokens.start[at]!, isCall: typeOf(tokens, after) === token.openParen });
  }
  return found;
}

interface Use {
  /** What every text with the name has. */
  readonly needle: string;
  /** The token behind a use that begins at a token; 0 where none does. */
  end(tokens: Tokens, at: number): number;
}

/** How a name is written where it is used. */
function useOf(name: string): Use {
  const setter = /^(\w+)=$/.exec(name)?.[1];
  if (setter !== undefined)
    return {
      needle: setter,
      end: (tokens, at) =>
        isWord(tokens, at, name) || (isWord(tokens, at, setter) && isAssigned(tokens, at + 1)) ? at + 1 : 0,
    };
  const sign = /^(?:operator\s*)?([^\s\p{L}\p{N}_$@`#"']+)$/u.exec(name)?.[1];
  if (sign !== undefined)
    return { needle: sign === "[]" ? "[" : sign, end: (tokens, at) => operator(tokens, at, sign) };
  const quoted = new Set([`\`${name}\``, `r#${name}`, `@${name}`, `$${name}`]);
  const strings = new Set([`"${name}"`, `'${name}'`]);
  return {
    needle: name,
    end(tokens, at) {
      if (isWord(tokens, at, name)) return at + 1;
      const type = typeOf(tokens, at);
      if (type === token.word && tokens.end[at]! - tokens.start[at]! > name.length)
        return quoted.has(textOf(tokens, at)) ? at + 1 : 0;
      // What is no identifier can be named in brackets only.
      const isKey = type === token.string && typeOf(tokens, at - 1) === token.openBracket && !/^[\w$]+$/.test(name);
      return isKey && strings.has(textOf(tokens, at)) ? at + 2 : 0;
    },
  };
}

/** `.name = x` and `.name += x`, but not `.name == x`. */
const isAssigned = (tokens: Tokens, at: number): boolean =>
  /^(?:[-+*/%&|^]|\|\||&&|<<|>>|\*\*)?=(?![=~>])/.test(
    tokens.text.slice(tokens.start[at] ?? 0, (tokens.start[at] ?? 0) + 4),
  ) && at < tokens.count;

/** An operator between operands, or with its name: `a.operator+(b)`, `a.+(b)`. */
function operator(tokens: Tokens, at: number, sign: string): number {
  const from = isWord(tokens, at, "operator") ? at + 1 : at;
  const start = tokens.start[from];
  if (start === undefined || typeOf(tokens, from) === token.string) return 0;
  if (sign === "[]") return typeOf(tokens, at) === token.openBracket && isOperand(tokens, at - 1) ? at + 1 : 0;
  if (!tokens.text.startsWith(sign, start)) return 0;
  let after = from;
  while (after < tokens.count && tokens.start[after]! < start + sign.length) after++;
  const isExact = after > from && tokens.end[after - 1] === start + sign.length;
  const isLonger =
    /[-+*/%=<>!&|^~]/.test(tokens.text[start - 1] ?? "") ||
    /[-+*/%=<>!&|^~]/.test(tokens.text[start + sign.length] ?? "");
  const isUse = from > at || isOperand(tokens, at - 1) || typeOf(tokens, at - 1) === token.dot;
  return isExact && !isLonger && isUse && !isWord(tokens, at - 1, "operator") ? after : 0;
}

/** A name, a value or a bracket that closes. */
const isOperand = (tokens: Tokens, at: number): boolean => {
  const type = typeOf(tokens, at);
  return (
    (type === token.word && !/^(?:return|def|fun|func|operator|if|and|or|not|in)$/.test(textOf(tokens, at))) ||
    type === token.number ||
    type === token.string ||
    type === token.closeParen ||
    type === token.closeBracket
  );
};
