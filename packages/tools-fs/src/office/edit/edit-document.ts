import { ToolError } from "@holdall/tool-core";
import { applySplices, plural, type TextSplice } from "../../text/lines.ts";
import type { ByteSplice } from "../../text/write.ts";
import { loadTokenizer } from "../_libraries.ts";
import { refusedDocument } from "../container/document-error.ts";
import type { Parts } from "../container/parts.ts";
import { attribute, below, child, parseXml, type TokenizerClass, textOf, type XmlElement } from "../container/xml.ts";
import { replaceEntries } from "../container/zip-write.ts";
import { viewPieces } from "../document-view.ts";
import { openDocument } from "../open-document.ts";
import { type Piece, piecesText } from "../pieces.ts";
import { parseRef } from "../sheets/grid.ts";
import { readFormats } from "../sheets/number-format.ts";
import { calculateOnLoad, withoutCells } from "./calculation.ts";
import { type CellContext, cellSplices } from "./cell-edits.ts";
import { dependentFormulas, type Formula } from "./dependents.ts";
import { refineSplices } from "./refine.ts";
import { type ChangeAuthor, runSplices } from "./run-edits.ts";
import { type CellEdit, findTargets } from "./targets.ts";

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
  readonly pieces: readonly Piece[];
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

/** A part as text that comes out as the same bytes where it is not changed. */
async function sourceOf(parts: Parts, name: string): Promise<string> {
  const bytes = await parts.zip.read(name);
  const source = bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (
    !bytes ||
    source === undefined ||
    source !== (await parts.source(name)) ||
    new TextEncoder().encode(source).length !== bytes.length
  )
    throw refusedDocument(
      `Part ${name} of the document is not UTF-8, so it is not edited.`,
      "Save it again with an office program.",
    );
  return source;
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

const mainPart = async (parts: Parts): Promise<string> =>
  [...(await parts.relations("")).values()].find(({ type }) => type === "officeDocument")!.target;

async function changeCells(
  { parts, TokenizerOf }: Editing,
  cells: readonly CellEdit[],
  sources: Map<string, string>,
  notes: string[],
): Promise<void> {
  const main = await mainPart(parts);
  const relations = await parts.relations(main);
  const target = (type: string) => [...relations.values()].find((each) => each.type === type)?.target;
  const workbook = await sourceOf(parts, main);
  const root = parseXml(TokenizerOf, workbook);
  const settings = [...below(root, "workbookPr")][0];
  const stringsPart = target("sharedStrings");
  const stringSource = stringsPart === undefined ? "" : ((await parts.source(stringsPart)) ?? "");
  const strings = stringSource === "" ? [] : [...below(parseXml(TokenizerOf, stringSource), "si")];
  const is1904 = /^(?:1|true)$/.test((settings && attribute(settings, "date1904")) ?? "");
  const formats = await readFormats(parts, target("styles"), { formatValue: String, is1904 });
  const ctx: CellContext = {
    TokenizerOf,
    is1904,
    format: formats.format,
    sharedString: (index) => strings[index] && stringSource.slice(strings[index].openEnd, strings[index].closeStart),
  };
  for (const [part, edits] of Map.groupBy(cells, ({ place }) => place.part)) {
    await refusePivots(parts, part, edits);
    const source = await sourceOf(parts, part);
    const { splices, freed } = cellSplices(source, edits, ctx);
    sources.set(part, applySplices(source, splices));
    const chain = target("calcChain");
    if (freed.length > 0 && chain !== undefined)
      await freeCells({ parts, TokenizerOf }, chain, sheetIdOf(root, relations, part), new Set(freed), sources);
  }
  const count = await forgetResults({ parts, TokenizerOf }, sheetsOf(root, relations), cells, sources);
  const isNew = cells.some(({ after }) => after.startsWith("="));
  if (count === 0 && !isNew) return;
  const splices = calculateOnLoad(workbook, root);
  if (splices.length > 0) sources.set(main, applySplices(workbook, splices));
  notes.push(
    `${count === 0 ? "The formula has" : `${plural(count, "formula")} that may depend on the change ${count === 1 ? "has" : "have"}`} no result until a spreadsheet program opens the workbook.`,
  );
}

/** Names of sheets by their parts. */
function sheetsOf(root: XmlElement, relations: Relations): ReadonlyMap<string, string> {
  const sheets = new Map<string, string>();
  for (const sheet of below(root, "sheet")) {
    const id = Object.entries(sheet.attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
    const relation = relations.get(id);
    if (relation?.type === "worksheet") sheets.set(relation.target, attribute(sheet, "name") ?? "");
  }
  return sheets;
}

/** Take out the results of formulas that depend on changed cells: a result that is not there is calculated, and one that is old is believed. */
async function forgetResults(
  { parts, TokenizerOf }: Pick<Editing, "parts" | "TokenizerOf">,
  sheets: ReadonlyMap<string, string>,
  cells: readonly CellEdit[],
  sources: Map<string, string>,
): Promise<number> {
  const found: { formula: Formula; part: string; result: XmlElement | undefined }[] = [];
  for (const [part, sheet] of sheets) {
    const source = sources.get(part) ?? (await parts.source(part)) ?? "";
    if (!/<(?:[\w.-]+:)?f[\s>/]/.test(source)) continue;
    for (const cell of below(parseXml(TokenizerOf, source), "c")) {
      const formula = child(cell, "f");
      if (!formula) continue;
      const text = attribute(formula, "t") === undefined ? textOf(formula) : undefined;
      found.push({ part, result: child(cell, "v"), formula: { sheet, ref: attribute(cell, "r") ?? "", text } });
    }
  }
  const changed = cells.map(({ place }) => ({ sheet: sheets.get(place.part) ?? "", ref: place.ref }));
  const dependent = new Set(
    dependentFormulas(
      found.map(({ formula }) => formula),
      changed,
    ),
  );
  const stale = found.filter(({ formula, result }) => result && dependent.has(formula));
  for (const [part, each] of Map.groupBy(stale, (one) => one.part)) {
    const source = sources.get(part) ?? (await sourceOf(parts, part));
    const splices = each.map(({ result }): TextSplice => ({ start: result!.start, end: result!.end, text: "" }));
    sources.set(part, applySplices(source, splices));
  }
  return stale.length;
}

type Relations = Awaited<ReturnType<Parts["relations"]>>;

function sheetIdOf(root: XmlElement, relations: Relations, part: string): string {
  for (const sheet of below(root, "sheet")) {
    const id = Object.entries(sheet.attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
    if (relations.get(id)?.target === part) return attribute(sheet, "sheetId") ?? "";
  }
  return "";
}

async function freeCells(
  { parts, TokenizerOf }: Pick<Editing, "parts" | "TokenizerOf">,
  chain: string,
  sheetId: string,
  refs: ReadonlySet<string>,
  sources: Map<string, string>,
): Promise<void> {
  const source = sources.get(chain) ?? (await sourceOf(parts, chain));
  const splices = withoutCells(source, parseXml(TokenizerOf, source), sheetId, refs);
  if (!splices)
    throw new ToolError(
      "unsupported",
      "This is the last formula of the workbook; it is replaced by another formula, and not by a value.",
      {
        hint: "Write a formula with the value, such as =5.",
      },
    );
  sources.set(chain, applySplices(source, splices));
}

/** A table that is computed from others writes over what is edited in it. */
async function refusePivots(parts: Parts, part: string, edits: readonly CellEdit[]): Promise<void> {
  for (const { type, target } of (await parts.relations(part)).values()) {
    const root = type === "pivotTable" ? await parts.xml(target) : undefined;
    const location = root && [...below(root, "location")][0];
    const [from, to = from] = ((location && attribute(location, "ref")) ?? "").split(":").map(parseRef);
    for (const { place } of edits) {
      const at = parseRef(place.ref);
      if (
        !from ||
        !to ||
        !at ||
        at.row < from.row ||
        at.row > to.row ||
        at.column < from.column ||
        at.column > to.column
      )
        continue;
      throw new ToolError("invalid_input", `${place.ref} is in a pivot table, which is computed from other cells.`, {
        hint: "Change the cells that it is computed from.",
        data: { cell: place.ref },
      });
    }
  }
}
