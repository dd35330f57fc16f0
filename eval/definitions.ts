import { join } from "node:path";
import { definitionsAt, type How } from "../packages/code-core/src/index.ts";
import { serverPool } from "../packages/language-servers/src/index.ts";
import { toPath } from "../packages/tool-core/src/index.ts";
import { codeFiles } from "./lib/code-files.ts";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { setCounts } from "./lib/set-counts.ts";

export const about =
  "Definitions: the sets that TypeScript's language service gives for uses in hono, by scopes, imports and types";

interface Case {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  readonly name: string;
  readonly defs: readonly { readonly file: string; readonly line: number }[];
}

export async function* rows(): EvalRows {
  const { uses } = readCases<{ uses: Case[] }>(join(corpus("code/hono"), "definitions.json"));
  using files = codeFiles("code/hono", "source.tar.xz");
  const exact = tally();
  const any = tally();
  const kinds = new Map<How | "none", ReturnType<typeof tally>>();
  const served = setCounts();
  await using servers = serverPool({ roots: [files.root] });
  for (const { file, line, col, name, defs } of uses) {
    const { found, how } = definitionsAt(files.base, file, files.token(file, line, col));
    const got = new Set(found.map(({ path, declaration }) => files.place(path, declaration.at)));
    const wanted = new Set(defs.map((one) => `${one.file}:${one.line}`));
    const isExact = got.size === wanted.size && got.isSubsetOf(wanted);
    const kind = found.length === 0 ? "none" : how;
    if (!kinds.has(kind)) kinds.set(kind, tally());
    kinds.get(kind)!.add(isExact);
    exact.add(
      isExact,
      `${file}:${line}:${col} ${name}: ${[...got].join(" ") || "nothing"}, not ${[...wanted].join(" ")}`,
    );
    const at = { path: toPath(`${files.root}/${file}`), line, column: col };
    const answer = await servers.definitions(at, { deadline: 60_000 });
    const told = answer.ok ? answer.items.filter(({ external }) => external === undefined) : [];
    served.add(
      new Set(told.map(({ path, range }) => `${path.slice(files.root.length + 1)}:${range.start.line}`)),
      wanted,
      `${file}:${line}:${col} ${name}`,
    );
    any.add(!got.isDisjointFrom(wanted));
  }
  for (const [kind, count] of kinds) yield { what: `  answered by ${kind}`, value: count.right, of: count.all };
  yield { what: "by TypeScript's server: precision", value: served.precision, least: 0.99 };
  yield { what: "by TypeScript's server: recall", value: served.recall, least: 0.99 };
  yield { what: "any right", value: any.right / any.all };
  yield { what: "exact sets", value: exact.right / exact.all, least: 0.75 };
}
