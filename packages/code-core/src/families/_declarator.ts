import { isWord, type Tokens, textOf, token, typeOf } from "../scan/tokens.ts";
import { skipAngles } from "./_angles.ts";

/** `type name(…) {…}` and `type name = …;` as C and its descendants write them. */
export interface Declarator {
  readonly name: string;
  readonly nameAt: number;
  /** `Foo::Bar::` before the name. */
  readonly qualifiers: readonly string[];
  readonly isFunction: boolean;
  readonly hasBody: boolean;
  /** The token of the body's brace or arrow, -1 without one. */
  readonly body: number;
  /** The token behind it. */
  readonly end: number;
}

const maxHeader = 4000;

const notNames = new Set(
  "if for while switch return do else case default goto throw new delete sizeof catch try using typedef import package yield await assert foreach lock fixed when var break continue static_assert requires decltype noexcept".split(
    " ",
  ),
);

/** The declaration that begins at a token; undefined when it reads like something else. */
export function declaratorOf(
  tokens: Tokens,
  begin: number,
  to: number,
  lines: boolean,
  own: string,
): Declarator | undefined {
  let from = begin;
  while (
    typeOf(tokens, from) === token.question ||
    typeOf(tokens, from) === token.backslash ||
    typeOf(tokens, from) === token.less
  ) {
    from = typeOf(tokens, from) === token.less ? skipAngles(tokens, from) : from + 1;
  }
  if (own !== "" && isWord(tokens, from, own) && typeOf(tokens, from + 1) === token.openBrace) {
    const end = Math.min(tokens.match[from + 1]! + 1, to);
    return { name: own, nameAt: from, qualifiers: [], isFunction: true, hasBody: true, body: from + 1, end };
  }
  if (typeOf(tokens, from) !== token.word && typeOf(tokens, from) !== token.tilde) return undefined;
  if (notNames.has(textOf(tokens, from)) && !isWord(tokens, from, "var") && !isWord(tokens, from, "decltype"))
    return undefined;
  let angles = 0;
  let name = -1;
  const limit = Math.min(to, from + maxHeader);
  let at = from;
  for (; at < limit; at++) {
    const type = typeOf(tokens, at);
    if (lines && at > from && tokens.first[at] === 1 && angles === 0) break;
    if (type === token.directive || type === token.closeBrace) return undefined;
    if (type === token.less) angles++;
    else if (type === token.greater) angles = Math.max(0, angles - 1);
    else if (type === token.word && isWord(tokens, at, "operator"))
      return functionAt({ tokens, from, nameAt: at, open: operatorEnd(tokens, at, to), to, lines, own });
    else if (type === token.openParen) {
      const before = typeOf(tokens, at - 1);
      if (angles === 0 && before === token.word && at > from && !isMacro(tokens, at))
        return functionAt({ tokens, from, nameAt: at - 1, open: at, to, lines, own });
      if (angles === 0 && before === token.greater && at > from) {
        const generic = openingAngle(tokens, at - 1, from);
        if (generic > from && typeOf(tokens, generic - 1) === token.word)
          return functionAt({ tokens, from, nameAt: generic - 1, open: at, to, lines, own });
      }
      at = tokens.match[at]!;
    } else if (type === token.openBracket || (type === token.openBrace && angles > 0)) at = tokens.match[at]!;
    else if (type === token.semicolon) break;
    else if (
      angles === 0 &&
      (type === token.equals || type === token.comma || type === token.openBrace || type === token.arrow)
    )
      break;
    else if (type === token.word) name = at;
    else if (type === token.colon && at > from + 1) break;
  }
  // PHP needs no type before `$name`.
  if (name < from || (name === from && !textOf(tokens, name).startsWith("$"))) return undefined;
  if (typeOf(tokens, name + 1) === token.dot || notNames.has(textOf(tokens, name))) return undefined;
  const stop = typeOf(tokens, at);
  const braces = stop === token.openBrace;
  const arrow = stop === token.arrow;
  return {
    name: textOf(tokens, name).replace(/^\$/, ""),
    nameAt: name,
    qualifiers: qualifiersOf(tokens, name),
    isFunction: false,
    hasBody: braces || arrow,
    body: braces || arrow ? at : -1,
    end: braces ? behindBraces(tokens, at, to) : endOf(tokens, at, to, lines),
  };
}

/** A name with an opening parenthesis, as indexes of tokens; `own` is the name of the class that it is in. */
interface FunctionSite {
  readonly tokens: Tokens;
  readonly from: number;
  readonly nameAt: number;
  readonly open: number;
  readonly to: number;
  readonly lines: boolean;
  readonly own: string;
}

