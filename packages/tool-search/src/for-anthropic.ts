import {
  type AnthropicTool,
  contentText,
  type Dialect,
  type Registry,
  type ToolResult,
  toolName,
} from "@holdall/tool-core";
import { isLoaded } from "@holdall/tool-core/loaded-tools";
import { readSearch } from "./_read-search.ts";
import type { At, Catalog } from "./catalog.ts";

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
 * A catalogue as Anthropic's Messages API takes it: every tool in every request, and what waits marked, so that the prompt
 * keeps its bytes. A tool that waits can be called at any time; a search makes its schema known.
 * Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
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
    /** The request's `tools`. Give the session when its earlier messages are gone: then what it had loaded does not wait. */
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
    /** A result of tool_search as blocks of the next user message: references alone, and the rest as text behind them. */
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
