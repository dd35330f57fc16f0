import { codeBlock } from "../blocks/code.ts";
import { contentBlocks, imageBlock } from "../blocks/content.ts";
import { linkBlock } from "../blocks/search.ts";
import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const category = "web";

const statusOf = (output: unknown): string => {
  const status = numberOf(output, "status", "status_code");
  return status === undefined ? "" : String(status);
};

function page(output: unknown): ViewBlock[] {
  const text = textOf(fieldOf(output, "answer"), "text") ?? textOf(output, "answer", "text", "markdown", "content");
  const source = textOf(output, "final_url", "url");
  const images = imageBlock(fieldOf(output, "image") ?? output, source);
  if (images.length > 0) return images;
  return text === undefined ? [] : [{ kind: "markdown", text, source }];
}

/** How web tools, tool search and tools of MCP servers are shown. */
export const webHandlers: Readonly<Record<string, Handler>> = {
  web_search: {
    title: "Search the web",
    category,
    outcome: (output) => counted(listOf(output, "results").length, "result"),
    blocks: (output) => [linkBlock(listOf(output, "results"))],
  },
  web_fetch: {
    title: "Read page",
    category,
    outcome: (output) => textOf(output, "title") ?? statusOf(output),
    blocks: page,
  },
  fetch_url: {
    title: "Fetch URL",
    category,
    outcome: statusOf,
    blocks: (output) => {
      const body = textOf(output, "text", "body");
      return body === undefined ? [{ kind: "fields", value: output }] : [codeBlock(body, textOf(output, "url"))];
    },
  },
  scrape_page: {
    title: "Scrape page",
    category,
    outcome: (output) => textOf(output, "title") ?? statusOf(output),
    blocks: (output) => [
      ...page(output),
      ...["fields", "tables", "metadata"].flatMap((name) => {
        const value = fieldOf(output, name);
        return value === undefined ? [] : [{ kind: "fields", label: name, value } as const];
      }),
      ...(listOf(output, "links").length > 0 ? [linkBlock(listOf(output, "links"))] : []),
    ],
  },
  tool_search: {
    title: "Find tools",
    category: "discovery",
    subject: (input) =>
      textOf(input, "query") ?? [...listOf(input, "queries"), ...listOf(input, "select")].map(String).join(", "),
    outcome: (output) => counted(listOf(output, "tools").length, "tool"),
    blocks: (output) => [
      {
        kind: "paths",
        more: 0,
        paths: listOf(output, "tools").map((tool) => ({ path: textOf(tool, "name") ?? String(tool), isFolder: false })),
      },
    ],
  },
  tool_call: {
    title: "Call tool",
    category: "discovery",
    subject: (input) => textOf(input, "name") ?? "",
    blocks: contentBlocks,
  },
  list_mcp_resources: { title: "List resources", category: "mcp" },
  read_mcp_resource: { title: "Read resource", category: "mcp", blocks: contentBlocks },
};

/** A tool of an MCP server, by its name `mcp__server__tool`. */
export function mcpHandler(name: string): Handler | undefined {
  const [, server = "", tool = ""] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (!server) return undefined;
  return {
    title: `${tool.replaceAll("_", " ")} · ${server}`,
    category: "mcp",
    blocks: (output) => {
      const blocks = contentBlocks(output);
      return blocks.length > 0 ? blocks : [{ kind: "fields", value: output }];
    },
  };
}
