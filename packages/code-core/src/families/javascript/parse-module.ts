import type { Tokens } from "../../scan/tokens.ts";
import type { FileModel } from "../../scopes/file-model.ts";
import { modelBuilder } from "../../scopes/model-builder.ts";
import { parseExpression, parseJsx } from "./expressions.ts";
import { parseClassTail, parseFunctionTail, parseParameters, parsePattern } from "./functions.ts";
import { parseClassBody, parseObjectLiteral, parseTypeBody } from "./members.ts";
import type { Parser } from "./parser.ts";
import { parseBlock } from "./statements.ts";
import { parseType, parseTypeArguments, parseTypeParameters } from "./types.ts";

const maxDepth = 400;

/** Scopes, declarations and uses of a module in TypeScript or JavaScript; never throws, linear in its length. */
export function parseModule(tokens: Tokens, jsx: boolean): FileModel {
  const parser: Parser = {
    tokens,
    model: modelBuilder(tokens),
    jsx,
    room: maxDepth,
    block: (from, to) => parseBlock(parser, from, to),
    expression: (from, to, stop) => parseExpression(parser, from, to, stop),
    type: (from, to) => parseType(parser, from, to),
    typeArguments: (open, to) => parseTypeArguments(parser, open, to),
    typeParameters: (open, to) => parseTypeParameters(parser, open, to),
    typeBody: (open, isInterface) => parseTypeBody(parser, open, isInterface),
    classBody: (open) => parseClassBody(parser, open),
    objectLiteral: (open) => parseObjectLiteral(parser, open),
    functionTail: (from, to, declared, stop) => parseFunctionTail(parser, from, to, declared, stop),
    parameters: (open, memberOf) => parseParameters(parser, open, memberOf),
    pattern: (from, to, declare) => parsePattern(parser, from, to, declare),
    classTail: (from, to, declared) => parseClassTail(parser, from, to, declared),
    jsxElement: (from, to) => parseJsx(parser, from, to),
  };
  parser.block(0, tokens.count);
  return parser.model.finish();
}
