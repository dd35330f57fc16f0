export { browserCharts } from "@holdall/tools-docs/browser-charts";
export { browserDiagrams } from "@holdall/tools-docs/browser-diagrams";
export { browserPdf } from "@holdall/tools-docs/browser-pdf";
