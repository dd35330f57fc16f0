import type { Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf, type PickOptions, pendingQuestion, pickSpecs } from "@holdall/tool-kit/adapters";
import { type FunctionTool, type RunContext, tool } from "@openai/agents-core";
import type { JsonObjectSchemaNonStrict, JsonSchemaDefinitionEntry } from "@openai/agents-core/types";
import { toToolOutput } from "./_tool-output.ts";

export interface OpenAIAgentsToolsOptions extends PickOptions {
  /** Who asks if the policy returns `ask`: the SDK, with an interruption, or the session's `approve` while the call waits. */
  readonly approvals?: "sdk" | "session" | undefined;
}

/**
 * Convert the tools that are in the session's registry at this time for an `Agent` of the OpenAI Agents SDK. The model gets
 * the rendered result, including failures: a call never throws. Throws `unknown_tool` if `only` has a name that the session
 * does not have.
 */
export function toOpenAIAgentsTools<Context = unknown>(
  session: Session,
  { approvals = "sdk", ...options }: OpenAIAgentsToolsOptions = {},
): FunctionTool<Context, AnyObjectSchema>[] {
  return pickSpecs(session, options).map((spec) => toFunctionTool<Context>(session, spec, approvals === "sdk"));
}

/** Any JSON Schema; the SDK passes it to the model as it is. */
type AnyObjectSchema = JsonObjectSchemaNonStrict<Record<string, JsonSchemaDefinitionEntry>>;
type Approvals = Pick<RunContext, "isToolApproved">;

function toFunctionTool<Context>(
  session: Session,
  spec: ToolSpec,
  sdkAsks: boolean,
): FunctionTool<Context, AnyObjectSchema> {
  const isApproved = (context: Approvals | undefined, callId: string) =>
    context?.isToolApproved({ toolName: spec.name, callId }) === true;

  const approveOf = async (
    input: unknown,
    context: Approvals | undefined,
    callId: string,
  ): Promise<Approve | undefined> => {
    if (!sdkAsks || !isApproved(context, callId)) return undefined;
    const question = await pendingQuestion(session, spec.tool, input, { callId, approved: true });
    return question && approvalOf(question);
  };

  return tool({
    name: spec.name,
    description: spec.description,
    // Not strict, so that spellings of other agents and optional parameters pass; the session checks the input.
    parameters: spec.inputSchema as AnyObjectSchema,
    strict: false,
    needsApproval: async (context, input, callId = "") =>
      sdkAsks &&
      (await pendingQuestion(session, spec.tool, input, { callId, approved: isApproved(context, callId) })) !==
        undefined,
    async execute(input, context, details) {
      const callId = details?.toolCall?.callId ?? "";
      const { content } = await session.call(spec.tool, input, {
        callId: callId || undefined,
        signal: details?.signal,
        approve: await approveOf(input, context, callId),
      });
      return toToolOutput(content);
    },
  });
}
