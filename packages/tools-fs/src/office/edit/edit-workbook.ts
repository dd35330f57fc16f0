import { ToolError } from "@holdall/tool-core";
import { applySplices, plural, type TextSplice } from "../../text/lines.ts";
import type { Parts } from "../container/parts.ts";
import { attribute, below, child, parseXml, type TokenizerClass, textOf, type XmlElement } from "../container/xml.ts";
import { parseRef } from "../sheets/grid.ts";
import { readFormats } from "../sheets/number-format.ts";
import { calculateOnLoad, withoutCells } from "./calculation.ts";
import { type CellContext, cellSplices } from "./cell-edits.ts";
import { dependentFormulas, type Formula } from "./dependents.ts";
import { mainPart, sourceOf } from "./part-sources.ts";
import type { CellEdit } from "./targets.ts";

interface WorkbookParts {
  readonly parts: Parts;
  readonly TokenizerOf: TokenizerClass;
}

/** Carry out edits of cells in the sources of their sheets and, where formulas depend on them, of the workbook. */
export async function changeCells(
  { parts, TokenizerOf }: WorkbookParts,
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
  { parts, TokenizerOf }: WorkbookParts,
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
  { parts, TokenizerOf }: WorkbookParts,
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
