import { openCascade } from "./styles/cascade.ts";
import { concealmentOf, isVeiled, type Look, plainLook, revealed } from "./styles/concealment.ts";
import { matchesMedia } from "./styles/conditions.ts";
import type { Frame } from "./styles/selectors.ts";
import { classesOf, type Element, element, elementsOf, firstOf, sizeOf, textOf } from "./tree.ts";

/** Elements that show no text of their own, whatever they hold. */
const silent = new Set(
  "script style template svg canvas object embed applet noembed noframes head meta link base param source track datalist map area col colgroup textarea select dialog".split(
    " ",
  ),
);

/** Elements that show something which is not text inside. */
const replaced = new Set(["img", "input", "iframe", "video", "audio", "picture"]);

/** The share of a page's characters above which an element waits for the page's script, or colors are misread. */
const nearlyAll = 0.8;
const tooMuch = 0.5;
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
  readonly frame: Frame;
  readonly look: Look;
}

/**
 * Take out what a reader of the page cannot see, by its attributes and its own style sheets: it is where text hides that
 * is meant for models only. A page that hides nearly all of itself until its script runs is taken as visible.
 */
export function dropHidden(root: Element, { isQuirky = false } = {}): Dropped {
  const { sheets, hasLinks, hasScripts, isDark, holdsPicture } = surveyOf(root);
  const cascade = openCascade(sheets, isQuirky, hasLinks);
  const plain = plainLook(cascade, isDark);
  const all = sizeOf(firstOf(root, "body") ?? root).characters;
  const withoutScripts: Element[] = [];
  const colored: Element[] = [];
  /** Where text begins not to be seen. */
  const emptied = new Set<Element>();
  const waiting: Pending[] = [];
  let isRevealed = false;

  const page = made("html", undefined);
  visit(root, page);
  for (let next = waiting.pop(); next; next = waiting.pop()) visit(next.frame.element, next);

  const inColor = colored.reduce((sum, each) => sum + ownLetters(each), 0);
  const isMisread = inColor > tooMuch * all;
  if (!isMisread) for (const each of colored) dropOwnText(each);
  for (const each of emptied) if (showsAnything(each)) emptied.delete(each);
  if (emptied.size > 0) {
    for (const each of [root, ...elementsOf(root)]) {
      const kept = each.children.filter((child) => typeof child === "string" || !emptied.has(child));
      if (kept.length < each.children.length) each.children = kept;
    }
  }
  return {
    withoutScripts,
    notes: [
      ...(cascade.isCut()
        ? ["Its style sheets go beyond what is read: text that its readers do not see may be here."]
        : []),
      ...(isRevealed
        ? ["As it was sent the page hides nearly all of its text, until its scripts run. It is here."]
        : []),
      ...(isMisread ? ["Most of its text seems to have the color of its background. It is here."] : []),
      ...(inColor > 0 && !isMisread
        ? [`${inColor} characters in the color of their background, which readers do not see, were left out.`]
        : []),
    ],
  };

  /** Look at what an element holds: leave out what is hidden, and wait for the rest. */
  function visit(parent: Element, around: Pending): void {
    const siblings = parent.children.filter((child) => typeof child !== "string");
    let index = 0;
    let body: Pending | undefined;
    const kept = parent.children.filter((child) => {
      if (typeof child === "string") return true;
      const at = index++;
      if (silent.has(child.tag) && child.tag !== "head") return isOpenDialog(child) || isData(child);
      if (child.tag === "noscript") {
        withoutScripts.push(child);
        return false;
      }
      // A browser puts the body that a page does not write.
      const isBare = around.frame.element.tag === "html" && !/^(html|head|body)$/.test(child.tag);
      if (isBare) body ??= made("body", around);
      const above = child.tag === "html" ? undefined : (body ?? around);
      const found = pendingOf({ element: child, parent: above?.frame, siblings, index: at }, above?.look ?? plain);
      if (found) waiting.push(found);
      return found !== undefined;
    });
    if (kept.length < parent.children.length) parent.children = kept;
  }

  function made(tag: string, around: Pending | undefined): Pending {
    const frame = { element: element(tag), parent: around?.frame, siblings: [], index: 0 };
    return pendingOf(frame, around?.look ?? plain) ?? { frame, look: around?.look ?? plain };
  }

  /** Undefined for an element that is not seen, nor anything in it. Text of its own that is not seen is taken out. */
  function pendingOf(frame: Frame, around: Look): Pending | undefined {
    const { element: found } = frame;
    if (found.tag === "head") return { frame, look: around };
    const { look: own, hidesAll, isSmall, byColor } = concealmentOf(frame, around, cascade, holdsPicture);
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
    else if (byColor) colored.push(found);
    return { frame, look };
  }

  function holdsThePage(found: Element): boolean {
    if (found.tag === "html" || found.tag === "body") return true;
    const { characters } = sizeOf(found);
    return all > 0 && characters > nearlyAll * all && (hasScripts || all - characters <= minText);
  }
}

/** What shows of the text that is an element's own. */
const ownLetters = ({ children }: Element): number =>
  children.reduce((sum, child) => sum + (typeof child === "string" ? child.trim().length : 0), 0);

const isUnseen = (look: Look): boolean => !look.isVisible || isVeiled(look);

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
  /** The style sheets that stand in the page, in their order. */
  readonly sheets: readonly string[];
  /** It names sheets that lie elsewhere. */
  readonly hasLinks: boolean;
  readonly hasScripts: boolean;
  /** It asks for dark colors of the browser's own. */
  readonly isDark: boolean;
  readonly holdsPicture: (element: Element) => boolean;
}

export function surveyOf(root: Element): Survey {
  const sheets: string[] = [];
  let [hasLinks, hasScripts, isDark] = [false, false, false];
  const unseen = new Set<Element>();
  for (const found of elementsOf(root)) {
    const { tag, attributes } = found;
    if (unseen.has(found) || tag === "template" || tag === "noscript") {
      // What they hold is no part of the page, style sheets included.
      for (const child of found.children) if (typeof child !== "string") unseen.add(child);
    } else if (tag === "style") {
      if (/^(text\/css)?$/i.test(attributes.type?.trim() ?? "") && matchesMedia(attributes.media ?? ""))
        sheets.push(textOf(found));
    } else if (tag === "link") {
      const relations = (attributes.rel ?? "").toLowerCase().split(/\s+/);
      hasLinks ||=
        relations.includes("stylesheet") && !relations.includes("alternate") && matchesMedia(attributes.media ?? "");
    } else if (tag === "script") hasScripts ||= !/json/i.test(attributes.type ?? "");
    else if (tag === "meta" && attributes.name?.toLowerCase() === "color-scheme")
      isDark ||= /\bdark\b/i.test(attributes.content ?? "");
  }
  let holders: ReadonlySet<Element> | undefined;
  const holdsPicture = (found: Element) => {
    holders ??= pictureHolders(root);
    return holders.has(found);
  };
  return { sheets, hasLinks, hasScripts, isDark, holdsPicture };
}

const pictures = new Set(["img", "picture", "video", "svg", "canvas", "iframe", "object", "embed"]);

/** Every element that is a picture or has one in it. */
function pictureHolders(root: Element): ReadonlySet<Element> {
  const around = new Map<Element, Element>();
  const holders = new Set<Element>();
  for (const found of [root, ...elementsOf(root)]) {
    for (const child of found.children) if (typeof child !== "string") around.set(child, found);
    if (!pictures.has(found.tag)) continue;
    for (let up: Element | undefined = found; up && !holders.has(up); up = around.get(up)) holders.add(up);
  }
  return holders;
}
