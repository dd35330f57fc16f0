import {
  type ContentPart,
  defineTool,
  encodeResult,
  type Registry,
  type Tool,
  ToolError,
  toJsonSchema,
} from "@holdall/tool-core";
import * as z from "zod";
import { isLoaded, markLoaded } from "./port/loaded-tools.ts";

export type ToolCallInput = z.infer<typeof input>;

export interface ToolCallOutput {
  /** The canonical name of the tool that ran. */
  readonly tool: string;
  readonly output: unknown;
  /** The content for the model. */
  readonly content: readonly ContentPart[];
}

const fromText = (value: string | Record<string, unknown> | undefined) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

const input = z.object({
  name: z.string().describe("Name of the tool, as found"),
  arguments: z
    .preprocess(fromText, z.record(z.string(), z.unknown()).optional())
    .optional()
    .describe("Its input, by its schema"),
});

/** Schemas up to this many characters go into the hint of a refused call. */
const longestSchema = 4000;

/**
 * Create the tool `tool_call`: calls any tool of a registry by name, for hosts with a fixed list of tools. Validation, policy
 * and middleware are those of the called tool. Its definition never changes, which keeps prompt caches valid.
 */
export function toolCall({
  registry,
}: {
  readonly registry: Registry;
}): Tool<ToolCallInput, ToolCallOutput, "tool_call", z.input<typeof input>> {
  return defineTool({
    name: "tool_call",
    category: "discovery",
    description:
      "Call a tool that {tool_search} has found and that is not among your own tools. Tools that you see are called directly.",
    examples: ["call the tool that was found"],
    input,
    aliases: {
      camel: {
        output(value) {
          const { tool: name, output, content } = value as ToolCallOutput;
          const tool = registry.get(name);
          const encoded = tool ? encodeResult(tool, { ok: true, output, content }, "camel") : { output };
          return { tool: name, ...(encoded as object) };
        },
      },
      params: { tool: "name", tool_name: "name", input: "arguments", args: "arguments", parameters: "arguments" },
    },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    previews: true,
    access: () => [],
    forwards: ({ name, arguments: given = {} }) =>
      registry.get(name)?.name === "tool_call" ? undefined : { name, input: given },
    async execute({ name, arguments: given = {} }, ctx) {
      const tool = await registry.find(name);
      if (tool?.name === "tool_call") {
        throw new ToolError("invalid_input", "tool_call cannot call itself.", {
          hint: "Name the tool that does the work.",
        });
      }
      const result = await ctx.call(name, given, {
        // Who is asked about this call answers for the one that it makes.
        approve: (caller) => (request, signal) => caller({ ...request, callId: ctx.callId }, signal),
      });
      if (result.ok) {
        if (tool) markLoaded(ctx, [tool.name]);
        return { tool: tool?.name ?? name, output: result.output, content: result.content };
      }
      if (!tool) throw withHint(result.error, "Find the tool that does it with {tool_search}.");
      if (result.error.code !== "invalid_input" || isLoaded(ctx, tool.name)) throw result.error;
      throw withHint(result.error, schemaHint(tool));
    },
    render: ({ content }) => content,
  });
}

/** How to call a tool whose schema the model has not seen. */
function schemaHint(tool: Tool): string {
  const schema = JSON.stringify(toJsonSchema(tool.input));
  return schema.length <= longestSchema
    ? `Its arguments must match ${schema}`
    : `See its schema first: {tool_search} with select ["${tool.name}"].`;
}

function withHint({ code, message, hint, data, cause }: ToolError, more: string): ToolError {
  return new ToolError(code, message, { hint: [hint, more].filter(Boolean).join(" "), data, cause });
}
