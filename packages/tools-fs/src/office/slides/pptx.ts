import { brokenDocument } from "../container/document-error.ts";
import type { Parts, Relationship } from "../container/parts.ts";
import { attribute, below, child, elements, isElement, textOf, type XmlElement } from "../container/xml.ts";
import type { DocumentPart } from "../document.ts";
import { fixed, hasText, joinPieces, markup, type TextPiece, trimPieces } from "../pieces.ts";
import { renderTable } from "../table.ts";

interface SlideContext {
  readonly parts: Parts;
  readonly part: string;
  readonly relations: ReadonlyMap<string, Relationship>;
}

/** The slides of a presentation in their order. */
export async function readPptx(parts: Parts, main: string): Promise<readonly DocumentPart[]> {
  const relations = await parts.relations(main);
  const root = await parts.xml(main);
  if (!root) throw brokenDocument("its list of slides is missing");
  const names = [...below(root, "sldId")].flatMap(({ attributes }) => {
    const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
    const relation = id === undefined ? undefined : relations.get(id);
    return relation && parts.has(relation.target) ? [relation.target] : [];
  });
  return Promise.all(
    names.map(async (name) => ({
      name: "",
      pieces: () => slidePieces(parts, name),
    })),
  );
}

async function slidePieces(parts: Parts, name: string): Promise<TextPiece[]> {
  const root = await parts.xml(name);
  if (!root) return [];
  const ctx: SlideContext = { parts, part: name, relations: await parts.relations(name) };
  const tree = [...below(root, "spTree")][0];
  const shapes = tree ? [...elements(tree)] : [];
  const isTitle = (shape: XmlElement) => /^(?:ctrT|t)itle$/.test(placeholderOf(shape) ?? "");
  // The title is read first wherever it stands.
  const ordered = [...shapes.filter(isTitle), ...shapes.filter((shape) => !isTitle(shape))];
  const blocks: TextPiece[][] = [];
  for (const shape of ordered) blocks.push(...(await shapeBlocks(shape, ctx)));
  const isHidden = [...elements(root)].some((each) => attribute(each, "show") === "0");
  if (isHidden) blocks.unshift([markup("(hidden slide)")]);
  for (const { type, target, isExternal } of ctx.relations.values()) {
    if (isExternal) continue;
    if (type === "notesSlide") blocks.push(...(await speakerNotes(parts, target)));
    if (type === "comments") blocks.push(...(await comments(parts, target)));
  }
  return joinPieces(blocks.filter(hasText), "\n\n");
}

const placeholderOf = (shape: XmlElement): string | undefined => {
  const placeholder = [...below(shape, "ph")][0];
  return placeholder && (attribute(placeholder, "type") ?? "body");
};

async function shapeBlocks(shape: XmlElement, ctx: SlideContext): Promise<TextPiece[][]> {
  switch (shape.tag) {
    case "sp":
    case "cxnSp": {
      const body = child(shape, "txBody");
      return body ? [textBody(body, placeholderOf(shape), ctx)] : [];
    }
    case "grpSp": {
      const blocks: TextPiece[][] = [];
      for (const each of elements(shape)) blocks.push(...(await shapeBlocks(each, ctx)));
      return blocks;
    }
    case "AlternateContent": {
      const chosen = child(shape, "Choice") ?? child(shape, "Fallback");
      const blocks: TextPiece[][] = [];
      for (const each of chosen ? elements(chosen) : []) blocks.push(...(await shapeBlocks(each, ctx)));
      return blocks;
    }
    case "pic":
      return [[fixed(`[image${nameOf(shape)}]`, "an image")]];
    case "graphicFrame":
      return frameBlocks(shape, ctx);
    default:
      return [];
  }
}

const nameOf = (shape: XmlElement): string => {
  const properties = [...below(shape, "cNvPr")][0];
  const name = properties && (attribute(properties, "descr") || attribute(properties, "title"));
  return name ? `: ${name.replace(/\s+/g, " ").trim()}` : "";
};

