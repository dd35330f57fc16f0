import type { getDocumentProxy } from "unpdf";

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/** The characters of a text, by the name of the font it is set in. */
export type SilentGlyphs = ReadonlyMap<string, ReadonlySet<string>>;

/** What pdf.js tells of a font. */
interface FontFacts {
  readonly toUnicode?: { readonly _map?: readonly string[] };
}

/** From Hebrew to Mongolian, and the presentation forms: scripts in which several glyphs may show one letter. */
const shaped = /[\u0590-\u18af\ufb1d-\ufefc]/;

/**
 * The characters of a page that stand for glyphs without text. Where several glyphs show one letter, a writer gives its text
 * to one of them and maps the others to nothing; pdf.js takes the numbers of those for characters.
 */
export async function silentGlyphs(
  page: PdfPage,
  items: readonly { readonly str: string; readonly fontName: string }[],
): Promise<SilentGlyphs> {
  if (!items.some(({ str }) => shaped.test(str))) return new Map();
  await page.getOperatorList();
  const names = [...new Set(items.map(({ fontName }) => fontName))].filter((name) => page.commonObjs.has(name));
  return new Map(names.map((name) => [name, silentOf(page.commonObjs.get(name))]));
}

function silentOf({ toUnicode }: FontFacts): ReadonlySet<string> {
  const silent = new Set<string>();
  const map = toUnicode?._map ?? [];
  map.forEach((text, code) => {
    if (text === "") silent.add(String.fromCharCode(code));
  });
  for (const text of map) for (const char of text ?? "") silent.delete(char);
  return silent;
}
