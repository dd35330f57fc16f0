import * as z from "zod";

/** Blocks in a schema of a tool, in few words: the keys of each, the one that says what it is first. */
export const blocksParam = z
  .array(z.looseObject({}))
  .describe(
    "heading+level | text | list+ordered | code+language | quote | table: header first | data: CSV path+columns+limit | image: path+alt | chart | page: heading | notes | markdown",
  );
