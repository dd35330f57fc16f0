import type { OfficePicture } from "../../images/office-pictures.ts";
import type { Relations } from "../package.ts";

/** A point is 20 twentieths, the unit of lengths in Word, and 12,700 of the unit of drawings. */
export const twips = (points: number): number => Math.round(points * 20);
export const emus = (points: number): number => Math.round(points * 12_700);

/** What is counted and collected while a document is written. */
export interface DocxContext {
  readonly relations: Relations;
  readonly pictures: ReadonlyMap<string, OfficePicture>;
  /** Bookmarks of headings, by their anchors in links and by their words. */
  readonly byAnchor: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, string>;
  /** The bookmark of the next heading, in the order of the document. */
  readonly nextBookmark: () => string;
  /** The number of a new list. */
  readonly newList: (list: ListKind) => number;
  readonly nextDrawing: () => number;
  readonly page: PageSize;
  readonly usesFields: { value: boolean };
}

/** All in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

export interface ListKind {
  readonly kind: "bullets" | "numbers" | "checks";
  readonly level: number;
  readonly start: number;
}

/** Where a block stands: how far from the margin, how deep in lists, in points. */
export interface BlockPosition {
  readonly indent: number;
  readonly level: number;
  readonly isQuote: boolean;
  /** It is the end of a list, which keeps its distance from what follows. */
  readonly isEnd?: boolean;
}

export const textWidth = ({ width, margin }: PageSize): number => width - 2 * margin;
export const textHeight = ({ height, margin }: PageSize): number => height - 2 * margin;

/** Points that a level of a list, and a quote, take of each line. */
export const step = 18;
/** The deepest list that Word numbers. */
export const maxLevel = 8;
