import { foldName } from "@holdall/tool-core";
import type { Handler } from "./_handler.ts";
import { fileHandlers } from "./_handlers/files.ts";
import { mcpHandler, webHandlers } from "./_handlers/web.ts";
import { workHandlers } from "./_handlers/work.ts";

/** Names that do not fold to the canonical one. */
const aliases: Readonly<Record<string, string>> = {
  edit: "edit_file",
  editnotebookcell: "edit_notebook",
  executecommand: "bash",
  fileread: "read_file",
  glob: "glob_files",
  grep: "grep_files",
  ls: "list_directory",
  notebookedit: "edit_notebook",
  read: "read_file",
  runcommand: "bash",
  shell: "bash",
  urlfetcher: "web_fetch",
  write: "write_file",
};

const handlers: ReadonlyMap<string, Handler> = new Map(
  Object.entries({ ...fileHandlers, ...workHandlers, ...webHandlers }).map(([name, handler]) => [
    foldName(name),
    handler,
  ]),
);

/** How a tool is shown, by any spelling of its name. */
export function handlerOf(name: string): Handler {
  const folded = foldName(name);
  const known = handlers.get(folded) ?? handlers.get(foldName(aliases[folded] ?? ""));
  return known ?? mcpHandler(name) ?? { title: spoken(name), category: "other" };
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
