import { collapse, type Element, elementsOf, textOf } from "./tree.ts";

/** Characters from which a text that is found elsewhere is a repetition; shorter ones are emoji, symbols, single words. */
const minRepeated = 12;

/**
 * Take the alternative texts out of images that say nothing by them: names of files, and what another image or the text
 * around says in the same words. The images stay. Formulas keep theirs, however often they occur, and a page of images, whose
 * texts are most of what it says, keeps all.
 */
export function dropIdleImageTexts(root: Element): void {
  const images = [...elementsOf(root)].filter(({ tag, attributes }) => tag === "img" && attributes.alt);
  if (images.length === 0) return;
  const said = ` ${words(textOf(root))} `;
  if (images.reduce((sum, { attributes }) => sum + (attributes.alt ?? "").length, 0) > said.length) return;
  const seen = new Set<string>();
  for (const image of images) {
    const alt = collapse(image.attributes.alt ?? "").trim();
    const same = words(alt);
    const repeats =
      alt.length >= minRepeated && !alt.includes("\\") && same !== "" && (seen.has(same) || said.includes(` ${same} `));
    seen.add(same);
    if (repeats || isFileName(alt)) image.attributes = { ...image.attributes, alt: "" };
  }
}

/** `IMG_2041.JPG`, `hero-image-2x.webp`, `/img/a.png`, `DSC00042`. */
const isFileName = (alt: string): boolean =>
  /^\S+\.(?:jpe?g|png|gif|webp|svg|avif|bmp|tiff?|heic|ico)$/i.test(alt) ||
  /^(?:IMG|DSC|DSCN|PXL|MVI)[-_]?\d+\S*$/i.test(alt);

const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
