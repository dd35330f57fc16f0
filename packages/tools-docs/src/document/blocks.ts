import { ToolError } from "@holdall/tool-core";
import * as z from "zod";

const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? "" : String(value)));

/** One block as a model sends it: the key says what it is. */
const blockSchema = z.object({
  heading: z.string().optional(),
  level: z.int().min(1).max(6).optional(),
  text: z.string().optional(),
  list: z.array(cell).optional(),
  ordered: z.boolean().optional(),
  code: z.string().optional(),
  language: z.string().optional(),
  quote: z.string().optional(),
  table: z.array(z.array(cell)).optional(),
  data: z.string().optional(),
  columns: z.array(z.string()).optional(),
  limit: z.int().min(1).optional(),
  image: z.string().optional(),
  alt: z.string().optional(),
  page: z.string().optional(),
  markdown: z.string().optional(),
});
export type BlockInput = z.infer<typeof blockSchema>;

/** Read blocks. Throws `invalid_input` with the block and the key that is wrong. */
export function parseBlocks(blocks: readonly unknown[]): BlockInput[] {
  const parsed = z.array(blockSchema).safeParse(blocks);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [0], message: "is not a block" };
  throw new ToolError("invalid_input", `Block ${Number(path[0]) + 1}: ${path.slice(1).join(".")}: ${message}`, {
    hint: `Give each block exactly one of ${kinds.join(", ")}; cells and list items are texts.`,
  });
}

const kinds = ["heading", "text", "list", "code", "quote", "table", "data", "image", "page", "markdown"] as const;

/** What a block is. Throws `invalid_input` for one that is several things, or none. */
export function kindOf(block: BlockInput, index: number): (typeof kinds)[number] {
  const found = kinds.filter((kind) => block[kind] !== undefined);
  if (found.length === 1 && found[0]) return found[0];
  throw new ToolError(
    "invalid_input",
    found.length === 0
      ? `Block ${index + 1} has no content.`
      : `Block ${index + 1} is several things: ${found.join(", ")}.`,
    { hint: `Give each block exactly one of ${kinds.join(", ")}.`, data: { block: index } },
  );
}

/** A title is the first heading. */
export const withTitle = (title: string | undefined, blocks: readonly BlockInput[]): readonly BlockInput[] =>
  title === undefined ? blocks : [{ heading: title, level: 1 }, ...blocks];
