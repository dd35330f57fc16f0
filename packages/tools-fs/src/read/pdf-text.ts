import { abortedError, ToolError } from "@holdall/tool-core";
import type { getDocumentProxy } from "unpdf";
import { loadUnpdf } from "../_load-unpdf.ts";

export interface PdfRange {
  /** The first page, starting at 1. */
  readonly first?: number;
  /** The last page. Limited to the last page of the document. */
  readonly last?: number;
  /** Stops after the page that reaches this number of characters. */
  readonly maxChars?: number;
  readonly signal?: AbortSignal;
}

export interface PdfText {
  /** The number of pages of the document. */
  readonly pages: number;
  /** The text of the pages that were read, in order. Empty for a page that contains only images. */
  readonly texts: readonly string[];
}

export type ExtractPdf = (bytes: Uint8Array, range?: PdfRange) => Promise<PdfText>;

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** See `extractPdf`. */
export const pdfText: ExtractPdf = async (bytes, { first = 1, last = Infinity, maxChars = Infinity, signal } = {}) => {
  const document = await open(bytes);
  try {
    const texts: string[] = [];
    let length = 0;
    for (let page = first; page <= Math.min(last, document.numPages) && length < maxChars; page++) {
      if (signal?.aborted) throw abortedError(signal.reason);
      const text = await pageText(document, page);
      texts.push(text);
      length += text.length;
    }
    return { pages: document.numPages, texts };
  } catch (error) {
    throw ToolError.is(error) ? error : broken(error);
  } finally {
    await document.loadingTask.destroy();
  }
};

async function open(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocumentProxy } = await loadUnpdf();
  try {
    // A copy, because the parser takes the bytes away from their owner. Images are never looked at.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      fontExtraProperties: true,
      maxImageSize: 0,
    });
  } catch (error) {
    if ((error as Error).name !== "PasswordException") throw broken(error);
    throw new ToolError("unsupported", "The PDF is encrypted: it opens only with a password.", {
      hint: "Ask for a copy without a password.",
      cause: error,
    });
  }
}

async function pageText(document: PdfDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent({ disableNormalization: true });
  const texts = items.filter((item) => "str" in item);
  const silent = await silentGlyphs(page, texts);
  page.cleanup();
  return texts
    .map(({ str, fontName, hasEOL }) => without(str, silent.get(fontName)) + (hasEOL ? "\n" : ""))
    .join("")
    .replace(forms, (form) => form.normalize("NFKC"))
    .replace(/\p{Cc}/gu, (control) => ("\n\t".includes(control) ? control : ""))
    .toWellFormed();
}

/** Spaces of other widths, ligatures, and the forms that letters take in a word. pdf.js would spell them out before it orders the letters, and turn two of one form around. */
const forms = /[\u00a0\u2000-\u200a\u202f\ufb00-\ufdff\ufe70-\ufefc]+/g;

const without = (text: string, characters: ReadonlySet<string> | undefined): string =>
  characters?.size ? Array.from(text, (char) => (characters.has(char) ? "" : char)).join("") : text;

const broken = (cause: unknown): ToolError =>
  new ToolError(
    "parse_error",
    `The PDF is broken: ${((cause as Error).message || "it cannot be parsed").slice(0, 160)}`,
    {
      hint: "Get the file again from its source, or in another format.",
      cause,
    },
  );

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
async function silentGlyphs(
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
