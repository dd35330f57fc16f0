import { createToolIndex, type ToolDocument } from "@holdall/tool-search";
import { Document } from "flexsearch";
import MiniSearch from "minisearch";

/** Five names for a query. */
export type Search = (query: string) => string[];
export type Build = (tools: readonly ToolDocument[]) => Search;

export type EngineName = "ours" | "minisearch" | "flexsearch";

const apart = (name: string): string => name.replaceAll("_", " ");

/** Each engine at its plainest: whole words, names and descriptions, names worth more where that can be said. */
export const engines: Readonly<Record<EngineName, Build>> = {
  ours(tools) {
    const index = createToolIndex(tools);
    return (query) => index.search(query, { limit: 5 }).map(({ document }) => document.name);
  },
  minisearch(tools) {
    const index = new MiniSearch({
      fields: ["name", "description"],
      tokenize: (text) => text.split(/[\s_.,;]+/),
      searchOptions: { boost: { name: 3 } },
    });
    for (const [id, { name, description }] of tools.entries()) index.add({ id, name, description });
    return (query) =>
      index
        .search(query)
        .slice(0, 5)
        .map(({ id }) => tools[id]!.name);
  },
  flexsearch(tools) {
    const index = new Document({
      document: { id: "id", index: ["name", "description"] },
      tokenize: "strict",
    });
    for (const [id, { name, description }] of tools.entries()) index.add({ id, name: apart(name), description });
    return (query) =>
      index
        .search(query, { limit: 5, suggest: true })
        .flatMap(({ result }) => result)
        .slice(0, 5)
        .map((id) => tools[Number(id)]!.name);
  },
};
