import type { ToolSpec } from "@holdall/tool-core";
import type { AgentMessage, AgentRunner, AgentTokens } from "@holdall/tools-agents/port";
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet } from "ai";
import { toModelOutput } from "./results/model-output.ts";

export interface AiAgentRunnerOptions {
  /** The model of agents that do not name one. */
  readonly model: LanguageModel;
  /** Models by name, for agents and calls to choose from. */
  readonly models?: Readonly<Record<string, LanguageModel>> | undefined;
  /** Returns the cost of an answer, in the unit of the limits. */
  readonly cost?: ((tokens: AgentTokens, model: string | undefined) => number) | undefined;
  /** The number of retries of a model call; 2 by default. */
  readonly maxRetries?: number | undefined;
}

/** An answer as the SDK needs it back, and whether its version has one type for all files. */
interface SdkAnswer {
  readonly messages: readonly ModelMessage[];
  readonly taggedFiles: boolean;
}

/**
 * Create a runner that calls models of the AI SDK, versions 6 and 7, for agents of `@holdall/tools-agents`. Each answer is one
 * `generateText` call with a single step, and its tools have no `execute`. Throws `RangeError` for an unknown model name.
 */
export function aiAgentRunner({ model, models = {}, cost, maxRetries = 2 }: AiAgentRunnerOptions): AgentRunner {
  return async ({ model: name, instructions, messages, tools, signal, maxOutputTokens }) => {
    const chosen = name === undefined ? model : models[name];
    if (!chosen) throw new RangeError(`There is no model ${name}. Name it in \`models\` of aiAgentRunner.`);
    const result = await generateText({
      model: chosen,
      system: instructions,
      messages: toMessages(messages),
      ...(tools.length > 0 && { tools: toTools(tools) }),
      maxRetries,
      abortSignal: signal,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    });
    const { usage, finishReason } = result;
    const tokens = {
      input: usage.inputTokens ?? 0,
      cached: usage.inputTokenDetails?.cacheReadTokens ?? 0,
      output: usage.outputTokens ?? 0,
    };
    const calls = result.toolCalls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      input,
    }));
    const taggedFiles = "responseMessages" in result; // ai 7
    const answered: readonly ModelMessage[] = taggedFiles ? result.responseMessages : responseOf(result).messages;
    const own: SdkAnswer = { messages: answered.filter(({ role }) => role === "assistant"), taggedFiles };
    return {
      text: result.text,
      calls,
      tokens,
      ...(cost && { cost: cost(tokens, name) }),
      ...(finishReason === "length" && { end: "length" }),
      ...(finishReason === "content-filter" && { end: "refused" }),
      own,
    };
  };
}

const responseOf = (result: object) =>
  (result as { readonly response: { readonly messages: readonly ModelMessage[] } }).response;

const toTools = (specs: readonly ToolSpec[]): ToolSet =>
  Object.fromEntries(
    specs.map(({ name, description, inputSchema }) => [name, { description, inputSchema: jsonSchema(inputSchema) }]),
  );

function toMessages(messages: readonly AgentMessage[]): ModelMessage[] {
  let taggedFiles = false;
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === "user") return [{ role: "user", content: message.text }];
    if (message.role === "assistant") {
      const own = message.own as SdkAnswer | undefined;
      taggedFiles = own?.taggedFiles ?? taggedFiles;
      return own && own.messages.length > 0 ? [...own.messages] : [{ role: "assistant", content: message.text }];
    }
    const content = message.results.map(({ call, ok, content }) => ({
      type: "tool-result" as const,
      toolCallId: call.id,
      toolName: call.name,
      output: toModelOutput(content, { ok, taggedFiles }),
    }));
    return [{ role: "tool", content }];
  });
}
