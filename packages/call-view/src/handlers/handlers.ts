import { foldName } from "@holdall/tool-core";
import { canonicalName } from "../canonical-name.ts";
import { fileHandlers } from "./files.ts";
import type { Handler } from "./handler.ts";
import { interactHandlers } from "./interact.ts";
import { mcpHandler, webHandlers } from "./web.ts";
import { workHandlers } from "./work.ts";

const handlers: ReadonlyMap<string, Handler> = new Map(
  Object.entries({ ...fileHandlers, ...workHandlers, ...webHandlers, ...interactHandlers }).map(([name, handler]) => [
    foldName(name),
    handler,
  ]),
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
