import type { Aliases, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { renderDefinitions } from "./_symbols/render.ts";
import {
  type FindDefinitionInput,
  type FindDefinitionOutput,
  findDefinitionInput as input,
  findDefinitionOutput as output,
} from "./_symbols/schema.ts";
import { symbolForeign, symbolParams, symbolTool } from "./_symbols/symbol-tool.ts";
import { type CodeToolsOptions, withoutServers } from "./options.ts";

const load = lazy(() => import("./_symbols/define.ts"));

const spellings: Aliases = {
  claude: { name: "FindDefinition" },
  camel: { name: "findDefinition" },
  names: ["go_to_definition", "goto_definition", "find_symbol", "symbol_definition", "get_definition"],
  params: symbolParams,
  foreign: symbolForeign,
};

/** Create the tool `find_definition`: finds the definition of a symbol, with its text if there is one location. States how it was found. */
export function findDefinition(
  options: CodeToolsOptions,
): Tool<FindDefinitionInput, FindDefinitionOutput, "find_definition", FindDefinitionInput> {
  return defineFileTool(options, {
    ...symbolTool,
    name: "find_definition",
    description: "Where a symbol is defined, by scopes and imports or a language server.",
    examples: ["where is this function defined", "go to the definition of Parser.parse", "what type is this"],
    input,
    output,
    aliases: spellings,
    elsewhere: withoutServers,
    execute: async (asked, ctx, held) => (await load()).findDefinitions(held, asked, ctx),
    render: renderDefinitions,
  });
}
