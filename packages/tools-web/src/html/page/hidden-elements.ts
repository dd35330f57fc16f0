import { openCascade } from "../styles/cascade.ts";
import { concealmentOf, type InheritedStyle, isVeiled, plainLook, revealed } from "../styles/concealment.ts";
import { matchesMedia } from "../styles/media.ts";
import {
  blockTags,
  classesOf,
  type Element,
  element,
  elementsOf,
  type Node,
  parentsIn,
  sizeOf,
  textOf,
} from "../tree.ts";

/** Elements that show no text of their own, whatever they hold. */
const silent = new Set(
  "script style template svg canvas object embed applet noembed noframes head meta link base param source track datalist map area col colgroup textarea select dialog".split(
    " ",
  ),
);

/** Elements that show something which is not text inside. */
const replaced = new Set(["img", "input", "iframe", "video", "audio", "picture"]);

/** The share of a page's characters above which an element waits for the page's script. */
const nearlyAll = 0.8;
/** Characters beside an element that say nothing. */
const minText = 40;

export interface Dropped {
  /** What the page would say without scripts. */
  readonly withoutScripts: readonly Element[];
  /** What a reader of the rest has to know. */
  readonly notes: readonly string[];
}

/** An element on the way through the page. */
interface Pending {
  readonly element: Element;
  readonly look: InheritedStyle;
}

/**
 * Take out what a reader of the page cannot see, by its attributes and its own style sheets: it is where text hides that
 * is meant for models only. A page that hides nearly all of itself until its script runs is taken as visible.
 */
export function dropHidden(root: Element, { isQuirky = false } = {}): Dropped {
  const body = completeBody(root);
  const parents = parentsIn(root);
  parents.delete(root.children[0] as Element);
  const { sheets, hasScripts } = surveyOf(root);
  const cascade = openCascade(sheets, parents, { isQuirky });
  const all = sizeOf(body).characters;
  const withoutScripts: Element[] = [];
  /** What goes; the tree stays whole until every selector was matched. */
  const removed = new Set<Element>();
  /** Where text begins not to be seen. */
  const emptied = new Set<Element>();
  const waiting: Pending[] = [];
  let isRevealed = false;

  visit({ element: root, look: plainLook });
  for (let next = waiting.pop(); next; next = waiting.pop()) visit(next);

  removeAll(root, removed);
  for (const each of emptied) if (showsAnything(each)) emptied.delete(each);
  removeAll(root, emptied);
  return {
    withoutScripts,
    notes: [
      ...(cascade.isCut()
        ? ["Not all of its style sheets were read: text that is hidden on the page may be included here."]
        : []),
      ...(isRevealed
        ? ["The page hides nearly all of its text until its scripts run. The text is included here."]
        : []),
    ],
  };

  /** Look at what an element holds: note what is hidden, and wait for the rest. */
  function visit({ element: parent, look }: Pending): void {
    for (const child of parent.children) {
      if (typeof child === "string") continue;
      if (silent.has(child.tag) && child.tag !== "head") {
        if (!isOpenDialog(child) && !isData(child)) removed.add(child);
      } else if (child.tag === "noscript") {
        withoutScripts.push(child);
        removed.add(child);
      } else {
        const found = pendingOf(child, look);
        if (found) waiting.push(found);
        else removed.add(child);
      }
    }
  }

  /** Undefined for an element that is not seen, nor anything in it. Text of its own that is not seen is taken out. */
  function pendingOf(found: Element, around: InheritedStyle): Pending | undefined {
    if (found.tag === "head") return { element: found, look: around };
    const { look: own, hidesAll, isBlock, isSmall } = concealmentOf(found, around, cascade);
    if (isBlock && !blockTags.has(found.tag)) found.isBlock = true;
    const isGone = hidesAll || isHidden(found);
    let look = own;
    if (isGone || (isUnseen(own) && !isUnseen(around))) {
      if (holdsThePage(found)) {
        isRevealed = true;
        look = revealed(own);
      } else if (isGone) return undefined;
      else emptied.add(found);
    }
    if (replaced.has(found.tag)) {
      if (!look.isVisible) return undefined;
      if (isVeiled(look)) dropWords(found);
    } else if (isUnseen(look)) {
      dropOwnText(found);
      dropTarget(found);
    } else if (isSmall) dropOwnText(found);
    return { element: found, look };
  }

  function holdsThePage(found: Element): boolean {
    if (found.tag === "html" || found.tag === "body") return true;
    const { characters } = sizeOf(found);
    return all > 0 && characters > nearlyAll * all && (hasScripts || all - characters <= minText);
  }
}

/**
 * Put in the `html` and `body` that a page does not write, and what stands outside of them into the body, as a browser does.
 * Returns the body.
 */
