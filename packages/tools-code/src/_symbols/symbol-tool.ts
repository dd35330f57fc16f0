import { type ForeignParam, type ToolContext, toPath } from "@holdall/tool-core";

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
  col: "column",
} as const;

/** Positions as the Language Server Protocol has them, from 0. */
const fromZero = (value: unknown): number | undefined => (Number.isInteger(value) ? Number(value) + 1 : undefined);

export const symbolForeign: Readonly<Record<string, ForeignParam>> = {
  character: (value) => ({ input: { column: fromZero(value) } }),
  position: (value) => {
    const { line, character, column } = Object(value) as Readonly<Record<string, unknown>>;
    if (column !== undefined) return { input: { line, column } };
    return { input: { line: fromZero(line), column: fromZero(character) } };
  },
};

/** What all symbol tools share besides names, schemas and outputs. */
export const symbolTool = {
  category: "code",
  hints: { readOnly: true, openWorld: false },
  showsPaths: true,
  at: <I extends object>(asked: I, { line }: { readonly line: number }): I => ({ line, ...asked }),
  /** The folder that is worked on, and the file that the call names. */
  access(
    { path, symbol }: { readonly path?: string | undefined; readonly symbol?: string | undefined },
    { cwd }: Pick<ToolContext, "cwd">,
  ) {
    const written = path || /^["'`]?([^\s:#<>()]*\/[^\s:#<>()]*\.[A-Za-z]\w{0,9})[:#]/.exec(symbol ?? "")?.[1];
    return [".", ...(written ? [written] : [])].map((each) => ({ action: "read" as const, target: toPath(each, cwd) }));
  },
} as const;
