import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createSearchIndex, importsOf, languageOf, outlineOf, roleOf } from "@holdall/code-core";
import type { EvalRows } from "./lib/corpus.ts";
import { rankByWords } from "./lib/grep-words.ts";

export const about = "codebase_search with messages of this repository's commits: the files that each of them changed";

/** Commits that are asked about, the newest. */
const wanted = Number(process.env.HOLDALL_COMMITS ?? 100);
const root = join(import.meta.dirname, "..");
const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e9 });
const isSource = (path: string): boolean =>
  /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) && roleOf(path) === "code";

export async function* rows(): EvalRows {
  const sums = { ours5: 0, ours10: 0, any5: 0, words5: 0, words10: 0 };
  let count = 0;
  const index = createSearchIndex();
  let known = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const commit of git("log", "--no-merges", "--format=%H", `-${wanted * 4}`)
    .trim()
    .split("\n")
    .reverse()) {
    if (count === wanted) break;
    const changed = git("diff-tree", "--no-commit-id", "--name-only", "--diff-filter=M", "-r", commit)
      .split("\n")
      .filter(isSource);
    if (changed.length === 0 || changed.length > 5) continue;
    const files = treeOf(`${commit}^`);
    for (const path of known.keys()) if (!files.has(path)) index.remove(path);
    const fresh = [...files].filter(([path, hash]) => known.get(path) !== hash);
    index.put(fresh.map(([path, hash]) => parsed(path, textOf(texts, hash))));
    known = files;
    const message = git("log", "-1", "--format=%s", commit).trim();
    const ours = index.search(message, { limit: 10 }).map(({ path }) => path);
    const words = rankByWords(
      [...files].map(([path, hash]) => ({ path, text: textOf(texts, hash).toLowerCase() })),
      message,
    );
    const recall = (found: readonly string[], limit: number) =>
      changed.filter((path) => found.slice(0, limit).includes(path)).length / changed.length;
    if (process.env.HOLDALL_EVAL_MISSES && recall(ours, 10) === 0)
      console.error(`  miss: ${message} → ${changed.join(", ")}`);
    count++;
    sums.ours5 += recall(ours, 5);
    sums.ours10 += recall(ours, 10);
    sums.any5 += recall(ours, 5) > 0 ? 1 : 0;
    sums.words5 += recall(words, 5);
    sums.words10 += recall(words, 10);
  }
  if (count === 0) throw new Error("there is no history here: the clone has to have commits of its own.");
  const of = 1;
  yield { what: `${count} commits of this repository: recall@5`, value: sums.ours5 / count, of };
  yield { what: "recall@10", value: sums.ours10 / count, of };
  yield { what: "one of the files in the first five", value: sums.any5 / count, of };
  yield { what: "recall@5, files by distinct words of the message", value: sums.words5 / count, of };
  yield { what: "recall@10, files by distinct words of the message", value: sums.words10 / count, of };
}

/** Path → hash of the sources of a commit. */
function treeOf(commit: string): Map<string, string> {
  const lines = git("ls-tree", "-r", commit, "packages", "apps").split("\n");
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, hash = "", path = ""] = /^\d+ blob (\w+)\t(.+)$/.exec(line) ?? [];
      return isSource(path) ? [[path, hash]] : [];
    }),
  );
}

function textOf(texts: Map<string, string>, hash: string): string {
  const known = texts.get(hash);
  if (known !== undefined) return known;
  const text = git("cat-file", "blob", hash);
  texts.set(hash, text);
  return text;
}

function parsed(path: string, text: string) {
  const language = languageOf(path)!;
  const imports = importsOf(text, language).map(({ specifier }) => specifier);
  return { path, text, symbols: outlineOf(text, language), imports };
}
