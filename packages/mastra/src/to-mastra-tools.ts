import {
  type Dialect,
  encodeResult,
  type JsonSchema,
  passthroughSchema,
  type Session,
  type ToolResult,
  type ToolSpec,
} from "@holdall/tool-core";
import { type PickOptions, pickSpecs } from "@holdall/tool-kit/adapters";
import type { PublicSchema } from "@mastra/core/schema";
import { createTool, type Tool } from "@mastra/core/tools";
import { type ModelPart, toModelContent } from "./_model-content.ts";
import { approveBySuspension } from "./approve-by-suspension.ts";

export interface MastraToolsOptions extends PickOptions {
  /** Who asks if the policy returns `ask`: Mastra, by suspending the run, or the session's `approve` while the call waits. */
  readonly approvals?: "suspend" | "session" | undefined;
}

/** The result of a call in Mastra. */
export interface MastraToolResult {
  /** For programs: the output in the dialect, or `{ error: { code, message, hint? } }` if the call failed. */
  readonly output: unknown;
  readonly ok: boolean;
  /** The content for the model. */
  readonly content: string | readonly ModelPart[];
}

/**
 * Convert the tools that are in the session's registry at this time for Mastra agents and workflows, by name. A failed call is
 * a result that the model reads as an error. Progress is written to the stream as `{ progress }`. Throws `unknown_tool` if
 * `only` has a name that the session does not have.
 */
export function toMastraTools(
  session: Session,
  { approvals = "suspend", ...options }: MastraToolsOptions = {},
): Record<string, Tool> {
  const { dialect = session.dialect } = options;
  const specs = pickSpecs(session, options);
  return Object.fromEntries(
    specs.map((spec) => [spec.name, toMastraTool(session, spec, dialect, approvals === "suspend")]),
  );
}

function toMastraTool(session: Session, spec: ToolSpec, dialect: Dialect, suspends: boolean): Tool {
  const { name, title, description, tool, inputSchema, hints } = spec;
  return createTool({
    id: name,
    title,
    description,
    // Every input passes: the session reads other spellings and says what is wrong.
    inputSchema: passAll(inputSchema),
    ...(suspends && { suspendSchema: passAll({ type: "object" }) }),
    mcp: { annotations: annotationsOf(hints) },
    async execute(input, { agent, workflow, abortSignal, writer }) {
      const place = suspends ? (agent ?? workflow) : undefined;
      const callId = agent?.toolCallId;
      const asked = place && (await approveBySuspension(session, spec, input, { ...place, callId }));
      if (asked && "suspended" in asked) return asked.suspended;
      const steps = session.stream(tool, input, { callId, signal: abortSignal, approve: asked?.approve });
      for (;;) {
        const step = await steps.next();
        if (step.done) return toResult(step.value);
        await writer?.write({ progress: step.value });
      }
    },
    toModelOutput(result) {
      const { ok, content } = result as MastraToolResult;
      if (typeof content !== "string") return { type: "content", value: content };
      return { type: ok ? "text" : "error-text", value: content };
    },
  });

  function toResult(result: ToolResult): MastraToolResult {
    const known = session.registry.get(tool);
    const output = known && encodeResult(known, result, dialect);
    return { ok: result.ok, output, content: toModelContent(result.content) };
  }
}

/** The same for every dialect of JSON Schema that Mastra may ask for. */
const passAll = (json: JsonSchema) => passthroughSchema(json) as PublicSchema<Record<string, unknown>>;

const annotationsOf = ({ readOnly, destructive, idempotent, openWorld }: ToolSpec["hints"]) => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: openWorld,
});
