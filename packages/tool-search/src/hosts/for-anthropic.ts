import {
  type AnthropicTool,
  contentText,
  type Dialect,
  type Registry,
  type ToolResult,
  toolName,
} from "@holdall/tool-core";
import type { At, Catalog } from "../catalog.ts";
import { isLoaded } from "../port/loaded-tools.ts";
import { readSearch } from "../search/_read-search.ts";

export interface AnthropicDeferredTool extends AnthropicTool {
  readonly defer_loading?: true;
}

/** A block of the user message that answers a search. */
export type AnthropicBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_result";
      readonly tool_use_id: string;
      readonly content: string | readonly { readonly type: "tool_reference"; readonly tool_name: string }[];
      readonly is_error?: true;
    };

/**
 * Convert a catalog for Anthropic's Messages API: every request contains every tool, and deferred tools are marked, so that
 * the prompt keeps its bytes. A deferred tool can be called at any time; a search reveals its schema. Source:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
 */
export function forAnthropic(
  registry: Registry,
  catalog: Pick<Catalog, "isDeferred">,
  { dialect = "snake" }: { readonly dialect?: Dialect } = {},
) {
  const waits = (name: string): boolean => {
    const tool = registry.get(name);
    return tool !== undefined && catalog.isDeferred(tool);
  };
  return {
    /** Get the `tools` of a request. Pass the session if its earlier messages are gone, so that its loaded tools are not deferred. */
    tools(after?: At): AnthropicDeferredTool[] {
      const specs = registry.list(dialect);
      const someWait = specs.some(({ tool }) => waits(tool));
      return specs
        .filter(({ tool }) => tool !== "tool_call" && (someWait || tool !== "tool_search"))
        .map(({ name, tool, description, inputSchema: input_schema }) => ({
          name,
          description,
          input_schema,
          ...(waits(tool) && !(after && isLoaded(after, tool)) && { defer_loading: true as const }),
        }));
    },
    /** Convert a result of tool_search to blocks of the next user message: references first, then the rest as text. */
    searchResult(tool_use_id: string, result: ToolResult): AnthropicBlock[] {
      const reading = readSearch(result);
      const content = (reading?.found ?? []).flatMap((found) => {
        const tool = registry.get(found);
        return tool && waits(found) ? { type: "tool_reference" as const, tool_name: toolName(tool, dialect) } : [];
      });
      if (!reading || content.length === 0) {
        const text = contentText(result.content);
        return [{ type: "tool_result", tool_use_id, content: text, ...(!result.ok && { is_error: true as const }) }];
      }
      const { notes } = reading;
      return [
        { type: "tool_result", tool_use_id, content },
        ...(notes ? [{ type: "text" as const, text: notes }] : []),
      ];
    },
  };
}
