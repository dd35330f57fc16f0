import {
  type ContentPart,
  defineTool,
  type Tool,
  type ToolContext,
  ToolError,
  text as textPart,
  toPath,
} from "@holdall/tool-core";
import { z } from "zod";
import { fromBase64, toBase64 } from "./_base64.ts";
import { decodeFile } from "./_codec.ts";
import { type BinaryKind, sniffBinary } from "./_codec-binary.ts";
import { readDirectory, renderDirectory, sizeText } from "./_directory.ts";
import { imageFacts } from "./_image.ts";
import { readLedger } from "./_ledger.ts";
import { natural, positive } from "./_numbers.ts";
import { type ReadWindow, readLargeText, readText } from "./_read-text.ts";
import { missingPath } from "./_suggest.ts";
import type { FsToolsOptions } from "./options.ts";

export interface ReadFileOptions extends FsToolsOptions {
  /** Lines of one answer when the model names no limit. */
  readonly maxLines?: number;
  /** Characters of one answer. */
  readonly maxChars?: number;
  /** Characters shown of one line; the rest is read by column. */
  readonly maxLineChars?: number;
  /** Bytes above which a file is read in parts instead of whole. */
  readonly largeFrom?: number;
}

const maxImageBytes = 5 * 1024 * 1024;
const maxImageSide = 8_000;

const input = z.object({
  path: z.string(),
  offset: natural.optional().describe("First line, from 1"),
  limit: positive.optional(),
  column: positive.optional(),
  encoding: z.string().optional(),
});
const output = z.object({
  kind: z.enum(["text", "image", "directory"]),
  path: z.string(),
  version: z.string().optional(),
  content: z.string(),
  first_line: z.number().optional(),
  last_line: z.number().optional(),
  total_lines: z.number().optional(),
  next_offset: z.number().optional(),
  next_column: z.number().optional(),
  facts: z.string(),
  notes: z.array(z.string()),
  image: z.object({ media_type: z.string(), base64: z.string() }).optional(),
});

export type ReadFileInput = z.infer<typeof input>;
export type ReadFileOutput = z.infer<typeof output>;

/** Read a text file by lines, an image, or a folder's listing. Remembers what was shown, so that edits are safe. */
export function readFile(options: ReadFileOptions): Tool<ReadFileInput, ReadFileOutput> {
  const { backend, maxLines = 2_000, maxChars = 50_000, maxLineChars = 2_000, largeFrom = 1024 * 1024 } = options;
  return defineTool({
    name: "read_file",
    category: "filesystem",
    description: "Read a file as numbered lines, or an image. Shows up to 2000 lines; page with `offset`.",
    guidance:
      "Every row of {read_file} is the line number, two spaces, and the line; what you quote to {edit_file} begins after them. " +
      "The last row gives the version to pass on, and the exact call for the rest of a file that was cut. `column` reads on in a long line.",
    examples: ["show me this file", "open the source", "what does the config say", "look at the screenshot"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      claude: { name: "Read", params: { path: "file_path" } },
      names: ["file_read", "view_file", "cat_file"],
      params: { target_file: "path", filename: "path", start_line: "offset" },
    },
    access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute({ path: written, offset = 1, limit = maxLines, column, encoding }, ctx) {
      const path = toPath(written, ctx.cwd);
      const stat = await backend.stat(path, { signal: ctx.signal });
      if (!stat && path !== "/") throw await missingPath(backend, path, ctx.signal);
      if (!stat || stat.kind === "directory") return directory(written, ctx);
      if (stat.kind !== "file") {
        throw new ToolError(
          "wrong_kind",
          `${path} is a ${stat.kind === "symlink" ? "link that leads nowhere" : "special file"}.`,
          {
            hint: "Look at its folder with {list_directory}.",
          },
        );
      }
      const window: ReadWindow = {
        offset: Math.max(1, offset),
        limit,
        column,
        encoding,
        maxChars,
        maxLine: maxLineChars,
      };
      if (stat.size > Math.max(largeFrom, maxImageBytes) || (stat.size > largeFrom && !(await isImage(path, ctx)))) {
        const part = await readLargeText(path, stat.size, window, backend, ctx);
        if (part) return { kind: "text", ...part, notes: [...part.notes] };
        const { bytes } = await backend.read(path, { range: { start: 0, end: 4_096 }, signal: ctx.signal });
        throw notText(path, stat.size, sniffBinary(bytes));
      }
      const { bytes, version } = await backend.read(path, { signal: ctx.signal });
      const file = decodeFile(bytes, encoding);
      if (file.kind === "binary") return image(path, bytes, version, file, ctx);
      const part = readText(file, path, version, window, ctx);
      return { kind: "text", ...part, notes: [...part.notes] };
    },
    render,
  });

  async function directory(path: string, ctx: ToolContext): Promise<ReadFileOutput> {
    const listing = await readDirectory(backend, { path }, ctx);
    return {
      kind: "directory",
      path: listing.path,
      content: renderDirectory(listing),
      facts: "folder",
      notes: ["This is a folder; these are its entries."],
    };
  }

  async function isImage(path: ReturnType<typeof toPath>, { signal }: ToolContext): Promise<boolean> {
    const { bytes } = await backend.read(path, { range: { start: 0, end: 64 }, signal });
    return sniffBinary(bytes)?.mediaType.startsWith("image/") === true;
  }
}

