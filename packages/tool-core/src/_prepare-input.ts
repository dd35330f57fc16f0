import { foldKeys } from "./_fold-keys.ts";
import { repairInput } from "./_repair-input.ts";
import { ToolError } from "./error.ts";
import { schemaError, toJsonSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

/** Arguments as a model or host sent them → validated input: parse JSON text, fold keys, validate, and once more after repair. */
export async function prepareInput(tool: Tool, raw: unknown): Promise<unknown> {
  const folded = foldKeys(tool, typeof raw === "string" ? parse(tool, raw) : (raw ?? {}));
  const standard = tool.input["~standard"];
  const first = await standard.validate(folded);
  if (!first.issues) return first.value;
  const second = await standard.validate(foldKeys(tool, repairInput(toJsonSchema(tool.input), folded)));
  if (!second.issues) return second.value;
  throw schemaError("invalid_input", tool.name, second.issues);
}

function parse(tool: Tool, raw: string): unknown {
  if (raw.trim() === "") return {};
  try {
    return JSON.parse(raw);
  } catch (cause) {
    const where = cause instanceof SyntaxError ? cause.message : "";
    throw new ToolError("invalid_input", `The arguments of ${tool.name} are not valid JSON: ${where}`, {
      hint: "Send one JSON object; escape quotes, backslashes and line breaks inside strings.",
      cause,
    });
  }
}
