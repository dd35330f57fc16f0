import type { Path } from "@holdall/tool-core";
import type { Batch } from "./batch.ts";

/** Judges portions while the search does other work. Disposing of it ends that. */
export interface Helper extends Disposable {
  /** Portions that are to wait for it, if the walk finds so many. */
  readonly ahead: number;
  /** Until some of it is done; undefined while there is none. */
  readonly work: Promise<void> | undefined;
  /** It failed, and is of no use any more. What it had taken is given back. */
  readonly isBroken: boolean;
  /** Take what it wants of the portions that wait; the search is about to read the first of them, and no more may come. */
  offer(waiting: readonly Batch[], isLast: boolean): void;
}

export interface HelperOptions {
  /** Where the search began, and where that really is. */
  readonly path: Path;
  readonly real: Path;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}