function image(
  path: ReturnType<typeof toPath>,
  bytes: Uint8Array,
  version: string,
  kind: BinaryKind,
  ctx: ToolContext,
): ReadFileOutput {
  const facts = imageFacts(bytes);
  if (!facts) throw notText(path, bytes.length, kind);
  ctx.state(readLedger).saw(path, version);
  const { mediaType, width, height } = facts;
  const about = `${mediaType}, ${width}×${height} pixels, ${sizeText(bytes.length)}`;
  const fits = bytes.length <= maxImageBytes && Math.max(width, height) <= maxImageSide;
  const notes = fits
    ? []
    : [`The image is not shown: models take at most ${sizeText(maxImageBytes)} and ${maxImageSide} pixels a side.`];
  return {
    kind: "image",
    path,
    version,
    content: "",
    facts: about,
    notes,
    ...(fits && { image: { media_type: mediaType, base64: toBase64(bytes) } }),
  };
}

function notText(path: string, size: number, kind: BinaryKind | undefined): ToolError {
  const what = kind?.what ?? "binary data";
  return new ToolError("unsupported", `${path} is no text: ${what}, ${sizeText(size)}.`, {
    hint: "It cannot be shown as lines. Read a text file it was made from, or use a tool made for its kind.",
    data: { path, size, what, ...(kind && { mediaType: kind.mediaType }) },
  });
}

function render({
  kind,
  path,
  version,
  content,
  first_line,
  last_line,
  total_lines,
  next_offset,
  next_column,
  facts,
  notes,
  image: shown,
}: ReadFileOutput): string | readonly ContentPart[] {
  if (kind === "directory") return [...notes, content].join("\n");
  if (kind === "image") {
    const about = textPart([`${path}: ${facts}, version ${version}`, ...notes].join("\n"));
    return shown ? [about, { type: "file", mediaType: shown.media_type, data: fromBase64(shown.base64) }] : [about];
  }
  const whole = first_line === 1 && next_offset === undefined && last_line === total_lines;
  const range = whole || total_lines === 0 ? "" : `lines ${first_line}-${last_line} · `;
  const next =
    next_offset === undefined
      ? []
      : [`Next: offset=${next_offset}${next_column === undefined ? "" : `, column=${next_column}`}`];
  return [...(total_lines === 0 ? ["File is empty."] : [content, ""]), ...notes, `[${range}${facts}]`, ...next].join(
    "\n",
  );
}
