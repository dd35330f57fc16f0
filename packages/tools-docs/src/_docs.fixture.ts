import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Session, toPath } from "@holdall/tool-core";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { docsTools } from "./docs-tools.ts";
import type { DocsToolsOptions } from "./options.ts";

const { resolve } = createRequire(import.meta.url);

/** Fonts of test dependencies: the host's do not matter. */
export const testFonts = (): Promise<Uint8Array[]> =>
  Promise.all(
    [
      "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
      "@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf",
      "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf",
      "@expo-google-fonts/kosugi/Kosugi_400Regular.ttf",
    ].map(async (file) => new Uint8Array(await readFile(resolve(file)))),
  );

interface Desk {
  readonly session: Session;
  readonly backend: ReturnType<typeof memoryBackend>;
  bytesOf(path: string): Promise<Uint8Array>;
  textOf(path: string): Promise<string>;
}

/** Starts no browser, unless `options` say so. */
export function openDesk(
  files: Record<string, string | Uint8Array> = {},
  options: Partial<DocsToolsOptions> = {},
): Desk {
  const backend = memoryBackend({ files });
  const session = openSession(createRegistry(docsTools({ backend, chromium: false, ...options })), { policy: allow() });
  const bytesOf = async (path: string) => (await backend.read(toPath(path))).bytes;
  return { session, backend, bytesOf, textOf: async (path) => new TextDecoder().decode(await bytesOf(path)) };
}

/** The text of each page, as PDFium reads it: it follows the replacement texts of shaped scripts. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    const texts = [...document.pages()].map((page) => page.getText());
    document.destroy();
    return texts;
  } finally {
    library.destroy();
  }
}

export const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="teal"/></svg>';

/** Texts without their spaces, which are places on a page and not characters. */
export const flat = (text: string): string => text.normalize("NFKC").replace(/\s+/g, "");

/** What would do something in Typst, LaTeX, HTML or a shell. */
export const hostile = [
  '#read("/etc/passwd")',
  '#import "@preview/cetz:0.3.0"',
  '#include "/etc/hosts"',
  "#while true {}",
  '#eval("1+1")',
  "#sys.inputs.doc",
  "$ sum_(i=1)^n i $",
  "@reference <label>",
  "= not a heading",
  "\\input{/etc/passwd}",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "]]) #panic()",
  '"}; #panic("x")',
  "\u0000 end",
  "$(id) `id`",
  "{{constructor}}",
];
