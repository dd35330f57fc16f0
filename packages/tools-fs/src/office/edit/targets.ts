import { ToolError } from "@holdall/tool-core";
import type { TextSplice } from "../../text/lines.ts";
import { type CellPlace, cutPiece, type RunPlace, type TextPiece } from "../pieces.ts";

/** Text of a part to be replaced, in order: the new text goes where the first one is. */
export interface RunEdit {
  readonly places: readonly RunPlace[];
  readonly text: string;
}

/** A cell, with what it shows before and after. */
export interface CellEdit {
  readonly place: CellPlace;
  readonly before: string;
  readonly after: string;
}

export interface Targets {
  readonly runs: readonly RunEdit[];
  readonly cells: readonly CellEdit[];
}

interface Placed {
  readonly piece: TextPiece;
  readonly start: number;
  readonly end: number;
}

/** What in the parts of a document the changes of its Markdown touch. Throws `invalid_input` where that is more than text. */
export function findTargets(pieces: readonly TextPiece[], splices: readonly TextSplice[]): Targets {
  const placed = placedPieces(pieces);
  const runs: RunEdit[] = [];
  const cells = new Map<string, { place: CellPlace; start: number; end: number; splices: TextSplice[] }>();
  for (const splice of splices) {
    const touched = touchedBy(placed, splice);
    for (const { piece, start } of touched) {
      const shown = piece.text.slice(Math.max(0, splice.start - start), splice.end - start);
      if (!piece.place) throw notText(shown || splice.text, "markup that shows how the document is built");
      if (piece.place.kind === "fixed") throw notText(piece.text, piece.place.what);
    }
    const place = touched[0]?.piece.place;
    if (!place) throw notText(splice.text, "between texts of the document");
    if (place.kind === "cell") {
      const key = `${place.part} ${place.ref} ${place.holds}`;
      if (
        touched.some(
          ({ piece }) =>
            piece.place?.kind !== "cell" || piece.place.ref !== place.ref || piece.place.holds !== place.holds,
        )
      )
        throw notText(splice.text, "the border of two cells");
      const known = cells.get(key) ?? { place, ...extentOf(placed, touched[0]!), splices: [] };
      cells.set(key, known);
      known.splices.push(splice);
    } else runs.push(runEdit(touched, splice));
  }
  return {
    runs,
    cells: [...cells.values()].map(({ place, start, end, splices: own }) => {
      const before = sliceOf(placed, start, end);
      let [after, at] = ["", 0];
      for (const splice of own) {
        after += before.slice(at, splice.start - start) + splice.text;
        at = splice.end - start;
      }
      return { place, before, after: after + before.slice(at) };
    }),
  };
}

function placedPieces(pieces: readonly TextPiece[]): Placed[] {
  let at = 0;
  return pieces.map((piece) => {
    const start = at;
    at += piece.text.length;
    return { piece, start, end: at };
  });
}

/** The pieces that a splice covers; for an insertion the one it belongs to: the text in front of it, or else behind it. */
function touchedBy(placed: readonly Placed[], { start, end }: TextSplice): readonly Placed[] {
  let low = 0;
  for (let high = placed.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (placed[middle]!.end < start) low = middle + 1;
    else high = middle;
  }
  const near: Placed[] = [];
  for (let i = low; i < placed.length && placed[i]!.start <= end; i++) near.push(placed[i]!);
  if (start < end) return near.filter((each) => each.start < end && each.end > start);
  const isText = ({ piece }: Placed) => piece.place?.kind === "text" || piece.place?.kind === "cell";
  const found =
    near.find((each) => each.end === start && each.start < start && isText(each)) ??
    near.find(isText) ??
    near.find(({ piece }) => piece.place);
  return found ? [found] : [];
}

/** All pieces of a cell stand side by side. */
function extentOf(placed: readonly Placed[], touched: Placed): { start: number; end: number } {
  const at = placed.indexOf(touched);
  const place = touched.piece.place as CellPlace;
  const isSame = (other: Placed | undefined) =>
    other?.piece.place?.kind === "cell" &&
    other.piece.place.ref === place.ref &&
    other.piece.place.part === place.part &&
    other.piece.place.holds === place.holds;
  let [first, last] = [at, at];
  while (isSame(placed[first - 1])) first--;
  while (isSame(placed[last + 1])) last++;
  return { start: placed[first]!.start, end: placed[last]!.end };
}

const sliceOf = (placed: readonly Placed[], from: number, to: number): string =>
  placed
    .filter((each) => each.start >= from && each.end <= to)
    .map(({ piece }) => piece.text)
    .join("");

function runEdit(touched: readonly Placed[], { start, end, text }: TextSplice): RunEdit {
  let [head, tail] = ["", ""];
  const places = touched.map(({ piece, start: from, end: to }): RunPlace => {
    const place = piece.place as RunPlace;
    if (place.end - place.start === to - from)
      return cutPiece(piece, Math.max(0, start - from), Math.max(0, Math.min(end - from, piece.text.length)))
        .place as RunPlace;
    // A reference such as `&amp;` is replaced as a whole, or is beside the new text.
    if (start === end && start === from) return { ...place, end: place.start };
    if (start === end && start === to) return { ...place, start: place.end };
    head += piece.text.slice(0, Math.max(0, start - from));
    tail += piece.text.slice(Math.min(piece.text.length, Math.max(0, end - from)));
    return place;
  });
  const [first] = places;
  if (places.some(({ paragraph, part }) => paragraph !== first!.paragraph || part !== first!.part))
    throw notText(text, "the border of two paragraphs");
  return { places, text: head + text + tail };
}

const notText = (shown: string, what: string): ToolError =>
  new ToolError("invalid_input", `The edit would change ${JSON.stringify(shown.slice(0, 60))}, which is ${what}.`, {
    hint: "Only the text of a document can be changed. Quote the words alone, or keep everything else the same in new_string.",
  });
