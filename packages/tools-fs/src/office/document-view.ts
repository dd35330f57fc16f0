import { type OfficeDocument, partHead } from "./document.ts";
import { openDocument } from "./open-document.ts";
import { markup, piecesText, type TextPiece } from "./pieces.ts";

/** A document as one text: what `read_file` shows of all its parts. */
export async function viewPieces(document: OfficeDocument): Promise<TextPiece[]> {
  const pieces: TextPiece[] = [];
  for (const [i, part] of document.parts.entries()) {
    pieces.push(markup(`${i > 0 ? "\n\n" : ""}${partHead(document, i + 1)}\n`));
    for (const piece of await part.pieces()) pieces.push(piece);
  }
  return pieces;
}

/** The text to search of a document. Undefined for archives that are none; throws what `extractDocument` throws. */
export async function documentLines(bytes: Uint8Array): Promise<string | undefined> {
  const document = await openDocument(bytes);
  return document && piecesText(await viewPieces(document)).toWellFormed();
}
