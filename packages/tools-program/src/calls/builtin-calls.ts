import { type Tool, type ToolContext, ToolError } from "@holdall/tool-core";
import { markLoaded } from "@holdall/tool-search/port";
import { declareTools } from "../declarations/declare-tools.ts";
import type { ProgramToolOptions } from "../options.ts";
import { mayCall } from "./callable-tools.ts";

/** What programs may request besides their tools. */
export const isOwn = (name: string): boolean =>
  name === "$types" || name === "$search" || name === "$names" || name === "$extract";

interface OwnCalls {
  readonly options: ProgramToolOptions;
  readonly ctx: Pick<ToolContext, "state">;
  /** Ask tool_search; undefined where there is none. */
  search(): Promise<unknown>;
}

/** Answer a question of a program about the tools there are. What it is shown counts as loaded in the session. */
export async function answerOwn(name: string, input: unknown, { options, ctx, search }: OwnCalls): Promise<unknown> {
  const { registry } = options;
  const callable = () => registry.tools().filter((tool) => mayCall(tool, options));
  if (name === "$names") return callable().map(firstSentence);
  if (name === "$types") {
    const { names = [] } = Object(input) as { readonly names?: readonly unknown[] };
    const asked = names.length > 0 ? names.map((each) => find(String(each), options)) : callable();
    markLoaded(
      ctx,
      asked.map((tool) => tool.name),
    );
    return declareTools(asked, options);
  }
  const found = await search();
  if (found !== undefined) return found;
  const { query = "" } = Object(input) as { readonly query?: unknown };
  const words = String(query).toLowerCase().split(/\W+/).filter(Boolean);
  const about = ({ name: tool, description }: Tool) => `${tool.replaceAll("_", " ")} ${description}`.toLowerCase();
  return {
    tools: callable()
      .filter((tool) => words.some((word) => about(tool).includes(word)))
      .map(firstSentence),
  };
}

function find(name: string, options: ProgramToolOptions): Tool {
  const tool = options.registry.get(name);
  if (tool && mayCall(tool, options)) return tool;
  throw new ToolError("unknown_tool", `Programs have no tool named "${name.slice(0, 80)}".`, {
    hint: "tools.$names() lists those they have.",
  });
}

const firstSentence = ({ name, description }: Tool) => ({
  name,
  description: description.split(/(?<=[.!?])\s/, 1)[0] ?? "",
});