async function frameBlocks(frame: XmlElement, ctx: SlideContext): Promise<TextPiece[][]> {
  const table = [...below(frame, "tbl")][0];
  if (table) {
    const rows = [...below(table, "tr")].map((row) =>
      [...below(row, "tc")].map((cell) => {
        const body = child(cell, "txBody");
        const isContinued = attribute(cell, "hMerge") === "1" || attribute(cell, "vMerge") === "1";
        return body && !isContinued ? textBody(body, "cell", ctx) : [];
      }),
    );
    return rows.length > 0 ? [renderTable(rows)] : [];
  }
  const diagram = [...below(frame, "relIds")][0];
  const data = diagram && ctx.relations.get(attribute(diagram, "dm") ?? "")?.target;
  const model = data === undefined ? undefined : await ctx.parts.xml(data);
  if (model) {
    // Programs show a drawing that was made of these texts, and would not show an edit of them.
    const texts = [...below(model, "t")]
      .filter((each) => child(each, "p"))
      .map((each) =>
        textBody(each, "body", ctx).map((piece) => (piece.place ? fixed(piece.text, "text of a diagram") : piece)),
      );
    return [joinPieces(texts.filter(hasText), "\n")];
  }
  const chart = [...below(frame, "chart")][0];
  return chart ? [[fixed(`[chart${nameOf(frame)}]`, "a chart")]] : [];
}

/** Paragraphs of a shape; those of bodies are items of a list. */
function textBody(body: XmlElement, placeholder: string | undefined, ctx: SlideContext): TextPiece[] {
  const paragraphs = [...elements(body)].filter(({ tag }) => tag === "p");
  const lines = paragraphs.map((paragraph) => {
    const pieces = trimPieces(paragraphPieces(paragraph, ctx));
    if (!hasText(pieces)) return [];
    const properties = child(paragraph, "pPr");
    const depth = Math.min(8, Number((properties && attribute(properties, "lvl")) ?? 0) || 0);
    const hasBullet =
      child(properties, "buChar") ??
      child(properties, "buAutoNum") ??
      (placeholder === "body" && !child(properties, "buNone"));
    return hasBullet ? [markup(`${"  ".repeat(depth)}- `), ...pieces] : pieces;
  });
  const filled = lines.filter((line) => line.length > 0);
  const isTitle = placeholder === "title" || placeholder === "ctrTitle";
  const text = joinPieces(filled, "\n");
  return isTitle && filled.length > 0 ? [markup("# "), ...text] : text;
}

function paragraphPieces(paragraph: XmlElement, ctx: SlideContext): TextPiece[] {
  return [...elements(paragraph)].flatMap((run): TextPiece[] => {
    if (run.tag === "br") return [fixed("\n", "a line break")];
    if (run.tag === "AlternateContent" || run.tag === "m")
      return [fixed([...below(run, "t")].map(textOf).join(""), "a formula")];
    if (run.tag !== "r" && run.tag !== "fld") return [];
    const text = child(run, "t");
    const pieces = (text?.children ?? []).flatMap((each): TextPiece[] => {
      if (isElement(each)) return [];
      if (run.tag === "fld") return [fixed(each.text, "a field")];
      const { start, end } = each;
      return [
        { text: each.text, place: { kind: "text", part: ctx.part, start, end, paragraph, textElement: text!, run } },
      ];
    });
    const link = child(child(run, "rPr"), "hlinkClick");
    const relation = link && ctx.relations.get(attribute(link, "id") ?? "");
    return relation?.isExternal && hasText(pieces) ? [markup("["), ...pieces, markup(`](${relation.target})`)] : pieces;
  });
}

async function speakerNotes(parts: Parts, part: string): Promise<TextPiece[][]> {
  const root = await parts.xml(part);
  if (!root) return [];
  const ctx: SlideContext = { parts, part, relations: await parts.relations(part) };
  const bodies = [...below(root, "sp")].filter((shape) => placeholderOf(shape) === "body");
  const texts = bodies.flatMap((shape) => {
    const body = child(shape, "txBody");
    return body ? [textBody(body, "notes", ctx)] : [];
  });
  return texts.filter(hasText).map((text) => [markup("Notes: "), ...text]);
}

async function comments(parts: Parts, part: string): Promise<TextPiece[][]> {
  const root = await parts.xml(part);
  return [...(root ? below(root, "cm") : [])].map((comment) => {
    const text = [...below(comment, "text", "t")].map(textOf).join(" ");
    return [fixed(`[comment] ${text}`, "a comment")];
  });
}
