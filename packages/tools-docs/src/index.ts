export { type DocsTool, docsTools } from "./docs-tools.ts";
export type { DataRows, ReadTable, TableRequest } from "./document/read-table.ts";
export type { DiagramEngine, DocsEngines, Drawing, PdfEngine } from "./engines.ts";
export { type GenerateDiagramInput, type GenerateDiagramOutput, generateDiagram } from "./generate-diagram.ts";
export { type GenerateMarkdownInput, type GenerateMarkdownOutput, generateMarkdown } from "./generate-markdown.ts";
export { type GeneratePdfInput, type GeneratePdfOutput, generatePdf } from "./generate-pdf.ts";
export type { DocsToolsOptions, ImageClient } from "./options.ts";
