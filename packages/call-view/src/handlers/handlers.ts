import { foldName } from "@holdall/tool-core";
import { canonicalName } from "../canonical-name.ts";
import { agentHandlers } from "./agents.ts";
import { codeHandlers } from "./code.ts";
import { dataHandlers } from "./data.ts";
import { documentHandlers } from "./documents.ts";
import { fileHandlers } from "./files.ts";
import { financeHandlers } from "./finance.ts";
import type { Handler } from "./handler.ts";
import { interactHandlers } from "./interact.ts";
import { memoryHandlers } from "./memory.ts";
import { messageHandlers } from "./messages.ts";
import { orchestrationHandlers } from "./orchestration.ts";
import { programHandlers } from "./programs.ts";
import { researchHandlers } from "./research.ts";
import { skillHandlers } from "./skills.ts";
import { mcpHandler, webHandlers } from "./web.ts";
import { workHandlers } from "./work.ts";

/** Handlers of all families, each in a file of its own. */
const families: readonly Readonly<Record<string, Handler>>[] = [
  fileHandlers,
  codeHandlers,
  dataHandlers,
  workHandlers,
  webHandlers,
  interactHandlers,
  agentHandlers,
  memoryHandlers,
  skillHandlers,
  messageHandlers,
  financeHandlers,
  programHandlers,
  orchestrationHandlers,
  documentHandlers,
  researchHandlers,
];

const handlers: ReadonlyMap<string, Handler> = new Map(
  families.flatMap((family) => Object.entries(family)).map(([name, handler]) => [foldName(name), handler]),
);

/** How a tool is shown, by any spelling of its name. */
export function handlerOf(name: string): Handler {
  return handlers.get(canonicalName(name)) ?? mcpHandler(name) ?? { title: spoken(name), category: "other" };
}

/** `get_stock_quote` and `getStockQuote` as "Get stock quote". */
function spoken(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
