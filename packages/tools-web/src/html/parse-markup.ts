import { Tokenizer } from "htmlparser2";
import {
  blockTags,
  type Element,
  element,
  endsParagraph,
  endsSibling,
  paragraphScopes,
  scopes,
  voidTags,
} from "./tree.ts";

/** Elements inside one another, as in browsers; what is nested deeper becomes a child of the last of them. */
const maxDepth = 512;
/** Attributes of one element; further ones are ignored. */
const maxAttributes = 256;

/**
 * Parse HTML of any quality into a tree, in time linear to its length. Never throws. htmlparser2 makes the tokens; the tree
 * is built here, because its parser takes the square of the nesting depth.
 */
export function parseMarkup(html: string): Element {
  const root = element("#root");
  const open: Element[] = [root];
  const tooDeep = new Map<string, number>();
  const source = html.includes("\r") ? html.replace(/\r\n?/g, "\n") : html;
  let tag = "";
  let attributes: Record<string, string> = {};
  let attributeCount = 0;
  let name = "";
  let value = "";
  /** Where the outermost `svg` or `math` is in `open`. */
  let foreignAt = -1;

  const tokenizer = new Tokenizer(
    {},
    {
      ontext(start, end) {
        const skipsBreak = isFreshPre() && source[start] === "\n";
        addText(source.slice(skipsBreak ? start + 1 : start, end));
      },
      ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
      oncdata(start, end, offset) {
        if (isForeign()) addText(source.slice(start, end - offset));
      },
      onopentagname(start, end) {
        tag = source.slice(start, end).toLowerCase();
        attributes = {};
        attributeCount = 0;
      },
      onattribname(start, end) {
        name = source.slice(start, end).toLowerCase();
        value = "";
      },
      onattribdata(start, end) {
        value += source.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (attributeCount++ >= maxAttributes || name === "__proto__" || Object.hasOwn(attributes, name)) return;
        attributes[name] = value;
      },
      onopentagend: () => openElement(tag, attributes, false),
      onselfclosingtag: () => openElement(tag, attributes, true),
      onclosetag(start, end) {
        const closed = source.slice(start, end).toLowerCase();
        if (closed === "br") openElement("br", {}, false);
        else closeElement(closed);
      },
      isInForeignContext: isForeign,
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return root;

  function openElement(tag: string, attributes: Record<string, string>, isClosed: boolean): void {
    if (endsParagraph.has(tag)) closeWithin("p", paragraphScopes);
    if (Object.hasOwn(endsSibling, tag)) closeOutermost(...endsSibling[tag]!);
    const child = element(tag, attributes);
    open[open.length - 1]!.children.push(child);
    if (blockTags.has(tag)) {
      for (let i = open.length - 1; i >= 0 && !open[i]!.holdsBlocks; i--) open[i]!.holdsBlocks = true;
    }
    const startsForeign = tag === "svg" || tag === "math";
    if (voidTags.has(tag) || (isClosed && (startsForeign || isForeign()))) return;
    if (open.length >= maxDepth) tooDeep.set(tag, (tooDeep.get(tag) ?? 0) + 1);
    else {
      if (startsForeign && !isForeign()) foreignAt = open.length;
      open.push(child);
    }
  }

  function closeElement(tag: string): void {
    const deep = tooDeep.get(tag) ?? 0;
    if (deep > 0) tooDeep.set(tag, deep - 1);
    else closeWithin(tag, scopes);
  }

  /** Close the innermost element of that name and what is open inside it, but look no further than `limits`. */
  function closeWithin(tag: string, limits: ReadonlySet<string>): void {
    for (let i = open.length - 1; i > 0; i--) {
      const name = open[i]!.tag;
      if (name === tag) {
        open.length = i;
        return;
      }
      if (limits.has(name) && !closesScope(tag, name)) return;
    }
  }

  /** Close the outermost of these that is open within `limits`. */
  function closeOutermost(ends: ReadonlySet<string>, limits: ReadonlySet<string>): void {
    let found = 0;
    for (let i = open.length - 1; i > 0 && !limits.has(open[i]!.tag); i--) if (ends.has(open[i]!.tag)) found = i;
    if (found > 0) open.length = found;
  }

  function addText(text: string): void {
    if (text === "") return;
    const { children } = open[open.length - 1]!;
    const last = children.length - 1;
    if (typeof children[last] === "string") children[last] += text;
    else children.push(text);
  }

  /** The line break right after `<pre>` is not text. */
  function isFreshPre(): boolean {
    const { tag, children } = open[open.length - 1]!;
    return children.length === 0 && (tag === "pre" || tag === "listing");
  }

  function isForeign(): boolean {
    const at = open[foreignAt]?.tag;
    return at === "svg" || at === "math";
  }
}

/** Closing a table closes its cells, closing a row its cells. */
function closesScope(tag: string, scope: string): boolean {
  if (tag === "table") return scope === "td" || scope === "th" || scope === "caption";
  return (scope === "td" || scope === "th") && (tag === "tr" || tag === "tbody" || tag === "thead" || tag === "tfoot");
}
