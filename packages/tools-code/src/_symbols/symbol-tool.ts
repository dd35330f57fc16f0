import { type ToolContext, toPath } from "@holdall/tool-core";

/** Other names of the parameters that identify a symbol. */
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

/** What all symbol tools share besides names, schemas and outputs. */
export const symbolTool = {
  category: "code",
  hints: { readOnly: true, openWorld: false },
  showsPaths: true,
  at: <I extends object>(asked: I, { line }: { readonly line: number }): I => ({ line, ...asked }),
  /** The folder that is worked on, and the file that the call names. */
  access(
    { path, symbol }: { readonly path?: string | undefined; readonly symbol: string },
    { cwd }: Pick<ToolContext, "cwd">,
  ) {
    const written = path || /^["'`]?([^\s:#<>()]*\/[^\s:#<>()]*\.[A-Za-z]\w{0,9})[:#]/.exec(symbol)?.[1];
    return [".", ...(written ? [written] : [])].map((each) => ({ action: "read" as const, target: toPath(each, cwd) }));
  },
} as const;
