import { nodeThread } from "../_node-thread.ts";
import type { Engine } from "../_worker.ts";

interface PdfEngine extends Engine {
  /** Families that it has without being given any. */
  readonly families: readonly string[];
}

/** The compiler for Node. */
export const pdfEngine: PdfEngine = {
  what: "PDFs",
  packages: "@myriaddreamin/typst-ts-node-compiler",
  families: ["Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono"],
  open: () => nodeThread((ending) => new URL(`./pdf-worker${ending}`, import.meta.url), "PDFs"),
};
