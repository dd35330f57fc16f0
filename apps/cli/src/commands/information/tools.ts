import { resultSchema, toAnthropic, toOpenAI } from "@holdall/tool-core";
import { oneOf, parseArguments } from "../../config/arguments.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";
import { print } from "../../render/print.ts";
import { screenOf } from "../../render/screen.ts";
import { toolCosts } from "../../render/tools/cost-of-tools.ts";
import { renderToolCosts } from "../../render/tools/tool-costs.ts";
import { renderTools } from "../../render/tools/tools.ts";
import { type Setup, setUp } from "../../setup/set-up.ts";

const formats = ["table", "json", "openai", "anthropic", "mcp"] as const;
const costFormats = ["table", "json"] as const;

export const options = {
  ...setupOptionsWithout("audit", "sandbox", "verbose"),
  format: { type: "string" },
  tokens: { type: "boolean" },
} as const;

export const help = `holdall tools [options]: show the tools of a preset by family, those that a model
finds by searching, and those that are missing and why

${setupHelp(options)}
  --format NAME      table (default), or definitions as JSON: json, openai,
                     anthropic, mcp
  --tokens           about how many tokens each tool costs in every request,
                     and the instructions; as a table or json

Examples
  holdall tools --preset readonly
  holdall tools --tokens
  holdall tools --dialect claude --format anthropic > tools.json`;

/** Show the tools that exist. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values } = parseArguments(argv, options, { most: 0 });
  const format = oneOf("--format", values.format ?? "table", values.tokens ? costFormats : formats);
  await using setup = await setUp(values, io);
  if (values.tokens) {
    const costs = toolCosts(setup.preset);
    const asTable = () => renderToolCosts(costs, screenOf(io.stdout, io.env)).join("\n");
    return print(format === "json" ? JSON.stringify(costs, null, 2) : asTable(), io);
  }
  if (format !== "table") return print(JSON.stringify(await definitions(setup, format), null, 2), io);
  return print(renderTools(setup, screenOf(io.stdout, io.env)).join("\n"), io);
}

async function definitions(
  { preset: { registry }, dialect }: Setup,
  format: (typeof formats)[number],
): Promise<unknown> {
  switch (format) {
    case "openai":
      return toOpenAI(registry, { dialect });
    case "anthropic":
      return toAnthropic(registry, { dialect });
    case "mcp":
      return (await import("@holdall/mcp")).toMcpTools(registry, { dialect });
    default:
      return registry.list(dialect).map((spec) => {
        const tool = registry.get(spec.tool);
        return { ...spec, outputSchema: tool && resultSchema(tool, dialect) };
      });
  }
}
