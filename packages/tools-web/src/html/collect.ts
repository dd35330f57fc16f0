import type { Page, PageTable } from "./page.ts";
import { resolveUrl } from "./page-url.ts";
import { plainLine } from "./plain-text.ts";
import { isDataTable, tableGrid } from "./table-grid.ts";
import { type Element, elementsOf } from "./tree.ts";

/** Links to other places, absolute, each address once with the first text that it has. */
export function collectLinks(root: Element, base: string): Page["links"] {
  const found = new Map<string, string>();
  for (const node of elementsOf(root)) {
    const { href } = node.attributes;
    if ((node.tag !== "a" && node.tag !== "area") || !href || href.startsWith("#")) continue;
    if (/^\s*(javascript|data|vbscript|blob|about):/i.test(href)) continue;
    const url = resolveUrl(href, base);
    const text = plainLine(node) || node.attributes["aria-label"] || node.attributes.title || "";
    if (!found.get(url)) found.set(url, text);
  }
  return [...found].map(([url, text]) => ({ text, url }));
}

/** Tables of data, in the order of the page. */
export function collectTables(root: Element): readonly PageTable[] {
  const tables: PageTable[] = [];
  for (const node of elementsOf(root)) {
    if (node.tag !== "table" || !isDataTable(node)) continue;
    const { caption, header, rows } = tableGrid(node, plainLine);
    tables.push({ ...(caption && { caption: plainLine(caption) }), headers: header, rows });
  }
  return tables;
}
