import { webThread } from "../_web-thread.ts";
import type { pdfEngine as nodeEngine } from "./pdf-engine.ts";

/** The compiler in WebAssembly, which has no fonts of its own. Stands in for pdf-engine.ts in bundles for browsers. */
export const pdfEngine: typeof nodeEngine = {
  what: "PDFs",
  packages: "@myriaddreamin/typst-ts-web-compiler",
  loadSeconds: 300,
  families: [],
  open: () => webThread(new Worker(new URL("./pdf-worker.browser.ts", import.meta.url), { type: "module" })),
};
