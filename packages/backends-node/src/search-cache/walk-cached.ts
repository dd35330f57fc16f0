import { stepOf, type WalkRules, walkFolder } from "@holdall/pattern-core";
import type { FileQuery, Io, Path } from "@holdall/tool-core";
import { hold } from "../paths/_path-guard.ts";
import { isTooDeep, moreBytes } from "../paths/_path-length.ts";
import type { Find } from "../walk/find.ts";
import type { Cached } from "./cached.ts";
import { rulesOf } from "./cached-rules.ts";
import type { CachedEntry, CachedFolder } from "./tree.ts";

interface Visit {
  readonly folder: CachedFolder;
  readonly rules: WalkRules;
  readonly entries: readonly CachedEntry[];
  next: number;
}

/** Lets others have their turn now and then. Throws when the walk is to end. */
export type Pause = () => Promise<void> | undefined;

export interface WalkCachedHow extends Pick<Io, "judged"> {
  /** Find symbolic links too. */
  readonly links: boolean;
  readonly pause: Pause;
}

/** A find, and the folder it is in. */
export interface CachedFind {
  readonly step: Find["step"];
  readonly entry: CachedEntry;
  readonly folder: CachedFolder;
}

/** Finds that are given at once. */
const findsATime = 256;

/** Walk as `walk` does over what is known of folders, looking only at those that may have changed: the same finds in order. */
export async function* walkCached(
  known: Cached,
  path: Path,
  query: FileQuery,
  { links, pause, judged }: WalkCachedHow,
): AsyncGenerator<readonly CachedFind[], void, void> {
  const { tree } = known;
  const visits: Visit[] = [];
  let found: CachedFind[] = [];
  const tell = (step: Find["step"], entry: CachedEntry, folder: CachedFolder) => found.push({ step, entry, folder });

  const visit = (folder: CachedFolder, at: Path, above: WalkRules): void => {
    folder.rules = rulesOf(known, folder, at, above);
    const { rules } = folder.rules;
    visits.push({ folder, rules, entries: inOrder(folder, at, rules), next: 0 });
  };

  const start = tree.start(path);
  hold({ judged }, path, start.real);
  visit(start, path, known.rulesAbove(path, query));
  for (let here = visits.at(-1); here; here = visits.at(-1)) {
    if (found.length >= findsATime) {
      yield found;
      found = [];
    }
    const { folder, entries, rules } = here;
    const entry = entries[here.next++];
    if (!entry || here.next % 256 === 0) {
      const turn = pause();
      if (turn) await turn;
    }
    if (!entry) visits.pop();
    if (!entry) continue;
    if (entry.kind === "symlink" && !links) continue;
    const step = stepOf(entry.path, entry, query, isIgnored);
    if (step === "ignored") tell(step, entry, folder);
    if (step !== "take" && step !== "enter") continue;
    if (isTooDeep(folder.real, entry.name, moreBytes(path, start.real))) {
      tell("tooDeep", entry, folder);
      continue;
    }
    const answer = query.permits(entry.path);
    const may = typeof answer === "boolean" ? answer : await answer;
    const into = may && step === "enter" ? tree.enter(folder, entry.name) : undefined;
    if (!may || into === "denied") tell("denied", entry, folder);
    else if (into) visit(into, entry.path, rules);
    else if (step === "take") tell(step, entry, folder);
  }
  if (found.length > 0) yield found;
}

const isIgnored = ({ ignored }: CachedEntry): boolean => ignored;

const everything = { hidden: true, ignored: false, wants: () => true };

/** The entries of a folder in the order of a walk. */
function inOrder(folder: CachedFolder, at: Path, rules: WalkRules): readonly CachedEntry[] {
  const { ordered, entries } = folder;
  if (ordered?.at === at && ordered.rules === rules && ordered.from === entries) return ordered.entries;
  const steps = walkFolder(at, entries, rules, everything);
  const found = steps.map(({ path, entry, step }) => ({
    ...entry,
    path,
    ignored: step === "ignored",
    file: undefined,
  }));
  folder.ordered = { at, rules, from: entries, entries: found };
  return found;
}
