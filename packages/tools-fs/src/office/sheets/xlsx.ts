import { brokenDocument } from "../container/document-error.ts";
import type { Parts, Relationship } from "../container/parts.ts";
import { attribute, below, textOf } from "../container/xml.ts";
import type { DocumentPart } from "../document.ts";
import { fixed, hasText, joinPieces, markup, piecesText, type TextPiece } from "../pieces.ts";
import { renderGrid } from "./grid.ts";
import { type FormatValue, readFormats } from "./number-format.ts";
import { readCells, readStrings, type SheetCells } from "./sheet-cells.ts";

interface Workbook {
  readonly parts: readonly DocumentPart[];
}

/** The sheets of a workbook in their order. */
export async function readXlsx(parts: Parts, main: string, formatValue: FormatValue): Promise<Workbook> {
  const relations = await parts.relations(main);
  const root = await parts.xml(main);
  if (!root) throw brokenDocument("its list of sheets is missing");
  const target = (type: string) => [...relations.values()].find((each) => each.type === type)?.target;
  const settings = [...below(root, "workbookPr")][0];
  const is1904 = /^(?:1|true)$/.test((settings && attribute(settings, "date1904")) ?? "");
  const stringsPart = target("sharedStrings");
  let loaded: Promise<[readonly string[], Awaited<ReturnType<typeof readFormats>>]> | undefined;
  const load = () => {
    loaded ??= Promise.all([
      stringsPart === undefined ? [] : readStrings(parts, stringsPart),
      readFormats(parts, target("styles"), { formatValue, is1904 }),
    ]);
    return loaded;
  };
  const sheets = [...below(root, "sheet")].flatMap((sheet): DocumentPart[] => {
    const id = Object.entries(sheet.attributes).find(([key]) => key.endsWith(":id"))?.[1];
    const relation = id === undefined ? undefined : relations.get(id);
    const name = attribute(sheet, "name") ?? "";
    const isHidden = /hidden/i.test(attribute(sheet, "state") ?? "");
    const pieces = async () => {
      if (relation?.type !== "worksheet") return [fixed(`[${relation?.type ?? "missing sheet"}]`, "a chart")];
      const [strings, formats] = await load();
      return sheetPieces(parts, relation.target, await readCells(parts, relation.target, strings, formats));
    };
    return [{ name, isHidden, pieces }];
  });
  return { parts: sheets };
}

async function sheetPieces(
  parts: Parts,
  part: string,
  { rows, formulas, links, leftOut }: SheetCells,
): Promise<TextPiece[]> {
  const relations = await parts.relations(part);
  const linked = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => {
      const place = cell.pieces[0]?.place;
      const id = links.size > 0 && place?.kind === "cell" ? links.get(place.ref) : undefined;
      const target = id === undefined ? undefined : relations.get(id)?.target;
      return target ? { ...cell, pieces: [markup("["), ...cell.pieces, markup(`](${target})`)] } : cell;
    }),
  }));
  const empty = (ref: string): TextPiece => ({ text: "", place: { kind: "cell", part, ref, holds: "value" } });
  const blocks: TextPiece[][] = rows.length > 0 ? [renderGrid(linked, empty)] : [];
  if (leftOut > 0)
    blocks.push([markup(`(${leftOut} more cells are not shown: the sheet is too large. Query it with a data tool.)`)]);
  if (formulas.length > 0) {
    const lines = formulas.map(({ ref, text }): TextPiece[] => [
      markup(`- ${ref}: `),
      { text: `=${text.replace(/\s*\n\s*/g, " ")}`, place: { kind: "cell", part, ref, holds: "formula" } },
    ]);
    blocks.push(joinPieces([[markup("Formulas:")], ...lines], "\n"));
  }
  for (const relation of relations.values()) if (!relation.isExternal) blocks.push(...(await besides(parts, relation)));
  return joinPieces(
    blocks.filter((block) => block.length > 0 && (hasText(block) || piecesText(block) === "")),
    "\n\n",
  );
}

/** Comments, and what hangs above the cells. */
async function besides(parts: Parts, { type, target }: Relationship): Promise<TextPiece[][]> {
  if (type !== "comments" && type !== "drawing") return [];
  const root = await parts.xml(target);
  if (!root) return [];
  if (type === "comments") {
    const authors = [...below(root, "author")].map(textOf);
    const lines = [...below(root, "comment")].map((comment) => {
      const author = authors[Number(attribute(comment, "authorId"))];
      const text = [...below(comment, "t")].map(textOf).join("").replace(/\s+/g, " ").trim();
      return [fixed(`- ${attribute(comment, "ref")}${author ? ` (${author})` : ""}: ${text}`, "a comment")];
    });
    return lines.length > 0 ? [joinPieces([[markup("Comments:")], ...lines], "\n")] : [];
  }
  return [...below(root, "pic", "sp", "graphicFrame")].flatMap((shape) => {
    const properties = [...below(shape, "cNvPr")][0];
    const name = (properties && (attribute(properties, "descr") || attribute(properties, "name"))) ?? "";
    if (shape.tag !== "sp")
      return [[fixed(`[${shape.tag === "pic" ? "image" : "chart"}${name && `: ${name}`}]`, "an image")]];
    const text = [...below(shape, "p")]
      .map((paragraph) => [...below(paragraph, "t")].map(textOf).join(""))
      .join("\n")
      .trim();
    return text ? [[fixed(text, "a text box")]] : [];
  });
}
