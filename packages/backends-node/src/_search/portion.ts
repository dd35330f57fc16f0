import type { Find } from "../_walk/walk.ts";
import type { NoText } from "./read-text.ts";

/** What the text of a find is worth: `maybe` it holds what is searched for. */
export type Worth = "maybe" | "none" | NoText;

/** Finds that are judged together. */
export interface Portion {
  readonly finds: readonly Find[];
  /** A helper is about to judge it. */
  isTaken: boolean;
  /** Of as many finds as were judged, once they are; the others make a portion of their own. */
  worths: readonly Worth[] | undefined;
}

export const portionOf = (finds: readonly Find[]): Portion => ({ finds, isTaken: false, worths: undefined });

export const portionSize = 128;
/** Bytes that are read before what was found is told. */
export const maxRead = 4 * 1024 * 1024;
