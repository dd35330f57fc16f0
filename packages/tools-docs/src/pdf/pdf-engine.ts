import { nodeThread } from "../_node-thread.ts";
import type { PdfEngine } from "../engines.ts";

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
