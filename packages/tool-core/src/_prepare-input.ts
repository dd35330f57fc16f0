import { fitInput } from "./_fit-input.ts";
import { ToolError } from "./error.ts";
import { schemaError } from "./schema.ts";
import type { Tool } from "./tool.ts";

/** Arguments as a model or host sent them → validated input: parse JSON text, fit keys, validate, and once more after mending. */
export async function prepareInput(tool: Tool, raw: unknown): Promise<unknown> {
  const { validate } = tool.input["~standard"];
  const fitted = fitInput(tool, typeof raw === "string" ? parse(tool, raw || "{}") : (raw ?? {}));
  const first = await validate(fitted);
  if (!first.issues) return first.value;
  const second = await validate(fitInput(tool, fitted, true));
  if (!second.issues) return second.value;
  throw schemaError("invalid_input", tool.name, second.issues);
}

function parse(tool: Tool, raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (cause) {
    throw new ToolError(
      "invalid_input",
      `The arguments of ${tool.name} are not valid JSON: ${(cause as Error).message}`,
      {
        hint: "Send one JSON object; escape quotes, backslashes and line breaks in strings.",
        cause,
      },
    );
  }
}
