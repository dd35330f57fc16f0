import { compileTextPattern, PatternError } from "@holdall/pattern-core";
import { ToolError } from "@holdall/tool-core";
import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathNodeList,
  type JSONPathQuery,
  JSONPathSyntaxError,
  jsonpath,
  Nothing,
  type Token,
  TokenKind,
} from "json-p3";
import { isExactInteger } from "../table/exact-number.ts";
import { compareValues, nothing } from "./compare-values.ts";

const { ValueType, LogicalType } = FunctionExpressionType;

/** JSONPath by RFC 9535, whose `match` and `search` take time in proportion to the text. */
function createEnvironment(): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ strict: true, maxRecursionDepth: 200 });
  for (const [name, whole] of [
    ["match", true],
    ["search", false],
  ] as const)
    environment.functionRegister.set(name, {
      argTypes: [ValueType, ValueType],
      returnType: LogicalType,
      call: (text: unknown, pattern: unknown) => matches(text, pattern, whole),
    });
  readNumbersWhole(environment);
  return environment;
}

interface OpenParser {
  readonly tokenMap: Map<string, (stream: { readonly current: Token }) => object>;
  parseInfixExpression(stream: unknown, left: unknown): jsonpath.expressions.InfixExpression;
}

/**
 * json-p3 2.3.1 refuses numbers that begin with `0.`, and compares digits beyond 2^53 as if they were equal. Its parser is
 * protected, not hidden: numbers are read and comparisons made here instead.
 */
function readNumbersWhole(environment: JSONPathEnvironment): void {
  const { parser } = environment as unknown as { readonly parser: OpenParser };
  parser.tokenMap.set(TokenKind.NUMBER, ({ current }) => {
    const { value } = current;
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value))
      throw new JSONPathSyntaxError(`invalid number literal '${value}'`, current);
    const number = isExactInteger(value) ? (BigInt(value) as unknown as number) : Number(value);
    return new jsonpath.expressions.NumberLiteral(current, number);
  });
  const parseInfix = parser.parseInfixExpression;
  parser.parseInfixExpression = (stream, left) => {
    const made = parseInfix.call(parser, stream, left);
    if (!made.logical)
      made.evaluate = (context) =>
        compareValues(single(made.left.evaluate(context)), made.operator, single(made.right.evaluate(context)));
    return made;
  };
}

/** The value of a side of a comparison, which has one node or none. */
function single(found: unknown): unknown {
  if (found instanceof JSONPathNodeList) return found.nodes.length === 1 ? found.nodes[0]!.value : nothing;
  return found === Nothing ? nothing : found;
}

let environment: JSONPathEnvironment | undefined;

/** Read a query. Throws `invalid_input` with the place that is wrong. */
export function compileJsonPath(query: string): JSONPathQuery {
  environment ??= createEnvironment();
  try {
    return environment.compile(query);
  } catch (error) {
    const at = (error as { token?: { index?: number } }).token?.index;
    throw new ToolError(
      "invalid_input",
      `The query ${query.slice(0, 200)} is not JSONPath: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}${at === undefined ? "" : `, at character ${at}`}.`,
      {
        hint: "Write a query such as $.items[?@.price < 10].name, $[?@.city == 'Rome'] or $..id. Put text in quotes; combine with && and ||.",
        cause: error,
      },
    );
  }
}

const patterns = new Map<string, ((text: string) => boolean) | undefined>();

/** Whether a text has a match of a pattern of RFC 9485, anywhere or as a whole. A wrong pattern matches nothing. */
export function matches(text: unknown, pattern: unknown, whole: boolean): boolean {
  if (typeof text !== "string" || typeof pattern !== "string") return false;
  const key = `${whole ? "m" : "s"}${pattern}`;
  if (!patterns.has(key)) {
    if (patterns.size === 100) patterns.clear();
    patterns.set(key, compilePattern(pattern, whole));
  }
  return patterns.get(key)?.(text) ?? false;
}

function compilePattern(pattern: string, whole: boolean): ((text: string) => boolean) | undefined {
  const written = dotsWithoutBreaks(pattern);
  if (written === undefined) return undefined;
  try {
    const compiled = compileTextPattern(whole ? `\\A(?:${written})\\z` : `(?:${written})`, { multiline: true });
    return (text) => compiled.find(text, 0, text.length) !== undefined;
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** `.` of RFC 9485 is any character but LF and CR. Undefined for what that RFC does not have, such as \d and (?…). */
function dotsWithoutBreaks(pattern: string): string | undefined {
  let result = "";
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === "\\") {
      const next = pattern[at + 1] ?? "";
      if (!/[-()*+.?[\\\]^nrt{|}$pP]/.test(next)) return undefined;
      result += char + next;
      at++;
    } else if (inClass) {
      if (char === "]") inClass = false;
      result += char;
    } else if (char === "[") {
      inClass = true;
      result += char;
      if (pattern[at + 1] === "^") result += pattern[++at];
    } else if (char === "(" && pattern[at + 1] === "?") return undefined;
    else if (char === "^") result += "\\A";
    else if (char === "$") result += "\\z";
    else result += char === "." ? "[^\\n\\r]" : char;
  }
  return result;
}
