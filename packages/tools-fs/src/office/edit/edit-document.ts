import { ToolError } from "@holdall/tool-core";
import { applySplices, type TextSplice } from "../../text/lines.ts";
import type { ByteSplice } from "../../text/write.ts";
import { loadTokenizer } from "../_libraries.ts";
import { refusedDocument } from "../container/document-error.ts";
import type { Parts } from "../container/parts.ts";
import { attribute, below, type TokenizerClass } from "../container/xml.ts";
import { replaceEntries } from "../container/zip-write.ts";
import { viewPieces } from "../document-view.ts";
import { openDocument } from "../open-document.ts";
import { piecesText, type TextPiece } from "../pieces.ts";
import { changeCells } from "./edit-workbook.ts";
import { mainPart, sourceOf } from "./part-sources.ts";
import { refineSplices } from "./refine.ts";
import { type ChangeAuthor, runSplices } from "./run-edits.ts";
import { findTargets } from "./targets.ts";

/** A document whose text can be changed in place. */
export interface EditableDocument {
  readonly format: string;
  /** What `read_file` shows of it. */
  readonly text: string;
  /** Carry out changes of the text. Throws `invalid_input` for those that change more than text. */
  apply(splices: readonly TextSplice[], options: DocumentEditOptions): Promise<EditedDocument>;
}

export interface DocumentEditOptions {
  /** Undefined: as the document itself says. */
  readonly trackChanges: boolean | undefined;
  readonly now: Date;
}

export interface EditedDocument {
  readonly bytes: Uint8Array;
  readonly splice: ByteSplice;
  /** What `read_file` shows of it now. */
  readonly text: string;
  readonly notes: readonly string[];
}

const editable = new Set(["DOCX", "PPTX", "XLSX"]);

/** Open a document to edit it. Undefined for archives that are none. Throws `unsupported` for what is read only. */
export async function openEditable(bytes: Uint8Array): Promise<EditableDocument | undefined> {
  const document = await openDocument(bytes);
  if (!document) return undefined;
  const { format, zip, container } = document;
  if (!editable.has(format) || !zip || !container)
    throw refusedDocument(
      `Documents of the kind ${format} are read and not edited.`,
      "Save it as .docx, .pptx or .xlsx first, or write a new document.",
    );
  if ([...zip.entries.keys()].some((name) => name.startsWith("_xmlsignatures/")))
    throw refusedDocument(
      "The document is signed, and an edit would break its signature.",
      "Ask for an unsigned copy.",
    );
  const pieces = await viewPieces(document);
  const text = piecesText(pieces);
  return {
    format,
    text,
    async apply(splices, options) {
      const TokenizerOf = await loadTokenizer();
      const changed = await changedParts(
        { pieces, format, parts: container, TokenizerOf },
        refineSplices(text, splices),
        options,
      );
      const contents = new Map<string, Uint8Array>();
      for (const [name, source] of changed.sources) contents.set(name, new TextEncoder().encode(source));
      const written = await replaceEntries(zip, contents);
      const after = await openDocument(written.bytes);
      return { ...written, text: after ? piecesText(await viewPieces(after)) : "", notes: changed.notes };
    },
  };
}

interface Editing {
  readonly pieces: readonly TextPiece[];
  readonly format: string;
  readonly parts: Parts;
  readonly TokenizerOf: TokenizerClass;
}

interface ChangedParts {
  readonly sources: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

async function changedParts(
  editing: Editing,
  splices: readonly TextSplice[],
  options: DocumentEditOptions,
): Promise<ChangedParts> {
  const { pieces, format, parts } = editing;
  const { runs, cells } = findTargets(pieces, splices);
  const sources = new Map<string, string>();
  const notes: string[] = [];
  if (cells.length > 0) {
    if (options.trackChanges) throw untracked(format);
    await changeCells(editing, cells, sources, notes);
  }
  const author = runs.length > 0 ? await authorOf(parts, format, options) : undefined;
  if (author && options.trackChanges === undefined) notes.push("The document records changes, so the edit is tracked.");
  for (const [part, edits] of Map.groupBy(runs, ({ places }) => places[0]!.part)) {
    const source = await sourceOf(parts, part);
    sources.set(part, applySplices(source, runSplices(source, edits, { isWord: format === "DOCX", author })));
  }
  return { sources, notes };
}

async function authorOf(
  parts: Parts,
  format: string,
  { trackChanges, now }: DocumentEditOptions,
): Promise<ChangeAuthor | undefined> {
  if (format !== "DOCX") {
    if (trackChanges) throw untracked(format);
    return undefined;
  }
  const settings = [...(await parts.relations(await mainPart(parts))).values()].find(
    ({ type }) => type === "settings",
  )?.target;
  const root = settings === undefined ? undefined : await parts.xml(settings);
  const recorded = root && [...below(root, "trackRevisions")][0];
  const isRecorded = recorded !== undefined && !/^(?:0|false|off)$/.test(attribute(recorded, "val") ?? "");
  if (!(trackChanges ?? isRecorded)) return undefined;
  let firstId = 1;
  for (const name of parts.zip.entries.keys())
    if (/^word\/[^/]+\.xml$/.test(name))
      for (const [, id] of ((await parts.source(name)) ?? "").matchAll(/\bid="(\d{1,9})"/g))
        firstId = Math.max(firstId, Number(id) + 1);
  return { name: "Holdall", date: `${now.toISOString().slice(0, 19)}Z`, firstId };
}

const untracked = (format: string): ToolError =>
  new ToolError("invalid_input", `Changes of a ${format} file cannot be tracked.`, {
    hint: "Leave track_changes out, or work on a copy.",
  });
