import { type FolderEntry, type WalkRules, type WalkStep, walkFolder } from "@holdall/pattern-core";
import { type Entry, type FileQuery, type Path, relativePath } from "@holdall/tool-core";
import type { OpenFolder } from "../_folder.ts";
import type { Gate } from "../_gate.ts";
import { childPath } from "../_host-path.ts";
import { createPacer, throwIfAborted } from "../_turns.ts";
import { describe } from "./describe.ts";
import { readRules, rulesAbove } from "./read-rules.ts";
import { type Entered, enter, read, type Stand, standAgain } from "./stand.ts";
import { createProof, standByName } from "./trust.ts";

export interface WalkContext {
  readonly gate: Gate;
  readonly openFolder: OpenFolder;
  readonly caseSensitive: boolean;
}

export interface WalkHow {
  /** Find symbolic links too. */
  readonly links?: boolean;
  /** Find out sizes and times of change. */
  readonly times?: boolean | undefined;
  /** Give what one folder holds at a time, with the folder itself. */
  readonly folders?: boolean;
  readonly signal: AbortSignal | undefined;
}

type Step = WalkStep<Path, FolderEntry>;

/** A file or link to `take`, or something left out. */
export interface Find {
  readonly path: Path;
  readonly entry: FolderEntry & Pick<Entry, "size" | "modified" | "target">;
  readonly step: Exclude<Step["step"], "enter"> | "denied";
}

export interface Finds {
  readonly found: readonly Find[];
  /** With `folders`, where all of them lie: open until more is asked for, undefined when it is gone. */
  readonly folder: Stand | undefined;
}

/** A folder on the way, and what is to be done there. */
interface Visit {
  readonly at: Path;
  readonly since: number;
  stand: Stand | undefined;
  rules: WalkRules;
  steps: readonly Step[];
  next: number;
  /** Folders in it were read. */
  passed: boolean;
}

/** Folders that stay open; one further up is opened again when the walk is back. */
const maxOpen = 64;
const maxFinds = 256;

/**
 * What a query means below a folder, in order. A folder that goes away or becomes a link meanwhile is passed over, one
 * that may not be opened is `denied`. Memory: the names of one folder per level.
 *
 * Without `folders` the walk goes by names, and proves that they led where they should before it tells what it found.
 * When they did not, it goes back to where it last told something, and on by handles.
 */
export async function* walk(
  { gate, openFolder, caseSensitive }: WalkContext,
  path: Path,
  query: FileQuery,
  { links = false, times = false, folders = false, signal }: WalkHow,
): AsyncGenerator<Finds, void, void> {
  const pause = createPacer(signal);
  const proof = createProof();
  const since = Date.now();
  const start = gate.folder(path);
  let byName = start.isHeld && !folders;
  let visits: Visit[] = [];
  let left: Visit[] = [];
  let found: Find[] = [];
  let told: readonly Visit[] = [];

  const realOf = (at: Path): Path => (at === path ? start.real : childPath(start.real, relativePath(at, path)));

  const standIn = (here: Visit): Stand | undefined => {
    here.stand ??= standAgain(openFolder, realOf(here.at));
    return here.stand;
  };

  const visit = ({ stand, entries, since }: Entered, at: Path, above: WalkRules): void => {
    const here: Visit = { at, since, stand, rules: above, steps: [], next: 0, passed: false };
    visits.push(here);
    if (!byName) close(visits.at(-1 - maxOpen));
    if (!query.ignored) here.rules = readRules(gate, stand, at, entries, above);
    const asked = links ? entries : entries.filter(({ kind }) => kind !== "symlink");
    here.steps = walkFolder(at, asked, here.rules, query);
  };

  const goInto = (here: Visit, step: Step): void => {
    if (byName && !here.passed && !rests(here)) {
      if (!prove()) return;
      goByHandles();
    }
    here.passed = true;
    const stand = standIn(here);
    const isShut = gate.shut.size > 0 && gate.shut.has(realOf(step.path));
    const entered = isShut ? "denied" : stand && enter(stand, step.entry.name);
    if (entered === "denied") found.push({ ...step, step: entered });
    else if (entered) visit(entered, step.path, here.rules);
  };

  const leave = (here: Visit): void => {
    visits.pop();
    if (!byName) close(here);
    else if (here.passed) left.push(here);
  };

  const rests = ({ stand, since }: Visit): boolean => stand !== undefined && proof.rests(stand, since);

  /** Folders are looked at from below: that the way to one was right is proven by the looks that come after. */
  const isProven = (): boolean =>
    !byName ||
    ([...left, ...visits.toReversed()].every((here) => !here.passed || rests(here)) && proof.stays(start.real, since));

  const goByHandles = (): void => {
    byName = false;
    for (const here of visits) here.stand = undefined;
  };

  /** Prove what was found since something was told, or go back there. */
  const prove = (): boolean => {
    if (isProven()) return true;
    visits = copies(told);
    [left, found] = [[], []];
    goByHandles();
    return false;
  };

  try {
    visit(read(byName ? standByName(start.real) : start), path, rulesAbove(gate, path, query, caseSensitive));
    told = copies(visits);
    for (;;) {
      const here = visits.at(-1);
      const step = here?.steps[here.next];
      const stays = step !== undefined && isFind(step);
      if (found.length + left.length >= maxFinds || (folders ? !stays && found.length > 0 : !here)) {
        if (!prove()) continue;
        if (found.length > 0) yield { found, folder: folders && here ? standIn(here) : undefined };
        [left, found] = [[], []];
        if (byName) told = copies(visits);
      }
      if (!here) return;
      here.next++;
      if (!stays) {
        throwIfAborted(signal);
        const turn = pause();
        if (turn) await turn;
      }
      if (!step) {
        leave(here);
        continue;
      }
      const answer = step.step === "ignored" || query.permits(step.path);
      const may = typeof answer === "boolean" ? answer : await answer;
      if (!may) found.push({ ...step, step: "denied" });
      else if (isFind(step)) found.push(describe(() => standIn(here), step, times));
      else goInto(here, step);
    }
  } finally {
    for (const here of visits) close(here);
    start[Symbol.dispose]();
  }
}

const isFind = (step: Step): step is Step & Find => step.step !== "enter";

const copies = (visits: readonly Visit[]): Visit[] => visits.map((here) => ({ ...here }));

function close(here: Visit | undefined): void {
  here?.stand?.[Symbol.dispose]();
  if (here) here.stand = undefined;
}
