import type { Dialect, Registry, Tool, ToolSpec } from "@holdall/tool-core";
import { key, typeOfSchema } from "./type-of-schema.ts";

export interface DeclareOptions {
  readonly registry: Registry;
  readonly dialect?: Dialect | undefined;
}

/** Get the TypeScript declarations of the tools that a program can call, in the given order. */
export function declareTools(tools: readonly Tool[], { registry, dialect = "snake" }: DeclareOptions): string {
  const specs = new Map(registry.list(dialect).map((spec) => [spec.tool, spec]));
  const lines = tools.flatMap(({ name }) => {
    const spec = specs.get(name);
    return spec ? [declare(spec)] : [];
  });
  return `declare const tools: {\n${lines.join("\n")}\n};`;
}

function declare({ name, description, inputSchema, outputSchema }: ToolSpec): string {
  const input = typeOfSchema(inputSchema);
  const optional = Array.isArray(inputSchema.required) && inputSchema.required.length > 0 ? "" : "?";
  const output = outputSchema ? typeOfSchema(outputSchema) : "unknown";
  return `  /** ${comment(description)} */\n  ${key(name)}(input${optional}: ${input}): Promise<${output}>;`;
}

/** Text that cannot end its comment. */
const comment = (text: string): string => text.replace(/\s+/g, " ").replaceAll("*/", "*\\/").trim();
