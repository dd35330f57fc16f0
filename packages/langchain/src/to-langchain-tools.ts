import {
  type Approve,
  contentText,
  type Dialect,
  encodeResult,
  type Progress,
  type Session,
  type ToolResult,
  type ToolSpec,
} from "@holdall/tool-core";
import { type PickOptions, pickSpecs } from "@holdall/tool-kit/adapters";
import { type ContentBlock, ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, type ToolRunnableConfig } from "@langchain/core/tools";
import * as z from "zod";
import { toContentBlocks } from "./_content-blocks.ts";
import { currentTask } from "./_current-task.ts";
import { askByInterrupt } from "./ask-by-interrupt.ts";

export interface LangChainToolsOptions extends PickOptions {
  /** Who asks if the policy returns `ask`: LangGraph, with `interrupt()`, or the session's `approve` while the call waits. */
  readonly approvals?: "interrupt" | "session" | undefined;
}

/** What the model reads, or the message that says that the call failed, and the output for programs. */
type Answer = [content: string | ContentBlock.Standard[] | ToolMessage, artifact: unknown];

/** A session's tool in LangChain: accepts any input, which the session validates. Events are the progress of the call. */
export type LangChainTool = DynamicStructuredTool<z.ZodAny, unknown, unknown, Answer, Progress>;

/**
 * Convert the tools that are in the session's registry at this time for LangChain agents and graphs. The content of a message
 * is the rendered result, its artifact is the output in the dialect, and its status is `error` if the call failed. Outside of
 * a tool call (`tool.invoke(input)`), a failure throws its `ToolError`. Throws `unknown_tool` if `only` has a name that the
 * session does not have.
 */
export function toLangChainTools(
  session: Session,
  { approvals = "interrupt", ...options }: LangChainToolsOptions = {},
): LangChainTool[] {
  const { dialect = session.dialect } = options;
  return pickSpecs(session, options).map((spec) => toLangChainTool(session, spec, dialect, approvals === "interrupt"));
}

function toLangChainTool(session: Session, spec: ToolSpec, dialect: Dialect, interrupts: boolean): LangChainTool {
  const { name, description, tool } = spec;
  return new DynamicStructuredTool({
    name,
    description,
    schema: z.any().meta(spec.inputSchema),
    responseFormat: "content_and_artifact",
    async *func(input: unknown, _manager: unknown, config: ToolRunnableConfig = {}) {
      const callId: string | undefined = config.toolCall?.id;
      const task = currentTask(session, config, callId);
      const result = (await task?.finished()) ?? (yield* call(input, config, callId, task));
      return toAnswer(result, callId);
    },
  });

  async function* call(
    input: unknown,
    { signal }: ToolRunnableConfig,
    callId: string | undefined,
    task: ReturnType<typeof currentTask>,
  ): AsyncGenerator<Progress, ToolResult, void> {
    let approve: Approve | undefined;
    if (interrupts) approve = await askByInterrupt(session, spec, input, { callId, onInterrupt: task?.interrupted });
    const running = session.stream(tool, input, { callId, signal, approve });
    return yield* task ? task.keep(running) : running;
  }

  function toAnswer(result: ToolResult, callId: string | undefined): Answer {
    const known = session.registry.get(tool);
    const artifact = known ? encodeResult(known, result, dialect) : undefined;
    const isText = result.content.every(({ type }) => type === "text");
    const content = isText ? contentText(result.content) : toContentBlocks(result.content);
    if (result.ok) return [content, artifact];
    if (callId === undefined) throw result.error;
    return [new ToolMessage({ content, artifact, name, tool_call_id: callId, status: "error" }), artifact];
  }
}
