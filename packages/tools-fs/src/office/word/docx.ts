import { brokenDocument } from "../container/document-error.ts";
import { type Parts, type Relationship, resolvePart } from "../container/parts.ts";
import { attribute, below, child, elements, type XmlElement } from "../container/xml.ts";
import type { DocumentPart } from "../document.ts";
import { hasText, joinPieces, markup, type TextPiece, trimPieces } from "../pieces.ts";
import { renderTable } from "../table.ts";
import { readStyles, type WordStyles } from "./styles.ts";
import { boundBy, paragraphPieces, type WordContext } from "./word-runs.ts";

/** A block of a page: a paragraph, or a table. Items of a list follow each other without a blank line. */
interface Block {
  readonly pieces: readonly TextPiece[];
  readonly isItem?: boolean;
  /** The large first letter of the next block. */
  readonly isDropCap?: boolean;
}

/** The pages of a Word document as it was last laid out; one page where that is not recorded. */
export async function readDocx(parts: Parts, main: string): Promise<readonly DocumentPart[]> {
  const relations = await parts.relations(main);
  const target = (type: string) => [...relations.values()].find((each) => each.type === type)?.target;
  const styles = await readStyles(parts, {
    ...optional("styles", target("styles")),
    ...optional("numbering", target("numbering")),
  });
  const root = await parts.xml(main);
  const body = root && [...below(root, "body")][0];
  if (!body) throw brokenDocument("its text is missing");
  const pages = pagesOf(body, { part: main, relations }, styles);
  const notes = await notesOf(parts, relations, styles);
  if (notes.length > 0) pages[pages.length - 1]!.push(...notes);
  return pages.map((blocks) => ({ name: "", pieces: async () => joinBlocks(blocks) }));
}

const optional = <K extends string>(key: K, value: string | undefined) => (value === undefined ? {} : { [key]: value });

function pagesOf(body: XmlElement, base: WordContext, styles: WordStyles): Block[][] {
  const pages: Block[][] = [[]];
  const visit = (container: XmlElement, ctx: WordContext) => {
    for (const element of elements(container)) {
      if (["sdt", "customXml", "sdtContent", "ins"].includes(element.tag)) {
        visit(element, boundBy(element, ctx));
        continue;
      }
      let broken = 0;
      const blocks = blocksOf(element, { ...ctx, onPageBreak: () => broken++ }, styles);
      const isFirst = startsWithBreak(element);
      const startsPage =
        element.tag === "p" && (isFirst || child(child(element, "pPr"), "pageBreakBefore") !== undefined);
      if (startsPage && pages.at(-1)!.length > 0) pages.push([]);
      pages.at(-1)!.push(...blocks);
      if (broken > (isFirst ? 1 : 0)) pages.push([]);
    }
  };
  visit(body, base);
  const filled = pages.filter((page) => page.some(({ pieces }) => hasText(pieces)));
  return filled.length > 0 ? filled : [[]];
}

/** The layout broke the page in front of the text of a paragraph. */
function startsWithBreak(paragraph: XmlElement): boolean {
  for (const each of below(paragraph, "t", "lastRenderedPageBreak", "br")) {
    if (each.tag === "lastRenderedPageBreak") return true;
    return each.tag === "br" && attribute(each, "type") === "page";
  }
  return false;
}

/** The paragraphs and tables of a part of a document. */
export function blocksOf(element: XmlElement, ctx: WordContext, styles: WordStyles): Block[] {
  const boxes: XmlElement[] = [];
  const at: WordContext = { ...ctx, onTextBox: (box) => boxes.push(box) };
  if (element.tag === "p") {
    const own = paragraphBlock(element, at, styles);
    const below = boxes.flatMap((box) => blocksIn(box, ctx, styles));
    return [...(own ? [own] : []), ...below];
  }
  if (element.tag === "tbl") return [{ pieces: tablePieces(element, ctx, styles) }];
  return ["sdt", "sdtContent", "customXml", "ins", "AlternateContent", "Choice"].includes(element.tag)
    ? blocksIn(element, boundBy(element, ctx), styles)
    : [];
}

