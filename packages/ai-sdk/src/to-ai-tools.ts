import {
  type Dialect,
  encodeResult,
  type Progress,
  type Session,
  type Tool,
  type ToolResult,
  type ToolSpec,
  type ToolTypes,
} from "@holdall/tool-core";
import { pickSpecs } from "@holdall/tool-kit/adapters";
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { AiTools } from "./ai-tools.ts";
import type { CallPlace } from "./approve/approval.ts";
import { loadApprovals } from "./approve/load-approvals.ts";
import { awaitableSteps } from "./results/awaitable-steps.ts";
import { toModelOutput } from "./results/model-output.ts";
import { readStored } from "./results/stored-result.ts";

export interface AiToolsOptions<D extends Dialect = Dialect, N extends string = string> {
  /** The spelling of tools and parameters. Defaults to the session's spelling. */
  readonly dialect?: D | undefined;
  /** The tools to expose, in any spelling. Defaults to all tools of the session. */
  readonly only?: readonly N[] | undefined;
  /** Who asks if the policy returns `ask`: the SDK's approval flow, or the session's `approve` while the call waits. */
  readonly approvals?: "sdk" | "session" | undefined;
  /** Tools whose calls the client answers. They have no `execute`. Pass the answers through `applyApprovalAnswers`. */
  readonly clientTools?: readonly ("ask_user_question" | "exit_plan_mode")[] | undefined;
}

/**
 * Convert the tools that are in the session's registry at this time for `generateText`, `streamText` and agents of ai 6 and 7.
 * The output of a call is the tool's output in the dialect, `{ error: { code, message, hint? } }` if it failed, and `{
 * progress }` for each preliminary result. Throws `unknown_tool` if `only` has a name that the session does not have.
 */
export function toAiTools<
  M extends ToolTypes,
  S extends Dialect,
  D extends Dialect = S,
  N extends string = keyof M & string,
>(session: Session<M, S>, options?: AiToolsOptions<D, N>): AiTools<M, D, N>;
export function toAiTools(
  session: Session,
  { dialect = session.dialect, only, approvals = "sdk", clientTools = [] }: AiToolsOptions = {},
): ToolSet {
  const entries = pickSpecs(session, { dialect, only }).flatMap((spec) => {
    const tool = session.registry.get(spec.tool);
    if (!tool) return [];
    const offered = toAiTool(session, tool, spec, dialect, approvals === "sdk");
    return [[spec.name, clientTools.some((name) => name === tool.name) ? withoutExecute(offered) : offered] as const];
  });
  return Object.fromEntries(entries);
}

function toAiTool(session: Session, tool: Tool, spec: ToolSpec, dialect: Dialect, sdkAsks: boolean): ToolSet[string] {
  const results = createResults();
  let taggedFiles = false;
  const offered = dynamicTool({
    title: spec.title,
    description: spec.description,
    inputSchema: jsonSchema(spec.inputSchema),
    ...(sdkAsks && {
      needsApproval: async (input: unknown, at: CallPlace) =>
        (await (await loadApprovals()).questionFor(session, tool.name, input, at)) !== undefined,
    }),
    execute: (input, options: CallOptions = {}) =>
      awaitableSteps(async function* () {
        const { toolCallId = "", messages = [], abortSignal } = options;
        taggedFiles = !("experimental_context" in options); // ai 6 names it so; ai 7 has `context`
        const place = { toolCallId, messages };
        const approve = sdkAsks ? await (await loadApprovals()).answerOf(session, tool.name, input, place) : undefined;
        const callId = toolCallId || undefined;
        const steps = session.stream(tool.name, input, { callId, signal: abortSignal, approve });
        const result = yield* reportProgress(steps);
        const output = encodeResult(tool, result, dialect);
        results.keep(toolCallId, output, result);
        yield output;
      }),
    async toModelOutput(asked) {
      const { toolCallId, input, output } = readAsked(asked);
      const { ok, content } = results.find(toolCallId, output) ?? (await readStored(tool, input, output));
      return toModelOutput(content, { ok, taggedFiles });
    },
  });
  // A tool whose schema came at run time has parts `dynamic-tool` in messages; the others, `tool-NAME`, have types.
  if (tool.input["~standard"].vendor === "holdall") return offered;
  const { type: _, ...typed } = offered;
  return typed;
}

function withoutExecute({ execute: _execute, needsApproval: _asks, ...offered }: ToolSet[string]): ToolSet[string] {
  return offered as ToolSet[string];
}

/** What is used of the options of a call; frameworks other than the SDK leave some out. */
type CallOptions = Partial<CallPlace> & { readonly abortSignal?: AbortSignal | undefined };

interface OutputArguments {
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly output: unknown;
}

/** The SDK passes a call and its output, other frameworks (Mastra, ai 5) the bare output. */
const readAsked = (asked: unknown): OutputArguments =>
  typeof asked === "object" && asked !== null && ["toolCallId", "input", "output"].every((key) => key in asked)
    ? (asked as OutputArguments)
    : { output: asked };

/** Pass progress on as preliminary output. Leaving early leaves the call, which cancels it. */
async function* reportProgress(
  steps: AsyncGenerator<Progress, ToolResult, void>,
): AsyncGenerator<{ progress: Progress }, ToolResult, void> {
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done) return step.value;
      yield { progress: step.value };
    }
  } finally {
    await steps.return(undefined as never);
  }
}

const maxPlain = 200;

/** Results by the very output that the SDK hands back, for as long as the SDK holds it; the latest by id where that is not an object. */
function createResults() {
  const kept = new WeakMap<object, Map<string, ToolResult>>();
  const plain = new Map<string, { output: unknown; result: ToolResult }>();
  return {
    keep(callId: string, output: unknown, result: ToolResult): void {
      if (isObject(output)) {
        const calls = kept.get(output) ?? new Map<string, ToolResult>();
        kept.set(output, calls.set(callId, result));
        return;
      }
      const [oldest] = plain.keys();
      if (oldest !== undefined && plain.size >= maxPlain) plain.delete(oldest);
      plain.set(callId, { output, result });
    },
    /** Without an id, the result of the latest call with that very output. */
    find(callId: string | undefined, output: unknown): ToolResult | undefined {
      if (isObject(output)) {
        const calls = kept.get(output);
        return callId === undefined ? [...(calls?.values() ?? [])].at(-1) : calls?.get(callId);
      }
      const same = callId === undefined ? undefined : plain.get(callId);
      return same?.output === output ? same?.result : undefined;
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
