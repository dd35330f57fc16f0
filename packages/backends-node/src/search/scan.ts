import type { Path, TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { throwIfAborted } from "../_yield.ts";
import type { Find } from "../walk/find.ts";
import type { WalkContext } from "../walk/walk.ts";
import { type Batch, batchOf, maxRead, type Verdict } from "./batch.ts";
import type { Helper, HelperOptions } from "./helper.ts";
import type { ReadText } from "./read-text.ts";
import { ripgrepHelper } from "./ripgrep-helper.ts";

export interface SearchContext extends WalkContext {
  /** Where ripgrep is; undefined when there is none, or it is not to be used. */
  readonly ripgrep: () => Promise<string | undefined>;
  /** Bytes of files that are worth asking ripgrep; 0 leaves all to it. */
  readonly readBytes: number;
}

/** A find, and what its text is worth. */
export interface Scanned {
  readonly find: Find;
  readonly verdict: Verdict;
}

/** Portions to have in hand: before any was read, as the first may be all that is asked for, and while nobody helps. */
const ahead = { first: 3, later: 24, alone: 1 } as const;

export interface ScanOptions extends HelperOptions {
  /** Reads a file that is returned when it may match. */
  readonly read: (file: Path) => ReturnType<ReadText>;
}

/**
 * Find out which files may match, by reading them or with the help of ripgrep where much is to be read. ripgrep looks at
 * files by their names, which may be swapped meanwhile, so nothing that it read is returned.
 */
export async function* scan(
  context: SearchContext,
  finds: AsyncGenerator<readonly Find[], void, void>,
  text: TextQuery,
  options: ScanOptions,
): AsyncGenerator<readonly Scanned[], void, void> {
  const { signal } = options;
  const pause = createYield(signal);
  const leavesAll = context.readBytes === 0;
  let helper: Helper | undefined;
  const batches: Batch[] = [];
  const read = { files: 0, bytes: 0 };
  let [walked, isOver, hasCalled] = [0, false, false];

  /** Whether ripgrep is worth it, by the size of the files so far. */
  const isLarge = (): boolean =>
    leavesAll || (read.files > 0 && (read.bytes / read.files) * walked >= context.readBytes);

  const aheadNow = (): number => {
    if (read.files === 0 && !leavesAll) return ahead.first;
    return helper?.ahead ?? (hasCalled ? ahead.alone : ahead.later);
  };

  const callRipgrep = async (): Promise<void> => {
    hasCalled = true;
    const program = await context.ripgrep();
    if (program) helper = await ripgrepHelper(program, text, options, leavesAll);
  };

  const readHere = async (batch: Batch): Promise<void> => {
    const verdicts: Verdict[] = [];
    let bytes = 0;
    for (const { path, step, lacksText } of batch.finds) {
      if (bytes > maxRead) break;
      if (step !== "take" || lacksText) {
        verdicts.push("none");
        continue;
      }
      const turn = pause();
      if (turn) await turn;
      const reading = options.read(path);
      const found = reading instanceof Promise ? await reading : reading;
      if (typeof found === "string") verdicts.push(found);
      else {
        read.files++;
        bytes += found.length;
        // The next file is read into the same memory.
        verdicts.push(text.mayMatch(found) ? new Uint8Array(found) : "none");
      }
    }
    read.bytes += bytes;
    batch.verdicts = verdicts;
  };

  const goOn = async (): Promise<void> => {
    const { done, value } = await finds.next();
    if (done) isOver = true;
    else {
      for (const { step, lacksText } of value) if (step === "take" && !lacksText) walked++;
      batches.push(batchOf(value));
    }
  };

  try {
    for (;;) {
      throwIfAborted(signal);
      if (!hasCalled && isLarge()) await callRipgrep();
      if (helper?.isBroken) helper = undefined;
      helper?.offer(batches.filter(waits), isOver);
      const waiting = batches.filter(waits);
      const [first] = batches;
      const [mine] = waiting;
      if (first?.verdicts) {
        const { finds, verdicts } = first;
        yield verdicts.map((verdict, i) => ({ find: finds[i]!, verdict }));
        batches.splice(0, 1, ...(verdicts.length < finds.length ? [batchOf(finds.slice(verdicts.length))] : []));
      } else if (!isOver && (!mine || waiting.length < aheadNow())) await goOn();
      else if (mine && !(leavesAll && helper?.work)) await readHere(mine);
      else if (helper?.work) await helper.work;
      else return;
    }
  } finally {
    helper?.[Symbol.dispose]();
    await finds.return();
  }
}

const waits = ({ verdicts, isTaken }: Batch): boolean => !verdicts && !isTaken;
