import * as z from "zod";

/** Blocks in a schema of a tool, in few words. */
export const blocksParam = z
  .array(z.looseObject({}))
  .describe(
    "Each one of {heading, level}, {text}, {list, ordered}, {code, language}, {quote}, {table: rows, header first}, {data: CSV or JSON path, columns, limit}, {image: path, alt}, {page: heading}, {markdown}",
  );

/** The files that blocks read. */
export const filesOf = (blocks: readonly { readonly data?: unknown }[]): string[] =>
  blocks.flatMap(({ data }) => (typeof data === "string" ? [data] : []));
