import type { Relationship } from "../container/parts.ts";
import { attribute, below, child, isElement, textOf, type XmlElement } from "../container/xml.ts";
import { fixed, hasText, markup, type RunPlace, type TextPiece } from "../pieces.ts";

/** Where a paragraph stands, and what its runs refer to. */
export interface WordContext {
  readonly part: string;
  readonly relations: ReadonlyMap<string, Relationship>;
  /** The text is filled in by the document, from its properties or data. */
  readonly isBound?: boolean;
  /** Called where a page ends within the paragraph. */
  onPageBreak?(): void;
  /** Boxes of text that hang on the paragraph. */
  onTextBox?(content: XmlElement): void;
}

interface Within {
  readonly paragraph: object;
  readonly run?: XmlElement;
  readonly isInserted?: boolean;
}

const pictures = new Set(["drawing", "pict", "object"]);

/** The text of a paragraph with its links, notes, tracked changes and placeholders of images. */
export function paragraphPieces(paragraph: XmlElement, ctx: WordContext): TextPiece[] {
  return childPieces(paragraph, ctx, { paragraph });
}

const childPieces = (element: XmlElement, ctx: WordContext, within: Within): TextPiece[] =>
  element.children.flatMap((each) => (isElement(each) ? piecesOf(each, ctx, within) : []));

function piecesOf(element: XmlElement, ctx: WordContext, within: Within): TextPiece[] {
  const { tag } = element;
  if (tag === "t") return textPieces(element, ctx, within);
  if (tag === "r") return childPieces(element, ctx, { ...within, run: element });
  if (pictures.has(tag)) return picture(element, ctx);
  const own = single[tag];
  if (own) return own(element, ctx, within);
  return [];
}

/** The context inside a content control. */
export const boundBy = (control: XmlElement, ctx: WordContext): WordContext =>
  child(child(control, "sdtPr"), "dataBinding") ? { ...ctx, isBound: true } : ctx;

type Render = (element: XmlElement, ctx: WordContext, within: Within) => TextPiece[];

const inside: Render = (element, ctx, within) => childPieces(element, ctx, within);

const inserted: Render = (element, ctx, within) => {
  const pieces = childPieces(element, ctx, { ...within, isInserted: true });
  return pieces.length > 0 ? [markup("{++"), ...pieces, markup("++}")] : [];
};

const deleted: Render = (element) => {
  const text = [...below(element, "delText", "t")].map(textOf).join("");
  return text ? [fixed(`{--${text}--}`, "a tracked deletion")] : [];
};

const single: Readonly<Record<string, Render>> = {
  tab: () => [fixed("\t", "a tab")],
  ptab: () => [fixed("\t", "a tab")],
  cr: () => [fixed("\n", "a line break")],
  br: (element, ctx) => {
    if (attribute(element, "type") !== "page") return [fixed("\n", "a line break")];
    ctx.onPageBreak?.();
    return [];
  },
  lastRenderedPageBreak: (_, ctx) => {
    ctx.onPageBreak?.();
    return [];
  },
  noBreakHyphen: () => [fixed("\u2011", "a hyphen")],
  sym: (element) => {
    const code = Number.parseInt(attribute(element, "char") ?? "", 16);
    return code > 0 && code < 0x110000 ? [fixed(symbol(code), "a symbol")] : [];
  },
  footnoteReference: (element) => [fixed(`[^${attribute(element, "id")}]`, "a footnote")],
  endnoteReference: (element) => [fixed(`[^e${attribute(element, "id")}]`, "an endnote")],
  commentReference: (element) => [fixed(`[comment ${attribute(element, "id")}]`, "a comment")],
  ins: inserted,
  moveTo: inserted,
  del: deleted,
  moveFrom: deleted,
  hyperlink: (element, ctx, within) => {
    const pieces = childPieces(element, ctx, within);
    const target = ctx.relations.get(attribute(element, "id") ?? "")?.target;
    return target && hasText(pieces) ? [markup("["), ...pieces, markup(`](${target})`)] : pieces;
  },
  fldSimple: inside,
  smartTag: inside,
  customXml: inside,
  sdt: (element, ctx, within) => childPieces(element, boundBy(element, ctx), within),
  sdtContent: inside,
  dir: inside,
  bdo: inside,
  ruby: inside,
  rubyBase: inside,
  AlternateContent: (element, ctx, within) => {
    const chosen = child(element, "Choice") ?? child(element, "Fallback");
    return chosen ? childPieces(chosen, ctx, within) : [];
  },
  oMathPara: inside,
  oMath: (element) => [fixed([...below(element, "t")].map(textOf).join(""), "a formula")],
};

/** Symbol fonts keep their characters in a private area of Unicode, by the codes that they had before. */
const symbol = (code: number): string =>
  code >= 0xf000 && code <= 0xf0ff
    ? code === 0xf0b7
      ? "•"
      : String.fromCodePoint(code - 0xf000)
    : String.fromCodePoint(code);

function textPieces(
  element: XmlElement,
  { part, isBound }: WordContext,
  { paragraph, run, isInserted }: Within,
): TextPiece[] {
  return element.children.flatMap((each): TextPiece[] => {
    if (isElement(each)) return [];
    if (isBound) return [fixed(each.text, "a field that the document fills in")];
    const place: RunPlace = {
      ...{ kind: "text", part, start: each.start, end: each.end, paragraph, textElement: element, run },
      ...(isInserted && { isInserted }),
    };
    return [{ text: each.text, place }];
  });
}

function picture(element: XmlElement, ctx: WordContext): TextPiece[] {
  for (const box of below(element, "txbxContent")) ctx.onTextBox?.(box);
  const isBox = [...below(element, "txbxContent")].length > 0;
  const named = [...below(element, "docPr", "shape")].flatMap(
    (each) => attribute(each, "descr") ?? attribute(each, "alt") ?? attribute(each, "title") ?? [],
  )[0];
  const hasImage = [...below(element, "blip", "imagedata")].length > 0;
  if (!hasImage)
    return [...below(element, "chart")].length > 0
      ? [fixed(`[chart${named ? `: ${flat(named)}` : ""}]`, "a chart")]
      : [];
  return isBox && !named ? [] : [fixed(`[image${named ? `: ${flat(named)}` : ""}]`, "an image")];
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();
