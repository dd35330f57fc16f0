import type { Aliases, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { renderCalls } from "./_symbols/render.ts";
import {
  traceCallsInput as input,
  traceCallsOutput as output,
  type TraceCallsInput,
  type TraceCallsOutput,
} from "./_symbols/schema.ts";
import { symbolForeign, symbolParams, symbolTool } from "./_symbols/symbol-tool.ts";
import { type CodeToolsOptions, withoutServers } from "./options.ts";

const load = lazy(() => import("./_symbols/trace.ts"));

const spellings: Aliases = {
  claude: { name: "TraceCalls" },
  camel: { name: "traceCalls" },
  names: ["call_hierarchy", "incoming_calls", "outgoing_calls", "find_callers", "get_call_graph"],
  params: { ...symbolParams, max_depth: "depth", type: "direction" },
  foreign: symbolForeign,
};

/** Create the tool `trace_calls`: follows calls between functions. Only certain calls are shown; others are counted. */
export function traceCalls(
  options: CodeToolsOptions,
): Tool<TraceCallsInput, TraceCallsOutput, "trace_calls", TraceCallsInput> {
  return defineFileTool(options, {
    ...symbolTool,
    name: "trace_calls",
    description: "Who calls a function, or what it calls, as a tree of certain calls.",
    examples: ["who calls this function", "what does main call", "which code paths lead here"],
    input,
    output,
    aliases: spellings,
    elsewhere: withoutServers,
    execute: async (asked, ctx, held) => (await load()).traceCalls(held, asked, ctx),
    render: renderCalls,
  });
}
