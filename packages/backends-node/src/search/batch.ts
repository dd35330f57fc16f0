import type { Find } from "../walk/find.ts";
import type { NoText } from "./read-text.ts";

/** The verdict on a file: `maybe` it contains the text, or the bytes of a file that may. */
export type Verdict = "maybe" | "none" | NoText | Uint8Array;

/** Finds that are judged together. */
export interface Batch {
  readonly finds: readonly Find[];
  /** A helper is about to judge it. */
  isTaken: boolean;
  /** Of as many finds as were judged, once they are; the others make a portion of their own. */
  verdicts: readonly Verdict[] | undefined;
}

export const batchOf = (finds: readonly Find[]): Batch => ({ finds, isTaken: false, verdicts: undefined });

export const batchSize = 128;
/** Bytes that are read before the first results are returned. */
export const maxRead = 4 * 1024 * 1024;
