import { type WalkRules, walkSteps } from "@holdall/pattern-core";
import type { FileQuery, Io, Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import type { OpenFolder } from "../paths/_folder.ts";
import { hold, type PathGuard } from "../paths/_path-guard.ts";
import { isTooDeep, moreBytes } from "../paths/_path-length.ts";
import { describe } from "./describe.ts";
import { type Entered, enter, type NotEntered, read } from "./dir-handle.ts";
import type { Find } from "./find.ts";
import { readRules, rulesAbove } from "./read-rules.ts";
import { createWalkStack, type FolderStep, type Visit } from "./walk-stack.ts";

export interface WalkContext {
  readonly guard: PathGuard;
  readonly openFolder: OpenFolder;
  readonly caseSensitive: boolean;
}

export interface WalkHow {
  /** Find symbolic links too. */
  readonly links?: boolean;
  /** Find out sizes and times of change. */
  readonly times?: boolean | undefined;
  /** Finds to give at once. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
  readonly judged: Io["judged"];
}

/**
 * What a query means below a folder, in order. A folder that goes away or becomes a link meanwhile is passed over, one
 * that may not be opened is `denied`. Memory: the names of one folder per level.
 */
export async function* walk(
  { guard, openFolder, caseSensitive }: WalkContext,
  path: Path,
  query: FileQuery,
  { links = false, times = false, most, signal, judged }: WalkHow,
): AsyncGenerator<readonly Find[], void, void> {
  const pause = createYield(signal);
  const start = guard.folder(path);
  const more = moreBytes(start.real, path);
  const stack = createWalkStack(start, path, openFolder);
  let found: Find[] = [];

  const visit = ({ dir, entries }: Entered, at: Path, above: WalkRules): void => {
    try {
      const rules = query.ignored ? above : readRules(guard, dir, at, entries, above);
      const asked = links ? entries : entries.filter(({ kind }) => kind !== "symlink");
      stack.enter({ at, dir, rules, steps: walkSteps(at, asked, rules, query) });
    } catch (error) {
      dir[Symbol.dispose]();
      throw error;
    }
  };

  const goInto = (here: Visit, step: FolderStep): Promise<void> | undefined => {
    const dir = stack.dirIn(here);
    const isShut = guard.shut.size > 0 && guard.shut.has(stack.realOf(step.path));
    const entering = isShut ? "denied" : dir && enter(dir, step.entry.name, pause);
    const arrive = (entered: Entered | NotEntered): undefined => {
      if (entered === "denied") found.push({ ...step, step: entered });
      else if (entered) visit(entered, step.path, here.rules);
    };
    return entering instanceof Promise ? entering.then(arrive) : arrive(entering);
  };

  try {
    hold({ judged }, path, start.real);
    const first = read(start, pause);
    visit(first instanceof Promise ? await first : first, path, rulesAbove(guard, path, query, caseSensitive));
    for (;;) {
      const { here } = stack;
      if (found.length > 0 && (!here || found.length >= most)) {
        yield found;
        found = [];
      }
      if (!here) return;
      const isOver = here.next >= here.steps.length;
      const step = here.steps.at(here.next++);
      if (isOver || (step ? !isFind(step) || found.length === 0 : here.next % entriesATime === 0)) {
        const turn = pause();
        if (turn) await turn;
      }
      if (isOver) stack.leave();
      if (!step) continue;
      if (step.step !== "ignored" && isTooDeep(here.at, step.entry.name, more)) {
        found.push({ ...step, step: "tooDeep" });
        continue;
      }
      const answer = step.step === "ignored" || query.permits(step.path);
      const may = typeof answer === "boolean" ? answer : await answer;
      if (!may) found.push({ ...step, step: "denied" });
      else if (isFind(step)) found.push(describe(() => stack.dirIn(here), step, times));
      else {
        const going = goInto(here, step);
        if (going) await going;
      }
    }
  } finally {
    stack.close();
  }
}

/** Entries that are passed over between two looks at the clock. */
const entriesATime = 256;

const isFind = (step: FolderStep): step is FolderStep & Find => step.step !== "enter";
