import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { viewCall } from "@holdall/call-view";
import { type Path, toPath } from "@holdall/tool-core";
import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import { textContent } from "../updates/call-content.ts";
import { factsOf } from "../updates/tool-calls.ts";

/** A conversation as updates: what was said, and every call with its result. */
export function replayOf(messages: readonly ModelMessage[], cwd: Path): SessionUpdate[] {
  const results = new Map(
    messages.flatMap(({ content }) =>
      typeof content === "string"
        ? []
        : content.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, part] as const] : [])),
    ),
  );
  return messages.flatMap((message, number) => replayMessage(message, number, results, cwd));
}

function replayMessage(
  { role, content, providerOptions }: ModelMessage,
  number: number,
  results: ReadonlyMap<string, ToolResultPart>,
  cwd: Path,
): SessionUpdate[] {
  const messageId = crypto.randomUUID();
  if (role === "user") {
    const { said } = Object(providerOptions?.holdall) as { readonly said?: unknown };
    const text = typeof said === "string" ? said : typeof content === "string" ? content : "";
    return text === "" ? [] : [{ sessionUpdate: "user_message_chunk", messageId, content: { type: "text", text } }];
  }
  if (role !== "assistant") return [];
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return parts.flatMap((part): SessionUpdate[] => {
    if (part.type === "text" && part.text !== "")
      return [{ sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text: part.text } }];
    return part.type === "tool-call" ? [callUpdate(part, results.get(part.toolCallId), number, cwd)] : [];
  });
}

/** A call that has ended; what it returned is the text that the model got. */
function callUpdate(
  { toolCallId, toolName, input }: ToolCallPart,
  result: ToolResultPart | undefined,
  number: number,
  cwd: Path,
): SessionUpdate {
  const isFailed = result === undefined || result.output.type.startsWith("error");
  const id = `replay-${number}/${toolCallId}`;
  const view = viewCall({ id, tool: toolName, state: "waiting", input });
  const place = { input, pathOf: (path: string) => toPath(path, cwd) };
  const text = result && textOf(result);
  const { content, ...facts } = factsOf({ id, view, place }, cwd);
  return {
    sessionUpdate: "tool_call",
    ...facts,
    content: [...content.filter(({ type }) => type === "diff"), ...(text ? [textContent(text)] : [])],
    status: isFailed ? "failed" : "completed",
  };
}

function textOf({ output }: ToolResultPart): string {
  if (output.type === "text" || output.type === "error-text") return output.value;
  if (output.type !== "content") return JSON.stringify("value" in output ? output.value : output);
  return output.value.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
