import { type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { decideReplacement, defineFileTool, replacedUnreadText } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { changeFile, writeChange } from "../../edit/change-text.ts";
import { createDataTexts, styleLike } from "../../edit/check/data-content.ts";
import { refusePlaceholder, shrinkWarning } from "../../edit/check/write-guards.ts";
import { asSplice, renderDiff } from "../../edit/diff.ts";
import { requireKnown, staleError } from "../../history/freshness.ts";
import { type ReadTracker, readTracker } from "../../history/read-tracker.ts";
import type { FsToolsOptions } from "../../options.ts";
import { secretsFor } from "../../secrets/placeholders.ts";
import { concatBytes, sameBytes } from "../../text/bytes.ts";
import { canonicalEncoding, decodeFile, type TextFile } from "../../text/codec.ts";
import { fileMetadata, lineCount, lineEndingsOf, metadataSchema, renderMetadata } from "../../text/metadata.ts";
import { encodeText, markOf } from "../../text/write.ts";

const input = z.object({
  path: z.string(),
  content: z.string(),
  overwrite: z.boolean().optional(),
  version: z.string().optional(),
  encoding: z.string().optional(),
});

const output = metadataSchema.extend({
  path: z.string(),
  created: z.boolean(),
  changed: z.boolean(),
  notes: z.array(z.string()).optional(),
  diff: z.string().optional(),
});

export type WriteFileInput = z.infer<typeof input>;
export type WriteFileOutput = z.infer<typeof output>;

/**
 * Create the tool `write_file`: creates a file, or replaces a file that the caller has read or explicitly overwrites. Keeps
 * the encoding and line endings of the replaced file. undo can restore it.
 */
export function writeFile(
  options: FsToolsOptions,
): Tool<WriteFileInput, WriteFileOutput, "write_file", WriteFileInput> {
  const fromData = createDataTexts();
  return defineFileTool(options, {
    name: "write_file",
    category: "filesystem",
    description: `Create a file, or replace all of one${options.overwriteUnread ? "" : " you have read"}. For changes in part use {edit_file}.`,
    guidance: [
      "For new files, or when most of a file changes. Do not add unnecessary files.",
      "Send the whole content, without placeholders.",
      `${
        options.overwriteUnread
          ? "A file that exists is replaced, unless it changed since you read it."
          : "Read an existing file first, or set `overwrite: true` if its content is not needed."
      } Missing folders are created.`,
    ].join("\n"),
    examples: ["create a new file", "save this to disk", "overwrite the config"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    previews: true,
    aliases: {
      claude: { name: "Write", params: { path: "file_path" } },
      camel: { params: { content: "contents" } },
      names: ["file_write", "create_file", "write_to_file"],
      params: {
        text: "content",
        file_text: "content",
        target_file: "path",
        force: "overwrite",
        allow_overwrite: "overwrite",
        overwrite_existing: "overwrite",
        upsert: "overwrite",
      },
      foreign: { line_count: "", content: fromData.read },
    },
    paths: { path: "new" },
    access: ({ path }, { cwd }) => [{ action: "write", target: toPath(path, cwd) }],
    execute(request, ctx, options) {
      const path = toPath(request.path, ctx.cwd);
      const isData = fromData.take(request.content, ctx.dryRun);
      return changeFile(options.backend, path, ctx, (backend) =>
        write({ ...options, backend }, path, request, ctx, isData),
      );
    },
    render: ({ path, created, changed, notes = [], diff, ...metadata }) =>
      [
        created ? `Created ${path}.` : changed ? `Replaced ${path}.` : `${path} already has exactly this content.`,
        ...notes,
        renderMetadata(metadata),
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

async function write(
  options: FsToolsOptions,
  path: Path,
  { content: sent, version: asked, encoding, overwrite }: WriteFileInput,
  ctx: ToolContext,
  isData: boolean,
): Promise<WriteFileOutput> {
  const tracker = ctx.state(readTracker);
  const old = await unlessMissing(options.backend.read(path, { signal: ctx.signal }));
  if (!old && asked !== undefined) {
    throw new ToolError("stale", `${path} no longer exists; it had version ${asked} when you saw it.`, {
      hint: "Leave version out to create the file.",
    });
  }
  const file = old && decodeFile(old.bytes);
  const before = file?.kind === "text" ? file : undefined;
  const seen = tracker.get(path);
  const isMeant = overwrite ?? (options.overwriteUnread === true && !seen);
  // The change history keeps what is there.
  const verdict = decideReplacement({
    isKnown: !old || seen !== undefined || asked !== undefined,
    isMeant,
    isKept: true,
  });
  if (old && (asked !== undefined || !isMeant)) {
    const { fresh } = requireKnown(tracker, path, { asked, current: old.version }, unread);
    if (!fresh) throw staleError(path, old.version, before?.text, seen);
  }
  const content = isData ? styleLike(sent, before?.text) : sent;
  refusePlaceholder(content, before?.text ?? "", "content");

  const fitted = targetOf(content, before, encoding);
  const secrets = await secretsFor(path, ctx, content);
  const target = secrets ? { ...fitted, text: secrets.rewrite(before?.text ?? "", fitted.text) } : fitted;
  const bytes = concatBytes([markOf(target.encoding, target.bom), encodeText(target.text, target.encoding)]);
  const changed = !old || !sameBytes(bytes, old.bytes);
  const lines = lineCount({ ...target, bytes });
  const note = (to: ReadTracker, version: string) => to.saw(path, version, { text: target.text, firstLine: 1 }, true);
  const version = changed
    ? await writeChange(options, { tool: "write_file", path }, ctx, { before: old, bytes, note })
    : old.version;
  if (!changed && !ctx.dryRun) note(tracker, version);
  const shrunk = before && shrinkWarning(lineCount(before), lines);
  const isTold = changed && verdict === "tell" && !options.overwriteUnread;
  const notes = [...(isTold ? [replacedUnreadText([path])] : []), ...(shrunk ? [shrunk] : [])];
  return {
    path,
    created: !old,
    changed,
    ...fileMetadata(target, version, lines),
    ...(notes.length > 0 && { notes }),
    // What was never read is not shown on this way either.
    ...(changed && before && seen && { diff: renderDiff(before.text, [asSplice(before.text, target.text)]) }),
  };
}

const unread = ". To replace it without reading it, if its content does not matter, send overwrite: true.";

/** The new text in the hand of what it replaces, unless another encoding is asked for. */
function targetOf(
  content: string,
  before: TextFile | undefined,
  asked: string | undefined,
): Pick<TextFile, "text" | "encoding" | "bom"> {
  const marked = content.startsWith("\ufeff");
  const text = marked ? content.slice(1) : content;
  const crlf = before && lineEndingsOf(before.text) === "CRLF" && lineEndingsOf(text) === "LF";
  const fitted = crlf ? text.replaceAll("\n", "\r\n") : text;
  const encoding = asked === undefined ? (before?.encoding ?? "utf-8") : canonicalEncoding(asked);
  const kept = before && before.encoding === encoding && before.bom > 0;
  const wanted = kept || marked || (asked !== undefined && /bom|sig$|^utf-?16$/i.test(asked));
  const size = !wanted
    ? 0
    : encoding === "utf-8"
      ? 3
      : encoding.startsWith("utf-16")
        ? 2
        : encoding.startsWith("utf-32")
          ? 4
          : 0;
  return { text: fitted, encoding, bom: size };
}
