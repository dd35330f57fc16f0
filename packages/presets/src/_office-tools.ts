import { overlay } from "@holdall/backends-compose";
import type { Backend } from "@holdall/tool-core";
import { type DataTool, dataTools } from "@holdall/tools-data";
import { type DocsTool, type DocsToolsOptions, docsTools } from "@holdall/tools-docs";
import { type MessageTool, type MessageToolsOptions, messageTools } from "@holdall/tools-messages";

/** Options of the families of tools in an office. */
export interface OfficeFamilies {
  /** Options of generate_markdown, generate_pdf and generate_diagram. Pictures of the web need `web`, a client of tools-web. */
  readonly docs?: Omit<DocsToolsOptions, "backend" | "preview"> | undefined;
  /** Where messages go, and the outbox that keeps them; without it nothing is sent. */
  readonly messages?: Omit<MessageToolsOptions, "backend" | "preview"> | undefined;
}

/** A tool of one of these families. */
export type OfficeTool = DataTool | DocsTool | MessageTool;

/** The families, one a line; with `withSearch` each of them waits until it is searched for. */
export const officeTools = (backend: Backend, { docs, messages }: OfficeFamilies): readonly OfficeTool[] => [
  ...dataTools({ backend, preview: overlay }),
  ...docsTools({ ...docs, backend, preview: overlay }),
  ...(messages ? messageTools({ ...messages, backend }) : []),
];
