export { browserDiagrams } from "@holdall/tools-docs/browser-diagrams";
export { browserPdf } from "@holdall/tools-docs/browser-pdf";
