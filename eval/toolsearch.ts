import { readdirSync } from "node:fs";
import { createToolIndex, type ToolDocument, type ToolIndex } from "@holdall/tool-search";
import { corpus, type EvalRows, readCases, tally } from "./_corpus.ts";

export const about = "tool_search on people's requests: the right tool first, and names that are always found";

interface Query {
  readonly q: string;
  /** Names that must be found; where several are in a list, any of them will do. */
  readonly gold: readonly (string | readonly string[])[];
}

interface Cases {
  readonly tools: readonly ToolDocument[];
  readonly queries: readonly Query[];
}

interface Score {
  readonly recall1: number;
  readonly recall5: number;
  readonly ndcg5: number;
}

/** By file; other files of the folder are measured without a goal. */
const goals: Readonly<Record<string, Score>> = {
  "metatool.shared.json": { recall1: 0.56, recall5: 0.73, ndcg5: 0.65 },
};

export async function* rows(): EvalRows {
  const folder = corpus("toolsearch");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const { tools, queries } = readCases<Cases>(folder, file);
    const index = createToolIndex(tools);
    const set = `${file.slice(0, -5)}, ${tools.length} tools`;
    const score = scoreOf(index, queries);
    const goal = goals[file];
    yield { what: `${set}: recall@1`, value: score.recall1, ...(goal && { least: goal.recall1 }) };
    yield { what: `${set}: recall@5`, value: score.recall5, ...(goal && { least: goal.recall5 }) };
    yield { what: `${set}: nDCG@5`, value: score.ndcg5, ...(goal && { least: goal.ndcg5 }) };

    for (const [kind, spell] of Object.entries(spellings)) {
      const found = tally();
      for (const { name } of tools) found.add(nameIsFirst(index, name, spell(name)), `${name} as ${spell(name)}`);
      yield { what: `${set}: ${kind}`, value: found.right, of: found.all, least: found.all };
    }
    const together = tally();
    for (let at = 0; at + 6 <= tools.length; at += 6) {
      const names = tools.slice(at, at + 6).map(({ name }) => name);
      const hits = index.search(`load ${names.join(", ")}`, { limit: 6 }).map(({ document }) => document.name);
      together.add(
        names.every((name) => hits.includes(name)),
        names.join(", "),
      );
    }
    yield { what: `${set}: six names in one query`, value: together.right, of: together.all, least: together.all };
  }
}

const spellings: Readonly<Record<string, (name: string) => string>> = {
  "exact names": (name) => name,
  "names in upper case": (name) => name.toUpperCase(),
  "names with dashes": (name) => name.replaceAll("_", "-"),
  "names as words": (name) => name.replaceAll("_", " "),
  "names after a server's": (name) => `mcp__server__${name}`,
};

/** The tool itself is first, or one that the same spelling names as well. */
function nameIsFirst(index: ToolIndex, name: string, query: string): boolean {
  const [first] = index.search(query, { limit: 1 });
  const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return first !== undefined && first.matched === "exact" && fold(first.document.name) === fold(name);
}

function scoreOf(index: ToolIndex, queries: readonly Query[]): Score {
  let [recall1, recall5, ndcg5] = [0, 0, 0];
  for (const { q, gold } of queries) {
    const wanted = gold.map((names) => (typeof names === "string" ? [names] : names));
    const top = index.search(q, { limit: 5 }).map(({ document }) => document.name);
    recall1 += wanted.filter((names) => names.includes(top[0] ?? "")).length / wanted.length;
    recall5 += wanted.filter((names) => top.some((name) => names.includes(name))).length / wanted.length;
    const open = new Set(wanted);
    let gain = 0;
    for (const [place, name] of top.entries()) {
      const met = [...open].find((names) => names.includes(name));
      if (met) gain += 1 / Math.log2(place + 2);
      if (met) open.delete(met);
    }
    const ideal = wanted.slice(0, 5).reduce((sum, _, place) => sum + 1 / Math.log2(place + 2), 0);
    ndcg5 += gain / ideal;
  }
  const all = queries.length;
  return { recall1: recall1 / all, recall5: recall5 / all, ndcg5: ndcg5 / all };
}
