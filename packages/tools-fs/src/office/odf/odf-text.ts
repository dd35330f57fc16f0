import { attribute, below, child, elements, isElement, textOf, type XmlElement } from "../container/xml.ts";
import { hasText, joinPieces, markup, type TextPiece, trimPieces } from "../pieces.ts";
import { renderTable } from "../table.ts";

export interface OdfBlock {
  readonly pieces: readonly TextPiece[];
  readonly isItem?: boolean;
}

export interface OdfContext {
  /** A page of its own begins with this paragraph or table. */
  startsPage(element: XmlElement): boolean;
  isNumbered(list: string, depth: number): boolean;
  /** Tracked changes by id. */
  readonly changes: ReadonlyMap<string, { readonly kind: string; readonly text: string }>;
  readonly onPageBreak?: () => void;
  /** Footnotes and comments, gathered. */
  readonly notes: TextPiece[][];
  readonly list?: { readonly name: string; readonly depth: number };
}

/** What the styles and tracked changes of a document say. */
export function readContext(content: XmlElement, styles: XmlElement | undefined): OdfContext {
  const breaking = new Set<string>();
  const numbered = new Set<string>();
  for (const root of [styles, content])
    for (const style of root ? below(root, "style", "list-style") : []) {
      const name = attribute(style, "name") ?? "";
      if (style.tag === "list-style") {
        for (const level of below(style, "list-level-style-number"))
          if (attribute(level, "num-format")) numbered.add(`${name}/${attribute(level, "level")}`);
        continue;
      }
      const before = [...below(style, "paragraph-properties", "table-properties")].some(
        (each) => attribute(each, "break-before") === "page",
      );
      if (before || attribute(style, "master-page-name")) breaking.add(name);
    }
  const changes = new Map<string, { kind: string; text: string }>();
  for (const region of below(content, "changed-region")) {
    const change = [...elements(region)][0];
    const id = attribute(region, "id");
    if (change && id !== undefined)
      changes.set(id, { kind: change.tag, text: [...below(change, "p", "h")].map(textOf).join(" ") });
  }
  return {
    startsPage: (element) => breaking.has(attribute(element, "style-name") ?? ""),
    isNumbered: (list, depth) => numbered.has(`${list}/${depth + 1}`),
    changes,
    notes: [],
  };
}

export function blocksOf(element: XmlElement, ctx: OdfContext): OdfBlock[] {
  switch (element.tag) {
    case "p":
    case "h": {
      const boxes: OdfBlock[] = [];
      const pieces = trimPieces(inline(element, ctx, boxes));
      const level = element.tag === "h" ? Math.min(6, Number(attribute(element, "outline-level") ?? 1) || 1) : 0;
      if (!hasText(pieces)) return boxes;
      return [{ pieces: level > 0 ? [markup(`${"#".repeat(level)} `), ...pieces] : pieces }, ...boxes];
    }
    case "list":
      return listBlocks(element, ctx);
    case "table": {
      const rows = [...below(element, "table-row")].map((row) => rowCells(row, ctx));
      const filled = rows.filter((row) => row.some(hasText));
      return filled.length > 0 ? [{ pieces: renderTable(filled) }] : [];
    }
    case "tracked-changes":
    case "forms":
    case "sequence-decls":
    case "variable-decls":
    case "annotation-end":
      return [];
    case "annotation":
      inlineElement(element, ctx, []);
      return [];
    case "frame": {
      const boxes: OdfBlock[] = [];
      const image = inlineElement(element, ctx, boxes);
      return image.length > 0 ? [{ pieces: image }, ...boxes] : boxes;
    }
    default:
      return [...elements(element)].flatMap((each) => blocksOf(each, ctx));
  }
}

const rowCells = (row: XmlElement, ctx: OdfContext): TextPiece[][] =>
  [...elements(row)]
    .filter(({ tag }) => tag === "table-cell" || tag === "covered-table-cell")
    .flatMap((cell) => {
      const pieces = joinPieces(
        [...elements(cell)].flatMap((each) => blocksOf(each, ctx)).map((block) => block.pieces),
        "\n",
      );
      const times = Math.min(63, Number(attribute(cell, "number-columns-repeated") ?? 1) || 1);
      return Array.from({ length: times }, () => pieces);
    });

