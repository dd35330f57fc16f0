import { breakStyledLines } from "../markdown/code-text.ts";
import { carryLanguages } from "../markdown/to-markdown.ts";
import { parseMarkup } from "../parse-markup.ts";
import { type DocumentParts, documentParts, type Element, elementsOf, resolveUrl } from "../tree.ts";
import { dropHidden } from "./hidden-elements.ts";
import { type PageMetadata, readMetadata } from "./metadata.ts";

/** A page without what its readers cannot see. */
export interface VisiblePage {
  readonly parts: DocumentParts;
  /** Where relative addresses start. */
  readonly base: string;
  readonly metadata: PageMetadata;
  /** What the page says to readers without scripts. */
  readonly withoutScripts: readonly Element[];
  /** What a reader has to know of what was taken out. */
  readonly notes: readonly string[];
}

/** Read a page and take out what its readers cannot see. */
export function visiblePage(html: string, url: string): VisiblePage {
  const root = parseMarkup(html);
  if (/\$R[CS]\(/.test(html)) placeStreamedParts(root);
  // Without a document type classes and ids count in any case.
  const isQuirky = !/^\s*(?:<\?[^>]*>\s*|<!--[\s\S]{0,2000}?-->\s*)*<!doctype\s+html/i.test(html.slice(0, 5_000));
  const { withoutScripts, notes } = dropHidden(root, { isQuirky });
  if (/<pre/i.test(html)) {
    carryLanguages(root);
    breakStyledLines(root);
  }
  const parts = documentParts(root);
  const base = baseOf(parts.head, url);
  return { parts, base, metadata: readMetadata(parts, base), withoutScripts, notes };
}

/** The address that links start from: the page's own, or the one that its head names. */
function baseOf(head: readonly Element[], url: string): string {
  const written = head.find(({ tag, attributes }) => tag === "base" && attributes.href)?.attributes.href;
  const base = written === undefined ? url : resolveUrl(written, url);
  return /^https?:/i.test(base) ? base : url;
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
