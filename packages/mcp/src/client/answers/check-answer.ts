import { isTooDeep, maxLevels } from "@holdall/tool-kit";
import { neutralLine } from "@holdall/tool-kit/text";
import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { taskAsResult } from "../tasks/_task-answer.ts";
import { type OnLeftOut, repairResult } from "./repair-result.ts";

/** The key in an error's data that marks it as the replacement of an invalid answer. */
export const notAnAnswerKey = "holdall/not-an-answer";

/** A tool that a server lists and that cannot be used here. */
export interface BrokenTool {
  /** The server's own name for it; undefined where it has none. */
  readonly name: string | undefined;
  readonly reason: string;
}

/**
 * A message as the SDK can take it: an answer that is not an object becomes an error in its place, which the SDK would otherwise
 * drop until the request times out, and of listed tools those stay whose definitions are valid.
 */
export function checkAnswer(
  message: JSONRPCMessage,
  onBroken: (tool: BrokenTool) => void,
  onLeftOut: OnLeftOut,
): JSONRPCMessage {
  const replacement = replaceBroken(message);
  if (replacement) return replacement;
  if (!("result" in message)) return message;
  const { tools, content } = message.result as { tools?: unknown; content?: unknown };
  const result =
    Array.isArray(tools) && content === undefined
      ? { ...message.result, tools: usable(tools, onBroken) }
      : isTooDeep(message.result, maxLevels)
        ? message.result
        : repairResult(taskAsResult(message.result), onLeftOut);
  return result === message.result ? message : { ...message, result };
}

function usable(tools: readonly unknown[], onBroken: (tool: BrokenTool) => void): unknown[] {
  return tools.map(withoutOddOutput).filter((tool) => {
    const reason = faultOf(tool);
    const { name } = Object(tool) as { name?: unknown };
    if (reason) onBroken({ name: typeof name === "string" && name !== "" ? name : undefined, reason });
    return reason === undefined;
  });
}

/** Results are passed on unchecked, so that nothing is lost with an output schema that the SDK would refuse the list for. */
function withoutOddOutput(tool: unknown): unknown {
  if (!isObject(tool) || tool.outputSchema === undefined) return tool;
  if (isObject(tool.outputSchema) && tool.outputSchema.type === "object" && isSpecType.Tool(tool)) return tool;
  const { outputSchema: _, ...rest } = tool;
  return rest;
}

/** The replacement of a message that should be an answer and is not; undefined for all others. */
export function replaceBroken(message: unknown): JSONRPCMessage | undefined {
  if (!isObject(message) || "method" in message) return undefined;
  const { id, result, error } = message;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  if (isObject(result)) return undefined;
  if (isObject(error) && Number.isInteger(error.code) && typeof error.message === "string") return undefined;
  const text =
    result === undefined
      ? neutralLine(`an error without code and message: ${JSON.stringify(error) ?? "nothing"}`, 500)
      : neutralLine(`a result that is not an object: ${JSON.stringify(result)}`, 500);
  return { jsonrpc: "2.0", id, error: { code: -32603, message: text, data: { [notAnAnswerKey]: true } } };
}

/** The same for a message as JSON; text that may hold one is parsed, all other text is left alone. */
export function replaceBrokenText(text: string): string | undefined {
  if (!/"(?:result|error)"\s*:\s*[^\s{]/.test(text)) return undefined;
  try {
    const instead = replaceBroken(JSON.parse(text));
    return instead && JSON.stringify(instead);
  } catch {
    return undefined;
  }
}

function faultOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return "it is not an object";
  if (isTooDeep(tool, maxLevels)) return `its definition is nested more than ${maxLevels} levels deep`;
  const { name, inputSchema, execution } = tool;
  if (typeof name !== "string" || name === "") return "it has no name";
  if (!isObject(inputSchema)) return "its input schema is not an object";
  if (inputSchema.type !== "object") return 'its input schema does not have the type "object"';
  const { properties = {}, required = [] } = inputSchema;
  if (!isObject(properties) || !Object.values(properties).every((each) => isObject(each) || typeof each === "boolean"))
    return "the properties of its input schema are not schemas";
  if (!Array.isArray(required) || !required.every((each) => typeof each === "string"))
    return "the required properties of its input schema are not a list of names";
  if (isObject(execution) && execution.taskSupport === "required")
    return "it runs only as a task, which is not supported";
  return isSpecType.Tool(tool) ? undefined : "its definition does not follow the protocol";
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
