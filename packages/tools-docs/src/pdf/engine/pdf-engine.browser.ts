import { missingEngine } from "../../engine/engines.ts";

/** Stands in for pdf-engine.ts in bundles for browsers. Throws `unavailable`. */
export function defaultPdfEngine(): never {
  throw missingEngine({
    what: "PDFs",
    packages: "@myriaddreamin/typst-ts-web-compiler",
    option: "pdf: browserPdf",
    entry: "browser-pdf",
  });
}