function functionAt({ tokens, from, nameAt, open, to, lines, own }: FunctionSite): Declarator | undefined {
  const word = textOf(tokens, nameAt);
  if (typeOf(tokens, open) !== token.openParen || notNames.has(word)) return undefined;
  const before = typeOf(tokens, nameAt - 1);
  if (nameAt > from && (before === token.dot || before === token.equals || before === token.thinArrow))
    return undefined;
  const destructor = before === token.tilde;
  const { body, end } = functionBody(tokens, tokens.match[open]! + 1, to, lines);
  const isOperator = word === "operator";
  if (nameAt === from && body < 0 && word !== own) return undefined;
  return {
    name: isOperator
      ? tokens.text.slice(tokens.start[nameAt]!, tokens.end[open - 1]!).replace(/\s+/g, " ")
      : `${destructor ? "~" : ""}${word}`,
    nameAt,
    qualifiers: qualifiersOf(tokens, destructor ? nameAt - 1 : nameAt),
    isFunction: true,
    hasBody: body >= 0,
    body,
    end,
  };
}

/** Behind the parameters: `const`, `throws X`, `-> T`, `: base(…)`, initializers, then a body, `=> …;` or `;`. */
function functionBody(tokens: Tokens, from: number, to: number, lines: boolean): { body: number; end: number } {
  let initializers = false;
  for (let at = from; at < to; at++) {
    const type = typeOf(tokens, at);
    if (type === token.semicolon) return { body: -1, end: at + 1 };
    if (type === token.closeBrace) return { body: -1, end: at };
    if (lines && tokens.first[at] === 1 && type !== token.openBrace && !isWord(tokens, at, "throws"))
      return { body: -1, end: at };
    if (type === token.arrow || (type === token.equals && !initializers))
      return { body: type === token.arrow ? at : -1, end: endOf(tokens, at, to, false) };
    if (type === token.colon) initializers = true;
    if (type === token.openBrace) {
      const before = typeOf(tokens, at - 1);
      const next = typeOf(tokens, tokens.match[at]! + 1);
      const initializes =
        initializers &&
        (before === token.word || before === token.greater) &&
        (next === token.comma || next === token.openBrace);
      if (!initializes) return { body: at, end: Math.min(tokens.match[at]! + 1, to) };
    }
    if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return { body: -1, end: to };
}

function endOf(tokens: Tokens, from: number, to: number, lines: boolean): number {
  for (let at = from; at < to; at++) {
    const type = typeOf(tokens, at);
    if (type === token.semicolon) return at + 1;
    if (type === token.closeBrace) return at;
    if (lines && at > from && tokens.first[at] === 1) return at;
    if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return to;
}

/** C# writes `{ get; } = 1;` and C++ `{1};`. */
function behindBraces(tokens: Tokens, open: number, to: number): number {
  const after = tokens.match[open]! + 1;
  const next = typeOf(tokens, after);
  if (next === token.equals || next === token.semicolon) return endOf(tokens, after, to, false);
  return Math.min(after, to);
}

/** `SOME_MACRO(…) name(…)`: the first pair of parentheses belongs to the macro. */
function isMacro(tokens: Tokens, open: number): boolean {
  const word = textOf(tokens, open - 1);
  const after = typeOf(tokens, tokens.match[open]! + 1);
  return (
    /^(?:__\w+|[A-Z][A-Z0-9_]+|alignas|decltype|noexcept|explicit|throw)$/.test(word) &&
    (after === token.word || after === token.tilde) &&
    tokens.first[open - 1] !== undefined
  );
}

function openingAngle(tokens: Tokens, close: number, from: number): number {
  let depth = 0;
  for (let at = close; at > from && at > close - 200; at--) {
    const type = typeOf(tokens, at);
    if (type === token.greater) depth++;
    else if (type === token.less && --depth === 0) return at;
  }
  return -1;
}

function operatorEnd(tokens: Tokens, at: number, to: number): number {
  let open = at + 1;
  if (typeOf(tokens, open) === token.openParen && tokens.match[open] === open + 1) return open + 2;
  while (open < to && typeOf(tokens, open) !== token.openParen && typeOf(tokens, open) !== token.semicolon) open++;
  return open;
}

function qualifiersOf(tokens: Tokens, name: number): readonly string[] {
  const names: string[] = [];
  let at = name - 1;
  while (typeOf(tokens, at) === token.path) {
    at--;
    if (typeOf(tokens, at) === token.greater) at = openingAngle(tokens, at, 0) - 1;
    if (typeOf(tokens, at) !== token.word) break;
    names.unshift(textOf(tokens, at));
    at--;
  }
  return names;
}
