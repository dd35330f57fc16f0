import { type Element, elementsOf, textOf } from "../tree.ts";
import { matchesMedia } from "./conditions.ts";

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
