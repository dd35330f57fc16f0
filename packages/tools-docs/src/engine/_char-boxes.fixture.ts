import { PDFiumLibrary } from "@hyzyla/pdfium";

/** A character of a page and its box, in points from the lower left corner. */
export interface CharBox {
  readonly char: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export interface PageBoxes {
  readonly width: number;
  readonly height: number;
  readonly chars: readonly CharBox[];
}

/** The part of PDFium that its wrapper does not show. */
interface RawPage {
  readonly pageIdx: number;
  readonly module: {
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(bytes: number): number };
    _FPDFText_LoadPage(page: number): number;
    _FPDFText_ClosePage(text: number): void;
    _FPDFText_CountChars(text: number): number;
    _FPDFText_GetUnicode(text: number, at: number): number;
    _FPDFText_GetCharBox(text: number, at: number, left: number, right: number, bottom: number, top: number): number;
  };
}

/** Where the characters of each page are that leave ink. */
export async function charBoxes(bytes: Uint8Array): Promise<PageBoxes[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    const pages = [...document.pages()].map((page) => {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      return { width, height, chars: charsOf(page as unknown as RawPage) };
    });
    document.destroy();
    return pages;
  } finally {
    library.destroy();
  }
}

function charsOf({ module, pageIdx }: RawPage): CharBox[] {
  const text = module._FPDFText_LoadPage(pageIdx);
  const at = module.wasmExports.malloc(32);
  const chars: CharBox[] = [];
  for (let i = 0; i < module._FPDFText_CountChars(text); i++) {
    const char = String.fromCodePoint(module._FPDFText_GetUnicode(text, i));
    if (!module._FPDFText_GetCharBox(text, i, at, at + 8, at + 16, at + 24) || /\s|\p{C}/u.test(char)) continue;
    const view = new DataView(module.HEAPU8.buffer, at, 32);
    const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((offset) => view.getFloat64(offset, true));
    chars.push({ char, left, right, bottom, top });
  }
  module._FPDFText_ClosePage(text);
  return chars;
}

/** Characters that are not wholly on their page, and pairs that are printed over each other. */
export function misplaced({ width, height, chars }: PageBoxes): string[] {
  const outside = chars.filter(
    ({ left, right, bottom, top }) => left < 0 || bottom < 0 || right > width || top > height,
  );
  const sorted = chars.toSorted((a, b) => a.left - b.left);
  const over: string[] = [];
  for (const [at, one] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length && (sorted[next]?.left ?? 0) < one.right; next++) {
      const other = sorted[next] as CharBox;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
      const smaller = Math.min(one.right - one.left, other.right - other.left);
      if (down > 0.5 && across > 0.6 * smaller) over.push(`${one.char} over ${other.char}`);
    }
  }
  return [...outside.map(({ char }) => `${char} outside`), ...over];
}
