import { compileTextPattern, PatternError } from "@holdall/pattern-core";
import { ToolError } from "@holdall/tool-core";
import { FunctionExpressionType, JSONPathEnvironment, type JSONPathQuery } from "json-p3";

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
  return environment;
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
