import { type Diagnostic, type DiagnosticState, diffDiagnostics } from "@holdall/language-servers/port";
import type { Path } from "@holdall/tool-core";
import type { KnownLints } from "./lint-session.ts";

export interface Classified {
  readonly now: readonly { readonly diagnostic: Diagnostic; readonly state: DiagnosticState }[];
  readonly fixed: number;
}

/** Compare the findings of a tool with those before the session and its previous ones. */
export function classify(
  diagnostics: readonly Diagnostic[],
  known: KnownLints,
  {
    scope,
    before,
    texts,
  }: {
    /** Files whose problems are all known now. */
    readonly scope: (path: Path) => boolean;
    readonly before: ReadonlyMap<Path, string>;
    readonly texts: ReadonlyMap<Path, string>;
  },
): Classified {
  const inScope = known.baseline.filter(({ path }) => scope(path));
  const last = [...known.last].filter(([path]) => scope(path));
  const { now, fixed } = diffDiagnostics(
    { diagnostics, texts },
    { diagnostics: inScope, texts: new Map([...texts, ...before]) },
    {
      diagnostics: last.flatMap(([, found]) => found.diagnostics),
      texts: new Map(last.map(([path, { text }]) => [path, text])),
    },
  );
  for (const [path] of last) known.last.delete(path);
  for (const [path, found] of Map.groupBy(diagnostics, ({ path }) => path))
    known.last.set(path, { diagnostics: found, text: texts.get(path) ?? "" });
  return { now, fixed: fixed.length };
}
