import { overlay } from "@holdall/backends-compose";
import type { Backend } from "@holdall/tool-core";
import { type DataTool, dataTools } from "@holdall/tools-data";
import { type DocsTool, type DocsToolsOptions, docsTools } from "@holdall/tools-docs";
import { type FinanceTool, type FinanceToolsOptions, financeTools } from "@holdall/tools-finance";
import { type MessageTool, type MessageToolsOptions, messageTools } from "@holdall/tools-messages";
import { type ResearchTool, type ResearchToolsOptions, researchTools } from "@holdall/tools-research";

/** Options of the families of tools in an office. */
export interface OfficeFamilies {
  /** Options of generate_markdown, generate_pdf and generate_diagram. Pictures of the web need `web`, a client of tools-web. */
  readonly docs?: Omit<DocsToolsOptions, "backend" | "preview"> | undefined;
  /** Options of research_topic and fact_check, such as the model that writes for them; without a web they are left out. */
  readonly research?: ResearchToolsOptions | undefined;
  /** Who is asked for prices, and by which client; without it there are none. */
  readonly finance?: FinanceToolsOptions | undefined;
  /** Where messages go, and the outbox that keeps them; without it nothing is sent. */
  readonly messages?: Omit<MessageToolsOptions, "backend" | "preview"> | undefined;
}

/** A tool of one of these families. */
export type OfficeTool = DataTool | DocsTool | ResearchTool | FinanceTool | MessageTool;

/** The families, one a line; with `withSearch` each of them waits until it is searched for. */
export const officeTools = (
  backend: Backend,
  { docs, research, finance, messages, web }: OfficeFamilies & { readonly web: boolean },
): readonly OfficeTool[] => [
  ...dataTools({ backend, preview: overlay }),
  ...docsTools({ ...docs, backend, preview: overlay }),
  ...(web ? researchTools({ reports: true, ...research }) : []),
  ...(finance ? financeTools(finance) : []),
  ...(messages ? messageTools({ ...messages, backend }) : []),
];
