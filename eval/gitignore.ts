import { compileIgnore, type IgnoreRules } from "@holdall/pattern-core";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";

export const about = "Ignore rules: the verdict of git on every path";

interface Case {
  readonly description: string;
  readonly patterns: readonly (string | { readonly pattern: string })[];
  readonly paths: Readonly<Record<string, { readonly git: 0 | 1 }>>;
}

export async function* rows(): EvalRows {
  const count = tally();
  for (const { description, patterns, paths } of readCases<Case[]>(corpus("gitignore"), "cases.json")) {
    const rules = compileIgnore(patterns.map((rule) => (typeof rule === "string" ? rule : rule.pattern)).join("\n"));
    for (const [path, { git }] of Object.entries(paths)) {
      count.add(ignored(rules, path) === (git === 1), `${description}: ${path} → ${git}`);
    }
  }
  yield { what: "paths with git's verdict", value: count.right, of: count.all, least: count.all };
}

/** A path is ignored when a rule says so of it or of a folder above it, whichever comes first from the top. */
function ignored(rules: IgnoreRules, path: string): boolean {
  const names = path.replace(/\/$/, "").split("/");
  return names.some((_, index) => {
    const isDirectory = index < names.length - 1 || path.endsWith("/");
    return rules.inFolder(names.slice(0, index).join("/"))(names[index]!, isDirectory) === "ignored";
  });
}
