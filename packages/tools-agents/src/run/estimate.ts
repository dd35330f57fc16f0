import type { ToolSpec } from "@holdall/tool-core";
import type { AgentMessage } from "../port/index.ts";

/** About how many tokens a text has. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** About how many tokens of input these parts of a request are. */
export function inputTokens(
  instructions: string,
  tools: readonly ToolSpec[],
  messages: readonly AgentMessage[],
): number {
  const specs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return tokensOf(instructions) + tokensOf(JSON.stringify(specs)) + messageTokens(messages);
}

/** The same for messages alone. A file counts as 1,500. */
export function messageTokens(messages: readonly AgentMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

function tokensOfMessage(message: AgentMessage): number {
  if (message.role === "user") return tokensOf(message.text);
  if (message.role === "assistant") return tokensOf(message.text) + tokensOf(JSON.stringify(message.calls));
  const parts = message.results.flatMap(({ content }) => content);
  return parts.reduce((sum, part) => sum + (part.type === "text" ? tokensOf(part.text) : 1_500), 0);
}