function listBlocks(list: XmlElement, ctx: OdfContext): OdfBlock[] {
  const name = attribute(list, "style-name") ?? ctx.list?.name ?? "";
  const depth = ctx.list ? Math.min(8, ctx.list.depth + 1) : 0;
  const at: OdfContext = { ...ctx, list: { name, depth } };
  const isNumbered = ctx.isNumbered(name, depth);
  let number = 0;
  return [...elements(list)].flatMap((item): OdfBlock[] => {
    if (item.tag !== "list-item" && item.tag !== "list-header") return [];
    let isFirst = item.tag === "list-item";
    return [...elements(item)].flatMap((each) =>
      blocksOf(each, at).map((block): OdfBlock => {
        if (each.tag === "list" || each.tag === "h") return block;
        if (!isFirst) return { ...block, isItem: true };
        isFirst = false;
        number++;
        return {
          pieces: [markup(`${"  ".repeat(depth)}${isNumbered ? `${number}.` : "-"} `), ...block.pieces],
          isItem: true,
        };
      }),
    );
  });
}

/** White space of a paragraph is one space. */
const collapse = (text: string): string => text.replace(/[ \t\r\n]+/g, " ");

export function inline(element: XmlElement, ctx: OdfContext, boxes: OdfBlock[]): TextPiece[] {
  return element.children.flatMap((each) =>
    isElement(each) ? inlineElement(each, ctx, boxes) : [markup(collapse(each.text))],
  );
}

function inlineElement(element: XmlElement, ctx: OdfContext, boxes: OdfBlock[]): TextPiece[] {
  switch (element.tag) {
    case "s":
      return [markup(" ".repeat(Math.min(1_000, Number(attribute(element, "c") ?? 1) || 1)))];
    case "tab":
      return [markup("\t")];
    case "line-break":
      return [markup("\n")];
    case "soft-page-break":
      ctx.onPageBreak?.();
      return [];
    case "a": {
      const pieces = inline(element, ctx, boxes);
      const target = attribute(element, "href") ?? "";
      return hasText(pieces) && /^[a-z]+:/i.test(target) ? [markup("["), ...pieces, markup(`](${target})`)] : pieces;
    }
    case "note": {
      const label = `[^${(child(element, "note-citation") ? textOf(child(element, "note-citation")!) : "").trim()}]`;
      const body = child(element, "note-body");
      const content = body ? [...elements(body)].flatMap((each) => blocksOf(each, ctx)) : [];
      ctx.notes.push([markup(`${label}: `), ...joinBlocks(content, "\n")]);
      return [markup(label)];
    }
    case "annotation": {
      const author = child(element, "creator");
      const texts = [...below(element, "p")].map(textOf).join(" ");
      const number = ctx.notes.length + 1;
      ctx.notes.push([markup(`[comment ${number}] ${author ? textOf(author) : "unknown"}: ${texts}`)]);
      return [markup(`[comment ${number}]`)];
    }
    case "change-start":
      return ctx.changes.get(attribute(element, "change-id") ?? "")?.kind === "insertion" ? [markup("{++")] : [];
    case "change-end":
      return ctx.changes.get(attribute(element, "change-id") ?? "")?.kind === "insertion" ? [markup("++}")] : [];
    case "change": {
      const change = ctx.changes.get(attribute(element, "change-id") ?? "");
      return change?.kind === "deletion" && change.text ? [markup(`{--${change.text}--}`)] : [];
    }
    case "frame": {
      const name = textOfChild(element, "title") || textOfChild(element, "desc");
      for (const box of below(element, "text-box", "table")) boxes.push(...blocksOf(box, ctx));
      if (child(element, "object")) return [markup(`[object${name && `: ${name}`}]`)];
      return child(element, "image") ? [markup(`[image${name && `: ${name}`}]`)] : [];
    }
    case "custom-shape":
    case "text-box":
    case "g":
      boxes.push(...blocksOf(element, ctx));
      return [];
    case "ruby": {
      const base = child(element, "ruby-base");
      return base ? inline(base, ctx, boxes) : [];
    }
    case "annotation-end":
    case "title":
    case "desc":
      return [];
    default:
      return inline(element, ctx, boxes);
  }
}

const textOfChild = (element: XmlElement, tag: string): string => {
  const found = child(element, tag);
  return found ? collapse(textOf(found)).trim() : "";
};

/** Blocks with a blank line between them; none between items of a list. */
export function joinBlocks(blocks: readonly OdfBlock[], separator = "\n\n"): TextPiece[] {
  return blocks.flatMap(({ pieces, isItem }, i) => {
    if (i === 0) return [...pieces];
    return [markup(isItem && blocks[i - 1]!.isItem ? "\n" : separator), ...pieces];
  });
}
