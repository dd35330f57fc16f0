export { type DocsTool, docsTools } from "./docs-tools.ts";
export type { DataRows, ReadTable, TableRequest } from "./document/read-table.ts";
export type { DiagramEngine, DocsEngines, Drawing, PdfEngine } from "./engine/engines.ts";
export type { DocsToolsOptions, ImageClient } from "./options.ts";
export { type GenerateDiagramInput, type GenerateDiagramOutput, generateDiagram } from "./tools/generate-diagram.ts";
export {
  type GenerateDocumentInput,
  type GenerateDocumentOutput,
  generateDocument,
} from "./tools/generate-document.ts";
export {
  type GenerateMarkdownInput,
  type GenerateMarkdownOutput,
  generateMarkdown,
} from "./tools/generate-markdown.ts";
export { type GeneratePdfInput, type GeneratePdfOutput, generatePdf } from "./tools/generate-pdf.ts";
