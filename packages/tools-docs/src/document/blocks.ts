import { ToolError } from "@holdall/tool-core";
import { isTooDeep } from "@holdall/tool-kit";
import * as z from "zod";
import { exampleFor, readBlock } from "./read-block.ts";
import { BlockError } from "./read-values.ts";
import { type Kind, kinds } from "./spellings.ts";

const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? "" : String(value)));

interface Item {
  readonly text: string;
  readonly checked?: boolean | undefined;
  readonly items?: readonly Item[] | undefined;
}

const item: z.ZodType<Item> = z.strictObject({
  text: z.string(),
  checked: z.boolean().optional(),
  items: z.array(z.lazy(() => item)).optional(),
});

/** One block in the words of this package: the key says what it is. */
const blockSchema = z.strictObject({
  heading: z.string().optional(),
  level: z.int().min(1).max(6).optional(),
  text: z.string().optional(),
  list: z.array(item).optional(),
  ordered: z.boolean().optional(),
  start: z.int().min(0).optional(),
  code: z.string().optional(),
  language: z.string().optional(),
  quote: z.string().optional(),
  table: z.array(z.array(cell)).optional(),
  data: z.string().optional(),
  columns: z.array(z.string()).optional(),
  limit: z.int().min(1).optional(),
  image: z.string().optional(),
  alt: z.string().optional(),
  chart: z.record(z.string(), z.unknown()).optional(),
  page: z.string().optional(),
  notes: z.string().optional(),
  markdown: z.string().optional(),
});
export type BlockInput = z.infer<typeof blockSchema> & {
  /** Its number among the blocks that were given. */
  readonly at?: number;
};

/** Levels of a list in a list, each of which is a few of objects. */
const maxDepth = 100;

/** Read blocks, whatever they call their parts. Throws `invalid_input` with the block, and the call that is right. */
export function parseBlocks(blocks: readonly unknown[]): BlockInput[] {
  return blocks.flatMap((given, index) => {
    const at = index + 1;
    try {
      if (isTooDeep(given, maxDepth)) throw new BlockError(`is nested more than ${maxDepth} deep`);
      return readBlock(given).map((block) => ({ ...blockSchema.parse(block), at }));
    } catch (error) {
      if (error instanceof BlockError) throw refused(`Block ${at} ${error.message}.`, given, at);
      if (!(error instanceof z.ZodError)) throw error;
      const { path, message } = error.issues[0] ?? { path: [], message: "is not a block" };
      throw refused(`Block ${at}: ${path.join(".")}: ${message}`, given, at);
    }
  });
}

const refused = (message: string, given: unknown, at: number): ToolError =>
  new ToolError("invalid_input", message, { hint: exampleFor(given), data: { block: at - 1 } });

/** What a block is. */
export const kindOf = (block: BlockInput): Kind => kinds.find((kind) => block[kind] !== undefined) ?? "text";

/** A title is the first heading. */
export const withTitle = (title: string | undefined, blocks: readonly BlockInput[]): readonly BlockInput[] =>
  title === undefined ? blocks : [{ heading: title, level: 1 }, ...blocks];
