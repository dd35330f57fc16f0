import { readdirSync } from "node:fs";
import { createToolIndex, type ToolIndex } from "@holdall/tool-search";
import { corpus, type EvalRow, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { plainBm25 } from "./lib/toolsearch-bm25.ts";
import { ownSets, type Query, readSet, type ToolSet } from "./lib/toolsearch-sets.ts";

export const about = "tool_search on people's requests: the right tool first, and names that are always found";

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
  for (const [name, text] of Object.entries(ownSets)) {
    for (const half of ["seen", "unseen"] as const) {
      const set = readSet(text, half);
      yield* scoreRows(`${name}, ${set.tools.length} tools, ${half}`, set);
    }
  }
  const folder = corpus("toolsearch");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const cases = readCases<ToolSet>(folder, file);
    const { tools } = cases;
    const set = `${file.slice(0, -5)}, ${tools.length} tools`;
    yield* scoreRows(set, cases, goals[file]);
    const index = createToolIndex(tools);
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

/** Ours, and plain BM25 beside it, which no set may find better than ours. */
function* scoreRows(what: string, { tools, queries }: ToolSet, goal?: Score): Generator<EvalRow> {
  const index = createToolIndex(tools);
  const plain = scoreOf(plainBm25(tools), queries);
  const ours = scoreOf((query, limit) => index.search(query, { limit }).map(({ document }) => document.name), queries);
  const least: Partial<Score> = goal ?? { ndcg5: plain.ndcg5 };
  for (const [measure, label] of Object.entries(measures) as [keyof Score, string][]) {
    const floor = least[measure];
    yield { what: `${what}: ${label}`, value: ours[measure], ...(floor !== undefined && { least: floor }) };
    yield { what: `${what}: ${label}, plain BM25`, value: plain[measure] };
  }
}

const measures: Readonly<Record<keyof Score, string>> = { recall1: "recall@1", recall5: "recall@5", ndcg5: "nDCG@5" };

function scoreOf(search: (query: string, limit: number) => string[], queries: readonly Query[]): Score {
  let [recall1, recall5, ndcg5] = [0, 0, 0];
  for (const { q, gold } of queries) {
    const wanted = gold.map((names) => (typeof names === "string" ? [names] : names));
    const top = search(q, 5);
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
