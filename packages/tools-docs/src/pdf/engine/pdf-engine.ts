import type { PdfEngine } from "../../engine/engines.ts";
import { nodeThread } from "../../engine/node-thread.ts";

const nodePdf: PdfEngine = {
  what: "PDFs",
  packages: "@myriaddreamin/typst-ts-node-compiler",
  families: ["Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono"],
  open: () => nodeThread((ending) => new URL(`./pdf-worker${ending}`, import.meta.url), "PDFs"),
};

/** The compiler for Node. */
export function defaultPdfEngine(): PdfEngine {
  return nodePdf;
}
