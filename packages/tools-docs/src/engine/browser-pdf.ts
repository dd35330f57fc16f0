import type { PdfEngine } from "./engines.ts";
import { webThread } from "./web-thread.ts";

/** The compiler in WebAssembly, in a Web Worker. It has no fonts of its own. */
export const browserPdf: PdfEngine = {
  what: "PDFs",
  packages: "@myriaddreamin/typst-ts-web-compiler",
  loadSeconds: 300,
  families: [],
  open: () =>
    webThread(new Worker(new URL("../pdf/engine/pdf-worker.browser.ts", import.meta.url), { type: "module" })),
};
