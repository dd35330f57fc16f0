import { classesOf, type Element, elementsOf, firstOf, sizeOf } from "./tree.ts";

/** Elements that show no text of their own, whatever they hold. */
const silent = new Set(
  "script style template svg canvas object embed applet noembed noframes head meta link base param source track datalist map area col colgroup textarea select dialog".split(
    " ",
  ),
);

/**
 * Take out what a reader of the page cannot see: it is where text hides that is meant for models only.
 * A page that hides nearly all of itself until its script runs is taken as visible.
 * Returns what it would say without scripts.
 */
export function dropHidden(root: Element): readonly Element[] {
  const body = firstOf(root, "body") ?? root;
  const all = sizeOf(body).characters;
  const withoutScripts: Element[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const kept = next.children.filter((child) => {
      if (typeof child === "string") return true;
      if (silent.has(child.tag) && child.tag !== "head") return isOpenDialog(child) || isData(child);
      if (child.tag === "noscript") {
        withoutScripts.push(child);
        return false;
      }
      if (child.tag !== "head" && isHidden(child) && !holdsThePage(child, all)) return false;
      waiting.push(child);
      return true;
    });
    if (kept.length < next.children.length) next.children = kept;
  }
  return withoutScripts;
}

/** Whether attributes of the element itself keep it from being seen. */
export function isHidden(found: Element): boolean {
  const { hidden, style } = found.attributes;
  if (hidden !== undefined && hidden !== "until-found") return true;
  if (found.attributes["aria-hidden"] === "true" && !showsFormula(found)) return true;
  if (found.tag === "input" && found.attributes.type === "hidden") return true;
  return style !== undefined && hidesByStyle(style);
}

function hidesByStyle(style: string): boolean {
  const rules = new Map<string, string>();
  for (const rule of style.toLowerCase().split(";")) {
    const colon = rule.indexOf(":");
    if (colon > 0)
      rules.set(
        rule.slice(0, colon).trim(),
        rule
          .slice(colon + 1)
          .replace("!important", "")
          .trim(),
      );
  }
  const is = (name: string, pattern: RegExp) => pattern.test(rules.get(name) ?? "");
  if (is("display", /^none$/) || is("visibility", /^(hidden|collapse)$/)) return true;
  if (is("opacity", zero) || is("font-size", zero) || is("font", /(^|\s)0(px|pt|em|rem|%)?(\s|\/)/)) return true;
  if (is("transform", /scale[xy]?\(\s*0(\.0*)?\s*[,)]/) || is("content-visibility", /^hidden$/)) return true;
  const clipped = is("overflow", /^(hidden|clip)$/);
  if (clipped && ["width", "height", "max-width", "max-height"].some((side) => is(side, tiny))) return true;
  if (is("clip", /^rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)$/)) return true;
  if (is("clip-path", /^inset\(\s*(50|100)%/) || is("text-indent", farAway)) return true;
  const placed = is("position", /^(absolute|fixed)$/);
  return (placed && ["left", "right", "top", "bottom"].some((side) => is(side, farAway))) || is("margin-left", farAway);
}

const zero = /^(0+(\.0*)?|\.0+)(px|pt|em|rem|%|vw|vh)?$/;
const tiny = /^[01](\.0*)?(px|pt|em|rem|%)?$/;
const farAway = /^-\d{3,}(\.\d+)?(px|pt|em|rem|%|vw|vh)?$|^-\d{2,}(em|rem|vw|vh)$/;

/** Formulas are drawn by an image for readers and hidden for screen readers, who get MathML. */
function showsFormula(found: Element): boolean {
  return classesOf(found).includes("fallback-image");
}

function holdsThePage(found: Element, all: number): boolean {
  return !silent.has(found.tag) && all > 0 && sizeOf(found).characters > 0.8 * all;
}

function isOpenDialog({ tag, attributes }: Element): boolean {
  return tag === "dialog" && attributes.open !== undefined;
}

/** Structured data and what the head says stay for the metadata. */
function isData({ tag, attributes }: Element): boolean {
  if (tag === "script") return /^application\/ld\+json/i.test(attributes.type?.trim() ?? "");
  return tag === "meta" || tag === "link" || tag === "base";
}

/** Put what React sent late (`<div hidden id="S:0">`) where its script would put it (`<template id="B:0">`). */
export function placeStreamedParts(root: Element): void {
  const late = new Map<string, Element>();
  const places: Element[] = [];
  for (const found of elementsOf(root)) {
    const id = found.attributes.id ?? "";
    if (found.tag === "div" && found.attributes.hidden !== undefined && /^S:[\da-f]+$/i.test(id)) {
      late.set(id.slice(2), found);
    }
    if (found.tag === "template" && /^[BP]:[\da-f]+$/i.test(id)) places.push(found);
  }
  if (late.size === 0) return;
  const placed = new Set<string>();
  for (const found of elementsOf(root)) {
    found.children = found.children.flatMap((child) => {
      const part =
        typeof child !== "string" && places.includes(child) ? late.get(child.attributes.id!.slice(2)) : undefined;
      if (!part || placed.has(part.attributes.id!)) return [child];
      placed.add(part.attributes.id!);
      found.holdsBlocks ||= part.holdsBlocks;
      return part.children.splice(0);
    });
  }
}
