import { type Dialect, defineTool, nearest, type Registry, type Tool, type ToolSpec } from "@holdall/tool-core";
import * as z from "zod";
import { createFinder, type FinderOptions, type Found } from "./_finder.ts";
import { maxQueryLength } from "./_index/read-query.ts";
import { namespaceFilter, readAsked, selectTools } from "./_read-request.ts";
import { indexRegistry, namespaceOf } from "./_registry-index.ts";
import { renderSearch } from "./_render.ts";
import { toolSearchOutput as output, type ToolSearchOutput } from "./_schema.ts";
import { isLoaded, markLoaded } from "./port/loaded-tools.ts";

/** A server whose tools are not available. */
export interface UnavailableServer {
  readonly server: string;
  /** The state as text: `connecting`, `disabled`, `failed: exit code 1`. */
  readonly status: string;
  /** How to make it available again. */
  readonly fix?: string | undefined;
}

export interface ToolSearchOptions extends FinderOptions {
  /** The registry to search. It may contain this tool. */
  readonly registry: Registry;
  /** The spelling of tools for the model. Defaults to the session's. */
  readonly dialect?: Dialect;
  /** The tools that the model does not see until they are found. Defaults to all except this one. */
  readonly deferred?: (tool: Tool) => boolean;
  readonly unavailable?: () => readonly UnavailableServer[];
}

export type ToolSearchInput = z.infer<typeof input>;
const input = z.object({
  query: z.string().optional().describe("A capability, as verb and object (`send email`); or `select:name,name`"),
  queries: z.array(z.string()).max(5).optional().describe("Several needs, one capability each"),
  select: z.array(z.string()).max(50).optional().describe("Tools to load by their exact names"),
  mode: z.enum(["auto", "literal", "semantic"]).default("auto").describe("`literal`: by words only"),
  namespace: z.string().optional().describe("Search one server or category only"),
  max_results: z.int().min(1).max(20).default(5).describe("For each query; at most 20 together"),
  detail: z.enum(["schema", "summary", "names"]).default("schema").describe("`schema` makes tools callable"),
});

const maxTogether = 20;
const maxAlso = 10;

/** Create the tool `tool_search`: finds tools by name or by what they do. Tools shown with a schema count as loaded in the session. */
export function toolSearch(
  options: ToolSearchOptions,
): Tool<ToolSearchInput, ToolSearchOutput, "tool_search", z.input<typeof input>> {
  const { registry, dialect = "snake", deferred = () => true, unavailable = () => [] } = options;
  const follow = indexRegistry(registry, ({ name }) => name !== "tool_search");
  const find = createFinder(options);
  const specOf = specReader(registry, dialect);

  return defineTool({
    name: "tool_search",
    category: "discovery",
    description:
      "Find tools that you do not see yet and load their schemas, so that you can call them. Ask for the capability, not for the task: verb, object, system.",
    guidance: [
      "When no tool that you see fits, search with {tool_search} before you say that something cannot be done.",
      "One need a query; send several needs as queries. A tool whose name you know is loaded by select.",
    ].join("\n"),
    examples: ["find a tool for this", "which tools can send messages", "load the schema of a tool"],
    input,
    output,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    access: () => [],
    async execute({ query, queries = [], select = [], mode, namespace, max_results, detail }, ctx) {
      const asked = readAsked(query, queries, select);
      const { index, entries } = follow();
      const { selected, missing } = selectTools(asked.select, registry, index);
      const keeps = namespaceFilter(namespace, entries);
      const request = { queries: asked.queries, mode, limit: max_results + maxAlso, keeps, signal: ctx.signal };
      const { rankings, warnings } = await find({ index, entries }, request);

      // A model that was asked takes its time, and tools may have gone meanwhile.
      const isThere = ({ tool }: { readonly tool: Tool }) => registry.get(tool.name) === tool;
      const top = interleave(rankings.map((ranking) => ranking.slice(0, max_results))).slice(0, maxTogether);
      const found = [...selected, ...top.filter(({ tool }) => !selected.some((one) => one.tool === tool))].filter(
        isThere,
      );
      const others = interleave(rankings).filter((one) => isThere(one) && !found.some(({ tool }) => tool === one.tool));
      if (detail === "schema") markLoaded(ctx, namesOf(found));

      const down = unavailable();
      return {
        tools: found.map(({ tool, score, matched }) => {
          const { name, description, inputSchema } = specOf(tool);
          return {
            name,
            tool: tool.name,
            ...(detail !== "names" && { description }),
            ...(detail === "schema" && { input_schema: inputSchema }),
            score: Math.round(score * 1000) / 1000,
            matched,
            namespace: namespaceOf(tool),
            loaded: isLoaded(ctx, tool.name),
          };
        }),
        also: others.slice(0, maxAlso).map(({ tool }) => specOf(tool).name),
        not_found: missing.map((name) => ({ name, nearest: [...nearest(name, namesOf(entries))] })),
        total_deferred: entries.filter(({ tool }) => deferred(tool) && !isLoaded(ctx, tool.name)).length,
        unavailable: down.map(({ server, status, fix }) => ({ server, status, ...(fix !== undefined && { fix }) })),
        warnings: [...warnings, ...(asked.queries.some(isLong) ? [longWarning] : [])],
        ...(found.length === 0 && { hint: missHint(entries.length, down.length) }),
      };
    },
    render: renderSearch,
  });
}

const isLong = (query: string): boolean => query.length > maxQueryLength;
const longWarning = `Only the first ${maxQueryLength} characters of a query were read. Ask for one capability at a time.`;

/** Tools as the model sees them. */
function specReader(registry: Registry, dialect: Dialect): (tool: Tool) => ToolSpec {
  let list: readonly ToolSpec[] = [];
  let byTool = new Map<string, ToolSpec>();
  return ({ name }) => {
    const now = registry.list(dialect);
    if (now !== list) {
      list = now;
      byTool = new Map(now.map((spec) => [spec.tool, spec]));
    }
    return byTool.get(name)!;
  };
}

/** A tool to show, and why. */
type Shown = Pick<Found, "score" | "matched"> & { readonly tool: Tool };

/** The best of each ranking, then the second of each, each tool once. */
function interleave(rankings: readonly (readonly Found[])[]): Shown[] {
  const shown = new Map<Tool, Shown>();
  const longest = Math.max(0, ...rankings.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    for (const ranking of rankings) {
      const found = ranking[place];
      if (!found || shown.has(found.entry.tool)) continue;
      const { entry, score, matched } = found;
      shown.set(entry.tool, { tool: entry.tool, score, matched });
    }
  }
  return [...shown.values()];
}

const namesOf = (tools: readonly { readonly tool: Tool }[]): string[] => tools.map(({ tool }) => tool.name);

function missHint(tools: number, down: number): string {
  if (tools === 0) return "There are no more tools.";
  const words = "Ask for what a tool does in other words, as verb and object (`create issue`), one need per query.";
  return down > 0 ? `${words} The tool may belong to a server that is unavailable.` : words;
}
