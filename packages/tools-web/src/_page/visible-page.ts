import { carryLanguages } from "./code-block.ts";
import { type DocumentParts, documentParts } from "./document-parts.ts";
import { dropHidden, placeStreamedParts } from "./hide.ts";
import { type PageMetadata, readMetadata } from "./metadata.ts";
import { resolveUrl } from "./page-url.ts";
import { parseMarkup } from "./parse-markup.ts";
import type { Element } from "./tree.ts";

/** A page without what its readers cannot see. */
export interface VisiblePage {
  readonly parts: DocumentParts;
  /** Where relative addresses start. */
  readonly base: string;
  readonly metadata: PageMetadata;
  /** What the page says to readers without scripts. */
  readonly withoutScripts: readonly Element[];
}

/** Read a page and take out what its readers cannot see. */
export function visiblePage(html: string, url: string): VisiblePage {
  const root = parseMarkup(html);
  if (/\$R[CS]\(/.test(html)) placeStreamedParts(root);
  const withoutScripts = dropHidden(root);
  if (/<pre/i.test(html)) carryLanguages(root);
  const parts = documentParts(root);
  const base = baseOf(parts.head, url);
  return { parts, base, metadata: readMetadata(parts, base), withoutScripts };
}

/** The address that links start from: the page's own, or the one that its head names. */
function baseOf(head: readonly Element[], url: string): string {
  const written = head.find(({ tag, attributes }) => tag === "base" && attributes.href)?.attributes.href;
  const base = written === undefined ? url : resolveUrl(written, url);
  return /^https?:/i.test(base) ? base : url;
}
