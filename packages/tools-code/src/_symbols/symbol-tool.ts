import { type ToolContext, toPath } from "@holdall/tool-core";

/** Other names of the parameters that say which symbol is meant. */
export const symbolParams = {
  name: "symbol",
  symbol_name: "symbol",
  function: "symbol",
  function_name: "symbol",
  name_path: "symbol",
  query: "symbol",
  file: "path",
  file_path: "path",
  relative_path: "path",
  uri: "path",
  line_number: "line",
} as const;

/** What calls of position-based tools say besides; the name is found in its line. */
export const symbolForeign = { character: "", column: "" } as const;

/** What all tools that ask about a symbol are, beside their names, schemas and answers. */
export const symbolTool = {
  category: "code",
  hints: { readOnly: true, openWorld: false },
  showsPaths: true,
  /** The folder that is worked on, and the file that the call names. */
  access(
    { path, symbol }: { readonly path?: string | undefined; readonly symbol: string },
    { cwd }: Pick<ToolContext, "cwd">,
  ) {
    const written = path || /^["'`]?([^\s:#<>()]*\/[^\s:#<>()]*\.[A-Za-z]\w{0,9})[:#]/.exec(symbol)?.[1];
    return [".", ...(written ? [written] : [])].map((each) => ({ action: "read" as const, target: toPath(each, cwd) }));
  },
} as const;
