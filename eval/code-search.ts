import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession, type Session } from "@holdall/tool-core";
import { codebaseSearch } from "@holdall/tools-code";
import { tempFolder } from "../bench/lib/temp.ts";
import { corpus, type EvalRows, readCases } from "./lib/corpus.ts";
import { rankByWords, readTexts } from "./lib/grep-words.ts";

export const about = "codebase_search on annotated questions: NDCG@10 over files, beside a count of the query's words";

interface Repository {
  readonly name: string;
  readonly root: string;
}

type Place = string | { readonly path: string };

interface Question {
  readonly query: string;
  readonly relevant: readonly Place[];
  readonly secondary: readonly Place[];
  readonly category: string;
}

interface Score {
  readonly category: string;
  readonly ours: number;
  readonly words: number;
}

/** Of all questions of the shared repositories. */
const goal = 0.87;

export async function* rows(): EvalRows {
  const folder = corpus("code/search");
  const repositories = readCases<Repository[]>(folder, "repositories.json");
  const sources = existsSync(join(folder, repositories[0]!.name)) ? folder : unpack(folder);
  const all: Score[] = [];
  for (const { name, root } of repositories) {
    const scores = await scoresOf(
      join(sources, name, root),
      readCases<Question[]>(folder, "annotations", `${name}.json`),
    );
    all.push(...scores);
    yield {
      what: `${name}: NDCG@10 of ${scores.length} questions`,
      value: mean(scores.map(({ ours }) => ours)),
      of: 1,
    };
  }
  for (const category of new Set(all.map((score) => score.category))) {
    const some = all.filter((score) => score.category === category);
    yield { what: `${category} questions`, value: mean(some.map(({ ours }) => ours)), of: 1 };
  }
  yield { what: "all questions", value: mean(all.map(({ ours }) => ours)), of: 1, least: goal };
  yield {
    what: "all questions, files by distinct words of the query",
    value: mean(all.map(({ words }) => words)),
    of: 1,
  };
}

function unpack(folder: string): string {
  const sources = tempFolder("code-search");
  execFileSync("tar", ["-xf", join(folder, "sources.tar.xz"), "-C", sources]);
  return sources;
}

async function scoresOf(root: string, questions: readonly Question[]): Promise<Score[]> {
  const backend = nodeBackend({ roots: root });
  const session = openSession(createRegistry([codebaseSearch({ backend })]), { policy: allow(), cwd: root });
  const texts = readTexts(root, (path) => readFileSync(path, "utf8"));
  const scores: Score[] = [];
  for (const { query, relevant, secondary, category } of questions) {
    const wanted = [...relevant, ...secondary].map((place) => (typeof place === "string" ? place : place.path));
    const ours = ndcg(await filesOf(session, query), wanted);
    if (ours < 0.5 && process.env.HOLDALL_EVAL_MISSES) console.error(`  miss: ${query} → ${wanted.join(", ")}`);
    scores.push({ category, ours, words: ndcg(rankByWords(texts, query), wanted) });
  }
  await session[Symbol.asyncDispose]();
  await backend[Symbol.asyncDispose]?.();
  return scores;
}

async function filesOf(session: Session, query: string): Promise<string[]> {
  const result = await session.call("codebase_search", { query, limit: 10 });
  if (!result.ok) throw result.error;
  return (result.output as { readonly results: readonly { readonly path: string }[] }).results.map(({ path }) => path);
}

/** A path counts as relevant when it ends with the annotated one. */
function ndcg(found: readonly string[], relevant: readonly string[]): number {
  const open = new Set(relevant);
  let gain = 0;
  for (const [place, path] of found.slice(0, 10).entries()) {
    const met = [...open].find((wanted) => path === wanted || path.endsWith(`/${wanted}`));
    if (met === undefined) continue;
    open.delete(met);
    gain += 1 / Math.log2(place + 2);
  }
  const ideal = relevant.slice(0, 10).reduce((sum, _, place) => sum + 1 / Math.log2(place + 2), 0);
  return gain / ideal;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
