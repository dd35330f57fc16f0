import { brokenDocument, refusedDocument } from "../container/document-error.ts";
import { type Parts, resolvePart } from "../container/parts.ts";
import { attribute, below } from "../container/xml.ts";
import type { DocumentPart } from "../document.ts";
import { markup } from "../pieces.ts";
import { htmlToMarkdown } from "./html-blocks.ts";

/** The chapters of a book, in the order in which they are read. */
export async function readEpub(parts: Parts): Promise<readonly DocumentPart[]> {
  const container = await parts.xml("META-INF/container.xml");
  const file = container && [...below(container, "rootfile")][0];
  const main = file && attribute(file, "full-path");
  const book = main === undefined ? undefined : await parts.xml(main);
  if (main === undefined || !book) throw brokenDocument("its list of chapters is missing");
  const items = new Map([...below(book, "item")].map((item) => [attribute(item, "id"), item]));
  const names = [...below(book, "itemref")].flatMap((each) => {
    const href = items.get(attribute(each, "idref"));
    const target = href && attribute(href, "href");
    const name = target === undefined ? "" : resolvePart(main, decodeURI(target.split("#")[0]!));
    return parts.has(name) ? [name] : [];
  });
  if (names.length === 0) throw brokenDocument("it names no chapters");
  if (parts.has("META-INF/encryption.xml")) {
    const encrypted = await parts.xml("META-INF/encryption.xml");
    const hidden = new Set(
      [...(encrypted ? below(encrypted, "CipherReference") : [])].map((each) => attribute(each, "URI")),
    );
    if (names.some((name) => hidden.has(name)))
      throw refusedDocument("The book is encrypted (DRM).", "Ask for a copy without DRM.");
  }
  return names.map((name) => ({
    name: "",
    pieces: async () => {
      const root = await parts.xml(name, true);
      const body = root && ([...below(root, "body")][0] ?? root);
      return body ? [markup(htmlToMarkdown(body))] : [];
    },
  }));
}
