import type { Diagnostic } from "@holdall/language-servers/port";
import type { Path, StateKey } from "@holdall/tool-core";

/** A session's knowledge of one tool in one location. */
export interface KnownLints {
  /** Problems from before the session, of the files of `covered`; of all files where that is "all". */
  baseline: readonly Diagnostic[];
  covered: Set<Path> | "all";
  /** What it found last of each file that it has checked. */
  readonly last: Map<Path, { readonly diagnostics: readonly Diagnostic[]; readonly text: string }>;
}

/** Old problems, and those that were found in this session, by tool and folder. */
export const lintSession: StateKey<Map<string, KnownLints>> = {
  name: "lints",
  create: () => new Map(),
};

export function knownLints(session: Map<string, KnownLints>, key: string): KnownLints {
  const known = session.get(key) ?? { baseline: [], covered: new Set<Path>(), last: new Map() };
  session.set(key, known);
  return known;
}
