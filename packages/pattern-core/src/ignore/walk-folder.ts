import { ignoredIn } from "./ignore.ts";
import type { FolderEntry, WalkRules } from "./walk-rules.ts";

/**
 * The query of a walk. `wants` is called for every entry except `.git`; `always` also for entries that a rule hides or that
 * start with a dot.
 */
export interface WalkQuery<P extends string> {
  readonly hidden: boolean;
  readonly ignored: boolean;
  wants(path: P, kind: "file" | "directory" | "symlink"): boolean | "always";
}

/** The action for an entry: return it, enter it, or count it as hidden by a rule. */
export interface WalkStep<P extends string, E extends FolderEntry> {
  readonly path: P;
  readonly entry: E;
  readonly step: "take" | "enter" | "ignored";
}

/**
 * Get the steps of a walk for the entries of a folder, in the order of the complete paths below them, where a folder sorts as
 * its name with a `/`. Skipped entries are left out: `.git`, unwanted and hidden names, and entries that are neither a file, a
 * folder nor a link. The walker then asks whether the others are permitted.
 */
export function walkFolder<P extends string, E extends FolderEntry>(
  folder: P,
  entries: readonly E[],
  rules: WalkRules,
  query: WalkQuery<P>,
): WalkStep<P, E>[] {
  const { length, at } = walkSteps(folder, entries, rules, query);
  return Array.from({ length }, (_, i) => at(i)).filter((step) => step !== undefined);
}

/** The same steps computed one by one, for walkers that yield to the event loop. Undefined for skipped entries. */
export interface WalkSteps<P extends string, E extends FolderEntry> {
  readonly length: number;
  at(index: number): WalkStep<P, E> | undefined;
}

export function walkSteps<P extends string, E extends FolderEntry>(
  folder: P,
  entries: readonly E[],
  { layer }: WalkRules,
  query: WalkQuery<P>,
): WalkSteps<P, E> {
  const start = folder === "/" ? folder : `${folder}/`;
  const hidesName = query.ignored ? undefined : ignoredIn(layer, folder);
  const hides = ({ name, kind }: E) => hidesName?.(name, kind === "directory") ?? false;
  const inOrder = sorted(entries);
  return {
    length: inOrder.length,
    at(index) {
      const entry = inOrder[index];
      if (!entry || entry.kind === "other" || entry.name === ".git") return undefined;
      const path = (start + entry.name) as P;
      const step = stepOf(path, entry, query, hides);
      return step && { path, entry, step };
    },
  };
}

/** Get the step of a walk for one entry, given whether a rule hides it. Undefined if the entry is skipped. */
export function stepOf<P extends string, E extends FolderEntry>(
  path: P,
  entry: E,
  { hidden, ignored, wants }: WalkQuery<P>,
  hides: (entry: E) => boolean,
): WalkStep<P, E>["step"] | undefined {
  const { name, kind } = entry;
  const wanted = kind !== "other" && wants(path, kind);
  if (!wanted || (wanted !== "always" && !hidden && name.charCodeAt(0) === dot)) return undefined;
  if (wanted !== "always" && !ignored && hides(entry)) return "ignored";
  return kind === "directory" ? "enter" : "take";
}

const dot = 46;
const slash = 47;

function sorted<E extends FolderEntry>(entries: readonly E[]): readonly E[] {
  const plain = entries.every(({ name }) => !/[\ud800-\udfff]/.test(name));
  return [...entries].sort(plain ? byName : byCodePoint);
}

/** Names sort as UTF-16 where they hold no surrogates; only a folder whose name begins another one needs a closer look. */
function byName(a: FolderEntry, b: FolderEntry): number {
  if (a.name < b.name) return beforeLonger(a, b.name) ? -1 : 1;
  return beforeLonger(b, a.name) ? 1 : -1;
}

const beforeLonger = (a: FolderEntry, longer: string): boolean =>
  a.kind !== "directory" || !longer.startsWith(a.name) || slash < longer.charCodeAt(a.name.length);

function byCodePoint(a: FolderEntry, b: FolderEntry): number {
  const [left, right] = [a, b].map(({ name, kind }) => (kind === "directory" ? `${name}/` : name)) as [string, string];
  let i = 0;
  while (i < left.length && left.charCodeAt(i) === right.charCodeAt(i)) i++;
  return (left.codePointAt(i) ?? -1) - (right.codePointAt(i) ?? -1);
}
