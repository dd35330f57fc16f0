import {
  type Backend,
  type FileBytes,
  type Path,
  type Tool,
  type ToolContext,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { defineFileTool, pendingWrites } from "@holdall/tool-kit/file-tools";
import { readFileSpellings } from "../../aliases/read-file.ts";
import type { ExtractPdf } from "../../extract-pdf.ts";
import { fileCache } from "../../history/read-tracker.ts";
import type { ImageOptions } from "../../image-options.ts";
import type { FsToolsOptions } from "../../options.ts";
import { rawPart } from "../../read/raw-part.ts";
import { type ReadWindow, readText } from "../../read/read-text.ts";
import { renderRead } from "../../read/render-read.ts";
import {
  readFileInput as input,
  readFileOutput as output,
  type ReadFileInput,
  type ReadFileOutput,
} from "../../read/schema.ts";
import { isDocument, isNotebook, isReadWhole, recogniseImage } from "../../read/sniff.ts";
import { renderDirectory } from "../../search/directory-listing.ts";
import { type BinaryKind, sniffBinary } from "../../text/binary.ts";
import { decodeFile } from "../../text/codec.ts";
import { sizeText } from "../../text/lines.ts";

export interface ReadFileOptions extends FsToolsOptions, ImageOptions {
  /** Lines per result if the model sets no limit. */
  readonly maxLines?: number;
  /** Characters per result. */
  readonly maxChars?: number;
  /** Characters shown of one line. The rest can be read by column. */
  readonly maxLineChars?: number;
  /** File size in bytes above which a file is read in parts. */
  readonly largeFrom?: number;
  /** Reads PDFs. Defaults to unpdf if it is installed. */
  readonly pdf?: ExtractPdf;
}

/** Bytes that are asked for before anything is known of a file, so that most are read by one request. */
const firstRead = 256 * 1024;

/** Bytes up to which a file is read whole that cannot be read in parts. */
const maxWhole = 64 * 1024 * 1024;

/**
 * Create the tool `read_file`: reads a text file by lines, a notebook by cells, a PDF or an office document by pages, an image,
 * or the listing of a folder. Records what was shown, so that edits are safe.
 */
export function readFile(options: ReadFileOptions): Tool<ReadFileInput, ReadFileOutput, "read_file", ReadFileInput> {
  const { maxLines = 2_000, maxChars = 50_000, maxLineChars = 2_000, largeFrom = 1024 * 1024 } = options;
  return defineFileTool(options, {
    name: "read_file",
    category: "filesystem",
    description: "Read a file as numbered lines, 2000 at once; also images, notebooks, PDFs, office files.",
    guidance: [
      "Read a file before you change it; read several in parallel calls.",
      "Each row is the line number, two spaces or a tab, and the line.",
      "The last row has the version, and the call that reads on.",
      "In a notebook, offset and limit count cells.",
      "Documents (docx, pptx, xlsx, odt, odp, ods, epub, rtf) are Markdown by page, slide, sheet or chapter.",
      "`pages` takes the name of a sheet, too.",
      "{edit_notebook} takes the ids that its cells show.",
    ].join("\n"),
    examples: [
      "show me this file",
      "open the source",
      "what does the config say",
      "look at the screenshot",
      "what does the contract say",
    ],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: readFileSpellings,
    access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    at: (asked, { line, endLine }) => ({
      ...asked,
      offset: asked.offset ?? line,
      ...(endLine !== undefined && { limit: asked.limit ?? Math.max(1, endLine - line + 1) }),
    }),
    async execute({ path: written, offset = 1, limit: asked, column, encoding, pages }, ctx, { backend }) {
      const { inProgram } = ctx;
      const limit = asked ?? (inProgram ? Number.MAX_SAFE_INTEGER : maxLines);
      const path = toPath(written, ctx.cwd);
      const changes = pendingWrites({ backend, paths: [path], signal: ctx.signal });
      if (changes) await changes;
      const head = await beginningOf(backend, path, ctx.signal);
      if (ToolError.is(head)) return noFile(backend, path, written, head, ctx);
      const window: ReadWindow = {
        offset: offset === 0 ? 1 : offset,
        limit,
        column,
        encoding,
        maxChars,
        maxLine: maxLineChars,
      };
      const isLarge = head.size > (inProgram ? maxWhole : largeFrom);
      if (isLarge && (head.size > maxWhole || !(await isReadWhole(path, head.bytes, encoding)))) {
        const { readLargeText } = await import("../../read/read-large-text.ts");
        const part = await readLargeText(path, head, window, backend, ctx);
        if (part) return { kind: "text", ...part, notes: [...part.notes] };
        throw notText(path, head.size, sniffBinary(head.bytes.subarray(0, 4_096)));
      }
      const isWhole = head.bytes.length === head.size;
      const { bytes, version } = isWhole ? head : await backend.read(path, { signal: ctx.signal });
      const picture = encoding === undefined ? await recogniseImage(bytes) : undefined;
      if (picture) {
        const { readImage } = await import("../../read/media.ts");
        return readImage({ path, bytes, version, facts: picture }, options, ctx);
      }
      if (encoding === undefined && isDocument(path, bytes)) {
        const { readDocument } = await import("../../read/read-document.ts");
        const document = await readDocument({ ...window, path, bytes, version, pages }, ctx);
        if (document) return document;
      }
      const file = decodeFile(bytes, encoding);
      if (file.kind === "binary") {
        if (file.mediaType !== "application/pdf") throw notText(path, bytes.length, file);
        const { readPdf } = await import("../../read/read-pdf.ts");
        return readPdf({ ...window, path, bytes, version, pages, pdf: options.pdf }, ctx);
      }
      const notes: string[] = [];
      if (encoding === undefined && isNotebook(path)) {
        const { notebookOrReason, readNotebook } = await import("../../read/read-notebook.ts");
        const notebook = notebookOrReason(file.text, path);
        if (typeof notebook === "object") return readNotebook(notebook, path, version, { ...options, ...window }, ctx);
        notes.push(notebook);
      }
      ctx.state(fileCache).hold(path, { bytes, version });
      const isRaw = inProgram && column === undefined;
      const read = isRaw ? rawPart : readText;
      const part = read(file, path, version, window, ctx);
      return { kind: "text", ...part, notes: [...notes, ...part.notes] };
    },
    render: renderRead,
  });
}

/** The beginning of a file, of most files the whole; the backend's reason where no file is. */
async function beginningOf(backend: Backend, path: Path, signal: AbortSignal): Promise<FileBytes | ToolError> {
  try {
    return await backend.read(path, { range: { start: 0, end: firstRead }, signal });
  } catch (error) {
    if (ToolError.is(error) && (error.code === "not_found" || error.code === "wrong_kind")) return error;
    throw error;
  }
}

/** A folder is listed; anything else says what it is. */
async function noFile(
  backend: Backend,
  path: Path,
  written: string,
  why: ToolError,
  ctx: ToolContext,
): Promise<ReadFileOutput> {
  const stat = await backend.stat(path, { signal: ctx.signal });
  if (!stat && path !== "/") {
    const { missingPath } = await import("../../search/suggest.ts");
    throw await missingPath(backend, path, ctx.signal);
  }
  if (!stat || stat.kind === "directory") return directory(backend, written, ctx);
  if (stat.kind === "file") throw why;
  throw new ToolError("wrong_kind", `${path} is a ${stat.kind === "symlink" ? "broken link" : "special file"}.`, {
    hint: "Look at its folder with {list_directory}.",
  });
}

async function directory(backend: Backend, path: string, ctx: ToolContext): Promise<ReadFileOutput> {
  const { readDirectory } = await import("../../search/directory.ts");
  const listing = await readDirectory({ backend }, { path }, ctx);
  return {
    kind: "directory",
    path: listing.path,
    content: renderDirectory(listing),
    facts: "folder",
    notes: ["This is a folder; these are its entries."],
  };
}

function notText(path: string, size: number, kind: BinaryKind | undefined): ToolError {
  const what = kind?.what ?? "binary data";
  return new ToolError("unsupported", `${path} is not text: ${what}, ${sizeText(size)}.`, {
    hint: "It cannot be shown as lines. Read a text file it was made from, or use a tool made for its kind.",
    data: { path, size, what, ...(kind && { mediaType: kind.mediaType }) },
  });
}
