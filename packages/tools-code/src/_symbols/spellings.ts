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

/** The accesses of a call: the folder that is worked on, and the file that it names. */
export const symbolPaths = ({
  path,
  symbol,
}: {
  readonly path?: string | undefined;
  readonly symbol: string;
}): readonly string[] => {
  const written = path || /^["'`]?([^\s:#<>()]*\/[^\s:#<>()]*\.[A-Za-z]\w{0,9})[:#]/.exec(symbol)?.[1];
  return written ? [".", written] : ["."];
};
