import type { Aliases, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { renderReferences } from "./_symbols/render.ts";
import {
  type FindReferencesInput,
  type FindReferencesOutput,
  findReferencesInput as input,
  findReferencesOutput as output,
} from "./_symbols/schema.ts";
import { symbolForeign, symbolParams, symbolTool } from "./_symbols/symbol-tool.ts";
import { type CodeToolsOptions, withoutServers } from "./options.ts";

const load = lazy(() => import("./_symbols/refer.ts"));

const spellings: Aliases = {
  claude: { name: "FindReferences" },
  camel: { name: "findReferences" },
  names: ["find_referencing_symbols", "references", "find_usages", "get_references", "go_to_references"],
  params: { ...symbolParams, max_results: "limit" },
  foreign: { ...symbolForeign, include_declaration: "" },
};

/** Create the tool `find_references`: finds the uses of a symbol. Locations where only the name matches are counted separately. */
export function findReferences(
  options: CodeToolsOptions,
): Tool<FindReferencesInput, FindReferencesOutput, "find_references", FindReferencesInput> {
  return defineFileTool(options, {
    ...symbolTool,
    name: "find_references",
    description: "Uses of a symbol, by file; the same word with another meaning is left out.",
    examples: ["who uses this function", "find all references", "is this export still used"],
    input,
    output,
    aliases: spellings,
    elsewhere: withoutServers,
    execute: async (asked, ctx, held) => (await load()).findReferences(held, asked, ctx),
    render: renderReferences,
  });
}
