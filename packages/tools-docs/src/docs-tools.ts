import { previewing } from "@holdall/tool-kit/file-tools";
import type { DocsToolsOptions } from "./options.ts";
import { generateDiagram } from "./tools/generate-diagram.ts";
import { generateDocument } from "./tools/generate-document.ts";
import { generateMarkdown } from "./tools/generate-markdown.ts";
import { generatePdf } from "./tools/generate-pdf.ts";

/** One of these tools. */
export type DocsTool = ReturnType<
  typeof generateMarkdown | typeof generatePdf | typeof generateDocument | typeof generateDiagram
>;

/** The tools of this package, for `createRegistry`. */
export function docsTools(options: DocsToolsOptions): readonly DocsTool[] {
  return options.preview ? previewing(options, options.preview, makeTools) : makeTools(options);
}

const makeTools = (options: DocsToolsOptions): readonly DocsTool[] => [
  generateMarkdown(options),
  generatePdf(options),
  generateDocument(options),
  generateDiagram(options),
];