const blocksIn = (container: XmlElement, ctx: WordContext, styles: WordStyles): Block[] =>
  [...elements(container)].flatMap((each) => blocksOf(each, ctx, styles));

function paragraphBlock(paragraph: XmlElement, ctx: WordContext, styles: WordStyles): Block | undefined {
  const properties = child(paragraph, "pPr");
  const pieces = trimPieces(paragraphPieces(paragraph, ctx));
  const heading = styles.heading(properties);
  if (!hasText(pieces)) return undefined;
  const marker = styles.marker(properties);
  if (heading !== undefined)
    return { pieces: [markup(`${"#".repeat(Math.min(6, heading))} ${marker?.trimStart() ?? ""}`), ...pieces] };
  const frame = child(properties, "framePr");
  if (frame && /^(?:drop|margin)$/.test(attribute(frame, "dropCap") ?? "")) return { pieces, isDropCap: true };
  return marker ? { pieces: [markup(marker), ...pieces], isItem: true } : { pieces };
}

function tablePieces(table: XmlElement, ctx: WordContext, styles: WordStyles): TextPiece[] {
  const rows = [...below(table, "tr")].map((row) =>
    [...below(row, "tc")].flatMap((cell) => {
      const properties = child(cell, "tcPr");
      const merge = child(properties, "vMerge");
      const span = Math.min(63, Number(attributeOf(child(properties, "gridSpan")) ?? 1) || 1);
      const isContinued = merge !== undefined && attributeOf(merge) !== "restart";
      const pieces = isContinued
        ? []
        : joinPieces(
            blocksIn(cell, ctx, styles).map((block) => block.pieces),
            "\n",
          );
      return [pieces, ...Array.from({ length: span - 1 }, (): TextPiece[] => [])];
    }),
  );
  return renderTable(rows);
}

const attributeOf = (element: XmlElement | undefined) => element && attribute(element, "val");

/** Footnotes, endnotes, comments, headers and footers, after the text. */
async function notesOf(
  parts: Parts,
  relations: ReadonlyMap<string, Relationship>,
  styles: WordStyles,
): Promise<Block[]> {
  const blocks: Block[] = [];
  const seen = new Set<string>();
  for (const type of ["footnotes", "endnotes", "comments", "header", "footer"])
    for (const relation of relations.values()) {
      if (relation.type !== type || relation.isExternal || seen.has(relation.target)) continue;
      seen.add(relation.target);
      const root = await parts.xml(relation.target);
      if (!root) continue;
      const ctx = { part: resolvePart("", relation.target), relations: await parts.relations(relation.target) };
      const items = type === "header" || type === "footer" ? elements(root) : below(root, type.slice(0, -1));
      for (const item of items) {
        const head = noteHead(type, item);
        const content = joinPieces(
          blocksIn(item, ctx, styles).map(({ pieces }) => pieces),
          "\n",
        );
        if (head !== undefined && hasText(content)) blocks.push({ pieces: [markup(head), ...content], isItem: true });
      }
    }
  return blocks;
}

function noteHead(type: string, item: XmlElement): string | undefined {
  const id = attribute(item, "id");
  if (type === "header" || type === "footer") return `[${type}] `;
  if (/separator/i.test(attribute(item, "type") ?? "")) return undefined;
  if (type !== "comments") return `[^${type === "endnotes" ? "e" : ""}${id}]: `;
  return `[comment ${id}] ${attribute(item, "author") ?? "unknown"}: `;
}

/** Blocks with a blank line between them; none between items of a list. */
function joinBlocks(blocks: readonly Block[]): TextPiece[] {
  return blocks.flatMap(({ pieces, isItem }, i) => {
    if (i === 0 || blocks[i - 1]!.isDropCap) return [...pieces];
    return [markup(isItem && blocks[i - 1]!.isItem ? "\n" : "\n\n"), ...pieces];
  });
}
