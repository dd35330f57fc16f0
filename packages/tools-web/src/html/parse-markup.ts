import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import {
  blockTags,
  type Element,
  element,
  endsParagraph,
  endsSibling,
  paragraphScopes,
  rawTags,
  scopes,
  voidTags,
} from "./tree.ts";

/** Elements inside one another; what is nested deeper hangs on the last of them. */
const maxDepth = 200;
/** Attributes of one element; further ones are passed over. */
const maxAttributes = 256;

/** Read HTML of any quality into a tree, in time that grows with its length. Never throws. */
export function parseMarkup(html: string): Element {
  const root = element("#root");
  const open: Element[] = [root];
  const tooDeep = new Map<string, number>();
  const source = html.includes("\r") ? html.replace(/\r\n?/g, "\n") : html;
  let at = 0;

  while (at < source.length) {
    const less = nextMarkup(at);
    if (less !== at) addText(source.slice(at, less < 0 ? source.length : less));
    if (less < 0) break;
    at = readMarkup(less);
  }
  return root;

  /** Where the next `<` stands that is more than a character; below 0 when none does. */
  function nextMarkup(from: number): number {
    let less = source.indexOf("<", from);
    while (less >= 0 && !beginsMarkup(source.charCodeAt(less + 1))) less = source.indexOf("<", less + 1);
    return less;
  }

  /** What begins at `<`; returns where it ends. */
  function readMarkup(less: number): number {
    const code = source.charCodeAt(less + 1);
    if (isLetter(code)) return readStart(less + 1);
    if (code === slash) {
      if (isLetter(source.charCodeAt(less + 2))) return readEnd(less + 2);
      return after(">", less + 2);
    }
    if (code === bang) {
      if (source.startsWith("--", less + 2)) {
        const short = /^-?>/.exec(source.slice(less + 4, less + 6));
        return short ? less + 4 + short[0].length : after("-->", less + 4);
      }
      if (!source.startsWith("[CDATA[", less + 2)) return after(">", less + 2);
      const end = source.indexOf("]]>", less + 9);
      addText(source.slice(less + 9, end < 0 ? source.length : end), true);
      return end < 0 ? source.length : end + 3;
    }
    return after(">", less + 2);
  }

  function readStart(from: number): number {
    let end = from + 1;
    while (end < source.length && !endsName(source.charCodeAt(end))) end++;
    const tag = source.slice(from, end).toLowerCase();
    const attributes: Record<string, string> = {};
    const [next, closed] = readAttributes(end, attributes);
    openElement(tag, attributes, closed);
    if (!rawTags.has(tag)) {
      const skipsBreak = (tag === "pre" || tag === "listing") && source.charCodeAt(next) === lineFeed;
      return skipsBreak ? next + 1 : next;
    }
    const close = new RegExp(`</${tag}(?=[\\s/>])`, "gi");
    close.lastIndex = next;
    const stop = close.exec(source)?.index ?? source.length;
    addText(source.slice(next, stop), tag !== "title" && tag !== "textarea");
    closeElement(tag);
    return stop === source.length ? stop : after(">", stop);
  }

  /** Read attributes up to the end of the tag; returns where it is, and whether the tag closes itself. */
  function readAttributes(from: number, into: Record<string, string>): [end: number, closed: boolean] {
    let i = from;
    let count = 0;
    for (;;) {
      while (isSpace(source.charCodeAt(i)) || source.charCodeAt(i) === slash) i++;
      if (i >= source.length) return [i, false];
      if (source.charCodeAt(i) === greater) return [i + 1, source.charCodeAt(i - 1) === slash];
      const start = i++;
      while (i < source.length && source.charCodeAt(i) !== equals && !endsName(source.charCodeAt(i))) i++;
      const name = source.slice(start, i);
      let equal = i;
      while (isSpace(source.charCodeAt(equal))) equal++;
      let value = "";
      if (source.charCodeAt(equal) === equals) {
        i = equal + 1;
        while (isSpace(source.charCodeAt(i))) i++;
        const quote = source.charCodeAt(i);
        const begin = quote === double || quote === single ? i + 1 : i;
        if (begin > i) {
          const end = source.indexOf(source[i]!, begin);
          i = end < 0 ? source.length : end;
          value = source.slice(begin, i++);
        } else {
          while (i < source.length && source.charCodeAt(i) !== greater && !isSpace(source.charCodeAt(i))) i++;
          value = source.slice(begin, i);
        }
      }
      if (count++ >= maxAttributes) continue;
      const key = name.toLowerCase();
      if (key !== "__proto__" && !Object.hasOwn(into, key)) {
        into[key] = value.includes("&") ? decodeHTMLAttribute(value) : value;
      }
    }
  }

  function openElement(tag: string, attributes: Record<string, string>, closed: boolean): void {
    if (endsParagraph.has(tag)) closeWithin("p", paragraphScopes);
    const sibling = endsSibling[tag];
    if (sibling && Object.hasOwn(endsSibling, tag)) closeAny(...sibling);
    const parent = open[open.length - 1]!;
    const child = element(tag, attributes);
    parent.children.push(child);
    if (blockTags.has(tag)) {
      for (let i = open.length - 1; i >= 0 && !open[i]!.holdsBlocks; i--) open[i]!.holdsBlocks = true;
    }
    if (voidTags.has(tag) || (closed && isForeign(tag))) return;
    if (open.length < maxDepth) open.push(child);
    else tooDeep.set(tag, (tooDeep.get(tag) ?? 0) + 1);
  }

  function readEnd(from: number): number {
    let end = from + 1;
    while (end < source.length && !endsName(source.charCodeAt(end))) end++;
    const tag = source.slice(from, end).toLowerCase();
    if (tag === "br") openElement("br", {}, false);
    else closeElement(tag);
    return after(">", end);
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
      if (limits.has(name) && !outranks(tag, name)) return;
    }
  }

  /** Close the outermost of these that is open within `limits`. */
  function closeAny(ends: ReadonlySet<string>, limits: ReadonlySet<string>): void {
    let found = 0;
    for (let i = open.length - 1; i > 0 && !limits.has(open[i]!.tag); i--) if (ends.has(open[i]!.tag)) found = i;
    if (found > 0) open.length = found;
  }

  function addText(text: string, isRaw = false): void {
    if (text === "") return;
    const { children } = open[open.length - 1]!;
    const decoded = isRaw ? text : decodeText(text);
    const last = children.length - 1;
    if (typeof children[last] === "string") children[last] += decoded;
    else children.push(decoded);
  }

  function after(mark: string, from: number): number {
    const found = source.indexOf(mark, from);
    return found < 0 ? source.length : found + mark.length;
  }

  function isForeign(tag: string): boolean {
    return tag === "svg" || tag === "math" || open.some(({ tag }) => tag === "svg" || tag === "math");
  }
}

/** Closing a table closes its cells, closing a row its cells. */
function outranks(tag: string, scope: string): boolean {
  if (tag === "table") return scope === "td" || scope === "th" || scope === "caption";
  return (scope === "td" || scope === "th") && (tag === "tr" || tag === "tbody" || tag === "thead" || tag === "tfoot");
}

const [slash, bang, question, greater, equals, double, single, lineFeed] = [47, 33, 63, 62, 61, 34, 39, 10];

function beginsMarkup(code: number): boolean {
  return isLetter(code) || code === slash || code === bang || code === question;
}

function decodeText(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#\w{1,10}|[a-z][a-z\d]{1,40});?/gi, (reference) => decodeHTML(reference))
    : text;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11);
}

function endsName(code: number): boolean {
  return code === greater || code === slash || isSpace(code);
}
