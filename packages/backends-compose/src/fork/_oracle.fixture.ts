import { isGenerated } from "../merge/generated-files.ts";
import type { MergeConflict } from "../merge/merge-trees.ts";
import type { Decision } from "../merge/resolve-conflict.ts";
import { sameBytes } from "../shared/steps.ts";

/** The lines of a text, by the token that each has of its own. */
export const tokensOf = (text: string): Set<string> => new Set(text.match(/t\d+_\d+/g));
export const textOf = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

/** The lines that may vanish with a decision, and those that must be there afterwards. */
export interface Expected {
  readonly must: ReadonlySet<string>;
  readonly may: ReadonlySet<string>;
}

/**
 * What a decision on a conflict leaves, by the lines of the three versions alone: outside of the lines in conflict, what either
 * side has added is there, and what neither has removed.
 */
export function expectedAfter(conflict: MergeConflict, decision: Decision): Expected {
  const [base, current, incoming] = [conflict.base, conflict.current?.bytes, conflict.incoming?.bytes].map((bytes) =>
    tokensOf(textOf(bytes ?? new Uint8Array())),
  ) as [Set<string>, Set<string>, Set<string>];
  const known = current.union(incoming);
  const must = kept(conflict, decision, { base, current, incoming });
  return { must, may: known.difference(must) };
}

type Tokens = Record<"base" | "current" | "incoming", Set<string>>;

function kept(conflict: MergeConflict, decision: Decision, { base, current, incoming }: Tokens): Set<string> {
  if ("text" in decision) return tokensOf(decision.text);
  const { take } = decision;
  const isWhole = !conflict.current || !conflict.incoming || isOpaque(conflict);
  if (conflict.kind === "denied" && take === "current") return current;
  const changed = onlyChanged(conflict);
  if (changed && isOpaque(conflict)) return changed === "current" ? current : incoming;
  if (isWhole) {
    if (take === "both") return current.union(incoming);
    return take === "current" ? current : incoming;
  }
  const hunks = {
    current: tokensOf(conflict.lines.map((each) => each.current).join("\n")),
    incoming: tokensOf(conflict.lines.map((each) => each.incoming).join("\n")),
  };
  const ofBoth = [...current.union(incoming)].filter((token) => {
    if (hunks.current.has(token) || hunks.incoming.has(token))
      return take === "both" || hunks[take].has(token) || (current.has(token) && incoming.has(token));
    return !base.has(token) || (current.has(token) && incoming.has(token));
  });
  return new Set(ofBoth);
}

/** The side that has changed the content, if the other one has not. */
function onlyChanged({ base, current, incoming }: MergeConflict): "current" | "incoming" | undefined {
  if (!base || !current || !incoming) return undefined;
  if (sameBytes(base, incoming.bytes)) return "current";
  return sameBytes(base, current.bytes) ? "incoming" : undefined;
}

/** A side is taken as a whole. */
const isOpaque = ({ path, base, current, incoming }: MergeConflict) =>
  isGenerated(path) ||
  isGenerated(current?.path ?? path) ||
  [base, current?.bytes, incoming?.bytes].some((bytes) => bytes?.includes(0) ?? false);
