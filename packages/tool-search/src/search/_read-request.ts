import { type Registry, type Tool, ToolError } from "@holdall/tool-core";
import { foldName } from "../_index/names.ts";
import { namespaceOf, type ToolEntry } from "../ranking/_registry-index.ts";
import type { ToolIndex } from "../ranking/tool-index.ts";

/** The request, with `select:a,b` extracted from the queries. */
export function readAsked(query: string | undefined, queries: readonly string[], select: readonly string[]) {
  const texts = [query, ...queries].filter((text) => text?.trim()) as string[];
  const selects = texts.filter((text) => /^\s*select:/i.test(text));
  const names = selects.flatMap((text) => text.slice(text.indexOf(":") + 1).split(","));
  const asked = {
    queries: texts.filter((text) => !selects.includes(text)),
    select: [...select, ...names].map((name) => name.trim()).filter(Boolean),
  };
  if (asked.queries.length + asked.select.length > 0) return asked;
  throw new ToolError("invalid_input", "There is nothing to search for.", {
    hint: "Say in `query` what the tool should do, such as `send email`, or name tools in `select`.",
  });
}

/** The tools with these names, by any spelling that finds them, and the names that none has. */
export function selectTools(names: readonly string[], registry: Registry, index: ToolIndex<ToolEntry>) {
  const called = (name: string): Tool | undefined => {
    const [first] = index.search(name, { limit: 1 });
    return registry.get(name) ?? (first?.matched === "exact" ? first.document.tool : undefined);
  };
  const tools = names.map(called);
  const found = [...new Set(tools.filter((tool) => tool !== undefined))];
  return {
    selected: found.map((tool) => ({ tool, score: 1, matched: "exact" as const })),
    missing: names.filter((_, at) => tools[at] === undefined),
  };
}

/** Keeps the tools of one namespace, by any spelling of it. Throws `not_found` when no tool is in it. */
export function namespaceFilter(namespace: string | undefined, entries: readonly ToolEntry[]) {
  if (namespace === undefined) return undefined;
  const wanted = foldName(namespace.replace(/^mcp__/, ""));
  const spaces = [...new Set(entries.map(({ tool }) => namespaceOf(tool)))];
  if (spaces.some((space) => foldName(space) === wanted)) {
    return ({ tool }: ToolEntry) => foldName(namespaceOf(tool)) === wanted;
  }
  throw new ToolError("not_found", `There is no namespace "${namespace.slice(0, 80)}".`, {
    hint:
      spaces.length > 0
        ? `The namespaces are ${spaces.sort().slice(0, 40).join(", ")}.`
        : "There are no tools to search.",
  });
}
