import {
  contentText,
  type Dialect,
  type JsonSchema,
  type Registry,
  type ToolResult,
  type ToolSpec,
} from "@holdall/tool-core";
import type { At, Catalog } from "../catalog.ts";
import { isLoaded } from "../port/loaded-tools.ts";
import { namespaceOf } from "../ranking/_registry-index.ts";
import { readSearch } from "../search/_read-search.ts";

/** A function of the Responses API. `strict` is off, because optional parameters stay optional. */
export interface OpenAIFunction {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict: false;
  readonly defer_loading?: true;
}

/** The tools of one MCP server. */
export interface OpenAINamespace {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: readonly OpenAIFunction[];
}

/** Client-side search: pass the model's `tool_search_call` here. */
export interface OpenAIToolSearch {
  readonly type: "tool_search";
  readonly execution: "client";
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** An item of the next request's `input`. */
export type OpenAIItem =
  | {
      readonly type: "tool_search_output";
      readonly call_id: string;
      readonly execution: "client";
      readonly status: "completed" | "incomplete";
      readonly tools: readonly (OpenAIFunction | OpenAINamespace)[];
    }
  | {
      readonly type: "message";
      readonly role: "developer";
      readonly content: readonly [{ readonly type: "input_text"; readonly text: string }];
    };

/**
 * Convert a catalog for OpenAI's Responses API: deferred tools are not in the request. They are added by the answer to a
 * `tool_search_call`, at the end of the context, so that the prompt keeps its bytes. Tools of MCP servers are in namespaces.
 * Source: https://developers.openai.com/api/docs/guides/tools-tool-search
 */
export function forOpenAI(
  registry: Registry,
  catalog: Pick<Catalog, "isDeferred">,
  { dialect = "snake" }: { readonly dialect?: Dialect } = {},
) {
  const waits = ({ tool }: ToolSpec): boolean => catalog.isDeferred(registry.get(tool)!);
  return {
    /** Get the `tools` of a request. Pass the session if its earlier items are gone, so that its loaded tools are included. */
    tools(after?: At): (OpenAIFunction | OpenAIToolSearch)[] {
      const specs = registry.list(dialect);
      const now = specs.filter((spec) => !waits(spec) || (after && isLoaded(after, spec.tool)));
      const someWait = specs.some(waits);
      return now.flatMap((spec) => {
        if (spec.tool === "tool_call") return [];
        if (spec.tool !== "tool_search") return toFunction(spec);
        const { description, inputSchema: parameters } = spec;
        return someWait ? { type: "tool_search", execution: "client", description, parameters } : [];
      });
    },
    /** Convert a result of tool_search to items of the next request: the tools, then the rest as a message. */
    searchOutput(call_id: string, result: ToolResult): OpenAIItem[] {
      const reading = readSearch(result);
      const byTool = new Map(registry.list(dialect).map((spec) => [spec.tool, spec]));
      const specs = (reading?.found ?? []).flatMap((name) => byTool.get(name) ?? []).filter(waits);
      const notes = specs.length > 0 ? (reading?.notes ?? "") : contentText(result.content);
      const status = result.ok ? "completed" : "incomplete";
      const output: OpenAIItem = {
        type: "tool_search_output",
        call_id,
        execution: "client",
        status,
        tools: inNamespaces(specs, registry),
      };
      const content = [{ type: "input_text", text: notes }] as const;
      return notes ? [output, { type: "message", role: "developer", content }] : [output];
    },
    /** Get the tool of a `function_call` item. */
    nameOf: ({ name, namespace }: { readonly name: string; readonly namespace?: string | undefined }): string =>
      namespace === undefined ? name : `${namespace}__${name}`,
  };
}

const toFunction = ({ name, description, inputSchema: parameters }: ToolSpec): OpenAIFunction => ({
  type: "function",
  name,
  description,
  parameters,
  strict: false,
});

/** Tools of servers by server, under their short names; others as they are. */
function inNamespaces(specs: readonly ToolSpec[], registry: Registry): (OpenAIFunction | OpenAINamespace)[] {
  const ofServer = Map.groupBy(specs, ({ name }) => /^mcp__.+?(?=__)/.exec(name)?.[0]);
  return [...ofServer].flatMap(([namespace, members]): (OpenAIFunction | OpenAINamespace)[] => {
    if (namespace === undefined) return members.map((spec) => ({ ...toFunction(spec), defer_loading: true }));
    const tools = members.map((spec) => ({
      ...toFunction(spec),
      name: spec.name.slice(namespace.length + 2),
      defer_loading: true as const,
    }));
    const server = namespaceOf(registry.get(members[0]!.tool)!);
    return [{ type: "namespace", name: namespace, description: `Tools of ${server}.`, tools }];
  });
}
