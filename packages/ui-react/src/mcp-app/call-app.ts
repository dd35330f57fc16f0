import { ToolError } from "@holdall/tool-core";

/** A page that shows calls in hosts of MCP Apps: the option `app` of a server of `@holdall/mcp`. */
export interface CallApp {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  /** The page: one file, without any address of a network. Throws `unavailable` where it was not built. */
  html(): Promise<string>;
  /** Whether calls of a tool are shown, by its canonical name. */
  shows(tool: string): boolean;
}

export interface CallAppOptions {
  /** Canonical names of tools, instead of those whose result is worth seeing: changes, tables, diagrams, documents, todos, searches, messages. */
  readonly tools?: readonly string[] | undefined;
  /**
   * Canonical names of more tools. `read_file` shows PDFs, office files and pictures; each file of text that is read is then one
   * line in a page of its own, so that it is for hosts whose work is documents.
   */
  readonly also?: readonly string[] | undefined;
}

const shown: readonly string[] = [
  ...["edit_file", "multi_edit", "write_file", "append_file", "apply_patch", "edit_notebook", "undo", "file_history"],
  ...["aggregate_data", "filter_data", "query_data", "convert_format"],
  ...["generate_diagram", "generate_pdf", "generate_markdown", "generate_document"],
  ...["todo_write", "todo_read"],
  ...["web_search", "grep_files", "codebase_search", "research_topic", "fact_check"],
  ...["send_message", "send_email", "compose_email"],
];

/** The view of calls for hosts that show pages beside the text. Other hosts see no difference. */
export function callApp({ tools = shown, also = [] }: CallAppOptions = {}): CallApp {
  const names = new Set([...tools, ...also]);
  let page: Promise<string> | undefined;
  return {
    uri: "ui://holdall/call.html",
    name: "call",
    title: "Tool call",
    shows: (tool) => names.has(tool),
    html() {
      page ??= readPage();
      page.catch(() => {
        page = undefined;
      });
      return page;
    },
  };
}

/** The build puts the page beside this module; from sources it is read where the build has put it. */
async function readPage(): Promise<string> {
  const place = import.meta.url.endsWith(".ts") ? "../../dist/mcp-app/call.html" : "./call.html";
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(place, import.meta.url), "utf8").catch((cause: Error) => {
    throw new ToolError("unavailable", `The page of calls cannot be read: ${cause.message}`, {
      hint: "Build the packages: npm run build.",
      cause,
    });
  });
}
