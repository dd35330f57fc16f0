import { type Tokens, token, typeOf } from "../../scan/tokens.ts";
import type { Declaration } from "../../scopes/file-model.ts";
import type { ModelBuilder } from "../../scopes/model-builder.ts";

/** Where an expression stops beside its closing bracket. */
export const stops = { none: 0, comma: 1, line: 2 } as const;

/** The parts of the parser; each returns the token behind what it has read. */
export interface Parser {
  readonly tokens: Tokens;
  readonly model: ModelBuilder;
  readonly jsx: boolean;
  /** How deep the brackets may still go. */
  room: number;
  block(from: number, to: number): void;
  expression(from: number, to: number, stop: number): number;
  type(from: number, to: number): number;
  typeArguments(open: number, to: number): number;
  typeParameters(open: number, to: number): number;
  typeBody(open: number, isInterface: boolean): void;
  classBody(open: number): void;
  objectLiteral(open: number): void;
  /** Type parameters, parameters, the returned type and the body; fills in the declaration. */
  functionTail(from: number, to: number, declared: Declaration | undefined, stop: number): number;
  parameters(open: number, memberOf: number): void;
  pattern(from: number, to: number, declare: (at: number) => void): number;
  classTail(from: number, to: number, declared: Declaration | undefined): number;
  jsxElement(from: number, to: number): number;
}

export const operatorWords = new Set(
  "await case delete else extends in instanceof keyof new of return throw typeof void yield as satisfies is do default const let var export import".split(
    " ",
  ),
);
export const notReferences = new Set(
  "this super null true false undefined new typeof void delete await yield in instanceof of return throw async static get set else do case default const let var if for while switch try catch finally break continue debugger with extends implements enum".split(
    " ",
  ),
);

/** An operand may end with this token. */
export function endsOperand(tokens: Tokens, at: number, text: (at: number) => string): boolean {
  const type = typeOf(tokens, at);
  if (type === token.word) return !operatorWords.has(text(at)) || typeOf(tokens, at - 1) === token.dot;
  return (
    type === token.number ||
    type === token.string ||
    type === token.closeParen ||
    type === token.closeBracket ||
    type === token.closeBrace
  );
}

/** Behind the `>` that closes type arguments, or -1 when the `<` does not open any. */
export function endOfTypeArguments(tokens: Tokens, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < to && at < open + 600; at++) {
    const type = typeOf(tokens, at);
    if (type === token.less) depth++;
    else if (type === token.greater) {
      if (--depth === 0) return at + 1;
    } else if (
      type === token.openParen ||
      type === token.openBracket ||
      type === token.openBrace ||
      type === token.hole
    )
      at = tokens.match[at]!;
    else if (!typeSigns.has(type)) return -1;
  }
  return -1;
}

const typeSigns = new Set<number>([
  token.word,
  token.string,
  token.number,
  token.arrow,
  token.spread,
  token.dot,
  token.comma,
  token.pipe,
  token.ampersand,
  token.question,
  token.colon,
  token.equals,
  token.minus,
]);
