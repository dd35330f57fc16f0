import type { Tokenizer } from "htmlparser2";
import { brokenDocument, largeDocument, refusedDocument } from "./document-error.ts";

/** Text of an element. One token of the source: `end - start` is its length, unless it stands for a reference such as `&amp;`. */
export interface XmlText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An element, with its places in the source. */
export interface XmlElement {
  /** Without its prefix. */
  readonly tag: string;
  /** By their names as written. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | XmlText)[];
  readonly start: number;
  /** After the opening tag. */
  readonly openEnd: number;
  /** Where the closing tag begins; `openEnd` of an element that closes itself. */
  closeStart: number;
  end: number;
}

/** What a scan visits. Tags are without prefix. */
export interface XmlVisitor {
  open(tag: string, attributes: Readonly<Record<string, string>>, start: number, end: number): void;
  text(text: string, start: number, end: number): void;
  close(tag: string, start: number, end: number): void;
}

export type TokenizerClass = typeof Tokenizer;

const maxDepth = 400;
const maxNodes = 3_000_000;

export const isElement = (child: XmlElement | XmlText): child is XmlElement => "tag" in child;

/** The value of an attribute by its name without prefix. */
export function attribute({ attributes }: Pick<XmlElement, "attributes">, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  for (const key in attributes)
    if (key.endsWith(name) && key[key.length - name.length - 1] === ":") return attributes[key];
  return undefined;
}

export function* elements({ children }: XmlElement): Generator<XmlElement, void, void> {
  for (const each of children) if (isElement(each)) yield each;
}

export const child = (element: XmlElement | undefined, tag: string): XmlElement | undefined =>
  element?.children.find((each): each is XmlElement => isElement(each) && each.tag === tag);

/** All elements of a name below, in order; what is inside one is not looked at. */
export function* below(element: XmlElement, ...tags: readonly string[]): Generator<XmlElement, void, void> {
  for (const each of elements(element)) {
    if (tags.includes(each.tag)) yield each;
    else yield* below(each, ...tags);
  }
}

/** All text below. */
export const textOf = (element: XmlElement): string =>
  element.children.map((each) => (isElement(each) ? textOf(each) : each.text)).join("");

/**
 * Visit the tags and texts of a source in order. Entities that a document declares are refused, and external ones are never
 * loaded. Throws `parse_error` where elements are not closed as they were opened.
 */
export function scanXml(TokenizerOf: TokenizerClass, source: string, visitor: XmlVisitor, isHtml = false): void {
  const open: string[] = [];
  let [tag, name, value, start] = ["", "", "", 0];
  let attributes: Record<string, string> = {};
  const begin = (end: number, isClosed: boolean) => {
    const local = localName(tag);
    visitor.open(local, attributes, start, end);
    if (isClosed) visitor.close(local, end, end);
    else if (open.push(tag) > maxDepth) throw brokenDocument(`its elements are nested more than ${maxDepth} deep`);
  };
  let entityStart = -1;
  let lastEnd = 0;
  const tokenizer = new TokenizerOf(isHtml ? { recognizeSelfClosing: true } : { xmlMode: true }, {
    ontext(from, to) {
      lastEnd = to;
      if (open.length > 0) visitor.text(source.slice(from, to), from, to);
    },
    ontextentity(codePoint, to) {
      entityStart = Math.max(lastEnd, source.lastIndexOf("&", to - 1));
      if (open.length > 0) visitor.text(String.fromCodePoint(codePoint), entityStart, to);
      lastEnd = to;
    },
    oncdata(from, to, offset) {
      if (open.length > 0) visitor.text(source.slice(from, to - offset), from - 9, to + 1);
      lastEnd = to + 1;
    },
    onopentagname(from, to) {
      tag = source.slice(from, to);
      attributes = {};
      start = from - 1;
    },
    onattribname(from, to) {
      name = source.slice(from, to);
      value = "";
    },
    onattribdata(from, to) {
      value += source.slice(from, to);
    },
    onattribentity(codePoint) {
      value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (name !== "__proto__") attributes[name] = value;
    },
    onopentagend(end) {
      lastEnd = end + 1;
      begin(end + 1, isHtml && voidTags.has(tag));
    },
    onselfclosingtag(end) {
      lastEnd = end + 1;
      begin(end + 1, true);
    },
    onclosetag(from, to) {
      const closed = source.slice(from, to);
      const end = source.indexOf(">", to) + 1;
      lastEnd = end;
      if (isHtml && (voidTags.has(closed) || open.at(-1) !== closed)) return closeHtml(closed, from - 2, end);
      if (open.pop() !== closed) throw brokenDocument(`its XML closes ${closed.slice(0, 40)} where it is not open`);
      visitor.close(localName(closed), from - 2, end);
    },
    ondeclaration(from, to) {
      if (/\[|<!ENTITY|^!?ENTITY/i.test(source.slice(from, to)))
        throw refusedDocument(
          "The document is refused: its XML declares entities of its own.",
          "Office programs write none, so it may be made to harm: tell the user.",
        );
    },
    oncomment() {},
    onprocessinginstruction() {},
    onend() {},
  });
  function closeHtml(closed: string, from: number, end: number): void {
    const at = open.lastIndexOf(closed);
    if (at < 0) return;
    for (const each of open.splice(at).toReversed()) visitor.close(localName(each), from, end);
  }
  tokenizer.write(source);
  tokenizer.end();
  if (open.length === 0) return;
  if (!isHtml) throw brokenDocument(`its XML ends within ${open.at(-1)!.slice(0, 40)}`);
  for (const each of open.toReversed()) visitor.close(localName(each), source.length, source.length);
}

const voidTags: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Parse a source into a tree. The root stands for the document. */
export function parseXml(TokenizerOf: TokenizerClass, source: string, isHtml = false): XmlElement {
  const make = (tag: string, attributes: Readonly<Record<string, string>>, start: number, end: number): XmlElement => ({
    tag,
    attributes,
    children: [],
    start,
    openEnd: end,
    closeStart: end,
    end,
  });
  const root = make("#document", {}, 0, 0);
  const open = [root];
  let nodes = 0;
  const add = (node: XmlElement | XmlText) => {
    if (++nodes > maxNodes) throw largeDocument(`A part of the document has more than ${maxNodes} elements.`);
    open[open.length - 1]!.children.push(node);
  };
  scanXml(
    TokenizerOf,
    source,
    {
      open(tag, attributes, start, end) {
        const element = make(tag, attributes, start, end);
        add(element);
        open.push(element);
      },
      text: (text, start, end) => add({ text, start, end }),
      close(_, start, end) {
        const element = open.pop()!;
        element.closeStart = start;
        element.end = end;
      },
    },
    isHtml,
  );
  return root;
}