function completeBody(root: Element): Element {
  const html = root.children.find((child) => typeof child !== "string" && child.tag === "html");
  const whole = (html as Element | undefined) ?? element("html");
  const [beforeHtml, afterHtml] = around(root.children, html);
  const bodies = (html ? whole.children : []).filter((child) => typeof child !== "string" && child.tag === "body");
  const body = (bodies[0] as Element | undefined) ?? element("body");
  const [beforeBody, afterBody] = around(html ? whole.children : [], bodies[0]);
  const isHead = (child: Node) => typeof child !== "string" && child.tag === "head";
  const outside = [...beforeHtml, ...beforeBody];
  whole.children = [...outside.filter(isHead), body];
  body.children = [...outside.filter((child) => !isHead(child)), ...body.children, ...afterBody, ...afterHtml];
  root.children = [whole];
  for (const each of [whole, body]) each.holdsBlocks = true;
  return body;
}

/** What is before and behind one child. */
function around(
  children: readonly Node[],
  child: Node | undefined,
): [before: readonly Node[], behind: readonly Node[]] {
  const at = child === undefined ? -1 : children.indexOf(child);
  return at < 0 ? [children, []] : [children.slice(0, at), children.slice(at + 1)];
}

function removeAll(root: Element, gone: ReadonlySet<Element>): void {
  if (gone.size === 0) return;
  for (const each of [root, ...elementsOf(root)]) {
    const kept = each.children.filter((child) => typeof child === "string" || !gone.has(child));
    if (kept.length < each.children.length) each.children = kept;
  }
}

/** What shows of the text that is an element's own. */
const ownLetters = ({ children }: Element): number =>
  children.reduce((sum, child) => sum + (typeof child === "string" ? child.trim().length : 0), 0);

const isUnseen = (look: InheritedStyle): boolean => !look.isVisible || isVeiled(look);

/** Text of its own, and what is written for it in attributes. */
function dropOwnText(found: Element): void {
  if (ownLetters(found) > 0) found.children = found.children.map((child) => (typeof child === "string" ? " " : child));
  dropWords(found);
}

const words = ["title", "alt", "aria-label", "aria-description", "placeholder", "value", "label", "summary", "abbr"];

function dropWords(found: Element): void {
  const { attributes } = found;
  if (!words.some((name) => attributes[name] !== undefined)) return;
  found.attributes = Object.fromEntries(Object.entries(attributes).filter(([name]) => !words.includes(name)));
}

/** What is not seen leads nowhere. */
function dropTarget(found: Element): void {
  const { href, ...rest } = found.attributes;
  if (href !== undefined) found.attributes = rest;
}

function showsAnything(root: Element): boolean {
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (replaced.has(next.tag) || ownLetters(next) > 0) return true;
    for (const child of next.children) if (typeof child !== "string") waiting.push(child);
  }
  return false;
}

/** Whether attributes of the element itself keep it from being seen, whatever its styles are. */
function isHidden(found: Element): boolean {
  const { hidden, popover, type } = found.attributes;
  if ((hidden !== undefined && hidden !== "until-found") || popover !== undefined) return true;
  if (found.attributes["aria-hidden"] === "true" && !showsFormula(found)) return true;
  return found.tag === "input" && type === "hidden";
}

/** Formulas are drawn by an image for readers and hidden for screen readers, who get MathML. */
function showsFormula(found: Element): boolean {
  return classesOf(found).includes("fallback-image");
}

function isOpenDialog({ tag, attributes }: Element): boolean {
  return tag === "dialog" && attributes.open !== undefined;
}

/** Structured data and what the head says stay for the metadata. */
function isData({ tag, attributes }: Element): boolean {
  if (tag === "script") return /^application\/ld\+json/i.test(attributes.type?.trim() ?? "");
  return tag === "meta" || tag === "link" || tag === "base";
}

/** What has to be known of a page before its rules are worked out. */
export interface Survey {
  /** The style sheets that are in the page, in their order. */
  readonly sheets: readonly string[];
  readonly hasScripts: boolean;
}

export function surveyOf(root: Element): Survey {
  const sheets: string[] = [];
  let hasScripts = false;
  const unseen = new Set<Element>();
  for (const found of elementsOf(root)) {
    const { tag, attributes } = found;
    if (unseen.has(found) || tag === "template" || tag === "noscript") {
      // Their content is not part of the page, style sheets included.
      for (const child of found.children) if (typeof child !== "string") unseen.add(child);
    } else if (tag === "style") {
      const { type = "", media = "" } = attributes;
      const holds = /^(text\/css)?$/i.test(type.trim()) && matchesMedia(media);
      if (holds !== false) sheets.push(holds ? textOf(found) : `@media ${media}{${textOf(found)}}`);
    } else if (tag === "script") hasScripts ||= !/json/i.test(attributes.type ?? "");
  }
  return { sheets, hasScripts };
}
