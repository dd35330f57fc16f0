import type { XmlElement } from "./container/xml.ts";

/** A run of text of a document, as an edit needs it. */
export interface RunPlace {
  readonly kind: "text";
  readonly part: string;
  /** In the source of the part. The text is the source as it stands if it is as long; otherwise it is changed as a whole. */
  readonly start: number;
  readonly end: number;
  /** Identifies the paragraph: an edit never reaches beyond one. */
  readonly paragraph: object;
  /** The element of the text, and the run around it. */
  readonly textElement: XmlElement;
  readonly run: XmlElement | undefined;
  /** Part of a tracked insertion. */
  readonly isInserted?: boolean;
}

/** A cell of a worksheet. */
export interface CellPlace {
  readonly kind: "cell";
  readonly part: string;
  readonly ref: string;
  /** What the text is: the shown value, or the formula. */
  readonly holds: "value" | "formula";
}

/** Something that is shown and cannot be edited as text, with what it is. */
export interface FixedPlace {
  readonly kind: "fixed";
  readonly what: string;
}

export type TextSource = RunPlace | CellPlace | FixedPlace;

/** A piece of the Markdown of a document. Without a place, it is markup. */
export interface TextPiece {
  readonly text: string;
  readonly place?: TextSource;
}

export const markup = (text: string): TextPiece => ({ text });

export const fixed = (text: string, what: string): TextPiece => ({ text, place: { kind: "fixed", what } });

export const piecesText = (pieces: readonly TextPiece[]): string => pieces.map(({ text }) => text).join("");

export const hasText = (pieces: readonly TextPiece[]): boolean => pieces.some(({ text }) => text.trim() !== "");

/** Pieces without white space at their ends. */
export function trimPieces(pieces: readonly TextPiece[]): TextPiece[] {
  let [from, to] = [0, pieces.length];
  while (from < to && pieces[from]!.text.trim() === "" && pieces[from]!.place?.kind !== "cell") from++;
  while (to > from && pieces[to - 1]!.text.trim() === "" && pieces[to - 1]!.place?.kind !== "cell") to--;
  return pieces.slice(from, to);
}

/** Replace what a pattern finds in the text of each piece, and keep the places of everything else. */
export function replaceInPieces(
  pieces: readonly TextPiece[],
  pattern: RegExp,
  by: (found: string) => string,
): TextPiece[] {
  return pieces.flatMap((piece) => {
    const out: TextPiece[] = [];
    let at = 0;
    for (const match of piece.text.matchAll(pattern)) {
      out.push(cutPiece(piece, at, match.index), {
        ...cutPiece(piece, match.index, match.index + match[0].length),
        text: by(match[0]),
      });
      at = match.index + match[0].length;
    }
    if (at === 0) return [piece];
    return [...out, cutPiece(piece, at, piece.text.length)].filter(
      ({ text, place }) => text !== "" || place?.kind === "cell",
    );
  });
}

/** A part of a piece. A place whose text is not its source stays whole. */
export function cutPiece(piece: TextPiece, start: number, end: number): TextPiece {
  const { text, place } = piece;
  if (place?.kind !== "text" || place.end - place.start !== text.length)
    return { ...piece, text: text.slice(start, end) };
  return { text: text.slice(start, end), place: { ...place, start: place.start + start, end: place.start + end } };
}

export const joinPieces = (lists: readonly (readonly TextPiece[])[], separator: string): TextPiece[] =>
  lists.flatMap((pieces, i) => (i === 0 ? pieces : [markup(separator), ...pieces]));
