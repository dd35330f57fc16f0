import { join } from "node:path";
import { callsIn, definitionsAt, referencesTo } from "../packages/code-core/src/index.ts";
import { serverPool } from "../packages/language-servers/src/index.ts";
import { toPath } from "../packages/tool-core/src/index.ts";
import { codeFiles } from "./lib/code-files.ts";
import { corpus, type EvalRows, readCases } from "./lib/corpus.ts";
import { setCounts } from "./lib/set-counts.ts";

export const about =
  "Calls: call sites of functions and methods in hono against TypeScript's call hierarchy, sure edges only";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly col: number;
  readonly kind: string;
  readonly sites: readonly { readonly file: string; readonly line: number }[];
  readonly outs: readonly { readonly file: string; readonly line: number }[];
}

export async function* rows(): EvalRows {
  const cases = readCases<Case[]>(join(corpus("code/hono"), "calls.json"));
  using files = codeFiles("code/hono", "source.tar.xz");
  const sites = setCounts();
  const methods = setCounts();
  const outs = setCounts();
  const served = setCounts();
  const merged = setCounts();
  await using servers = serverPool({ roots: [files.root] });
  const on = (path: string) => toPath(`${files.root}/${path}`);
  let unsure = 0;
  for (const { name, file, line, col, kind, sites: wantedSites, outs: wantedOuts } of cases) {
    const { found } = definitionsAt(files.base, file, files.token(file, line, col));
    const answer = referencesTo(files.base, found);
    const calls = new Set(
      answer.found.filter((one) => one.kind === "call").map(({ path, at }) => files.place(path, at)),
    );
    unsure += answer.unsure.filter((one) => one.kind === "call").length;
    const wanted = new Set(wantedSites.map((one) => `${one.file}:${one.line}`));
    sites.add(calls, wanted, `${file}:${line} ${name}`);
    const candidates = [...files.base.filesWith(name)].map(on);
    const asked = await servers.calls({ path: on(file), line, column: col }, "callers", {
      candidates,
      deadline: 60_000,
    });
    const told = new Set(
      (asked.ok ? asked.items : []).flatMap(({ path, sites }) =>
        sites.map(({ start }) => `${path.slice(files.root.length + 1)}:${start.line}`),
      ),
    );
    served.add(told, wanted);
    merged.add(told.union(calls), wanted, `merged ${file}:${line} ${name}`);
    if (kind === "MethodDeclaration") methods.add(calls, wanted);
    const declaration = found.find(({ path }) => path === file)?.declaration;
    const model = files.base.model(file);
    if (!declaration || !model) continue;
    const callees = callsIn(model, declaration).flatMap((at) => definitionsAt(files.base, file, at).found);
    outs.add(
      new Set(callees.map(({ path, declaration: callee }) => files.place(path, callee.at))),
      new Set(wantedOuts.map((one) => `${one.file}:${one.line}`)),
    );
  }
  yield { what: "callers, sure edges: precision", value: sites.precision, least: 0.99 };
  yield { what: "callers, sure edges: recall", value: sites.recall, least: 0.84 };
  yield { what: "  of methods: recall", value: methods.recall };
  yield { what: "  counted as unsure", value: unsure };
  yield { what: "callers by TypeScript's server: precision", value: served.precision, least: 0.99 };
  yield { what: "callers by TypeScript's server: recall", value: served.recall, least: 0.99 };
  yield { what: "callers, server and sure edges: precision", value: merged.precision, least: 0.99 };
  yield { what: "callers, server and sure edges: recall", value: merged.recall, least: 0.99 };
  yield { what: "callees: recall", value: outs.recall };
}
