import { type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { changeFile, readTarget, writeChange } from "../../edit/change-text.ts";
import { noteChange, staleError } from "../../history/freshness.ts";
import { readTracker } from "../../history/read-tracker.ts";
import type { FsToolsOptions } from "../../options.ts";
import { secretsFor } from "../../secrets/placeholders.ts";
import { applySplices, countLines, lineEndingAt, withEndings } from "../../text/lines.ts";
import { fileMetadata, lineCount, metadataSchema, renderMetadata } from "../../text/metadata.ts";
import { applyByteSplices, encodeText, toByteSplices } from "../../text/write.ts";

const input = z.object({ path: z.string(), content: z.string(), version: z.string().optional() });

const output = metadataSchema.extend({
  path: z.string(),
  created: z.boolean(),
  /** The 1-based line number where the new text starts. */
  line: z.number(),
  /** True if the file had no final newline, so that the new text continues its last line. */
  joined: z.boolean(),
});

export type AppendFileInput = z.infer<typeof input>;
export type AppendFileOutput = z.infer<typeof output>;

/**
 * Create the tool `append_file`: adds text to the end of a file as given, in the file's encoding and line endings. Creates a
 * missing file.
 */
export function appendFile(
  options: FsToolsOptions,
): Tool<AppendFileInput, AppendFileOutput, "append_file", AppendFileInput> {
  return defineFileTool(options, {
    name: "append_file",
    category: "filesystem",
    description: "Add text to the end of a file, or create it. Needs no reading first; adds no newline of its own.",
    examples: ["add a line to the log", "append to the changelog"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    previews: true,
    aliases: { params: { file_path: "path", text: "content", contents: "content" } },
    paths: { path: "new" },
    access: ({ path }, { cwd }) => [{ action: "write", target: toPath(path, cwd) }],
    execute(request, ctx, options) {
      const path = toPath(request.path, ctx.cwd);
      return changeFile(options.backend, path, ctx, (backend) => append({ ...options, backend }, path, request, ctx));
    },
    render: ({ path, created, line, joined, ...metadata }) =>
      [
        created ? `Created ${path}.` : `Appended to ${path} at line ${line}.`,
        joined && `The file had no final newline: the new text continues line ${line}.`,
        renderMetadata(metadata),
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

async function append(
  options: FsToolsOptions,
  path: Path,
  { content: written, version: asked }: AppendFileInput,
  ctx: ToolContext,
): Promise<AppendFileOutput> {
  if (written === "") {
    throw new ToolError("no_op", "content is empty, so there is nothing to append.", { hint: "Send the text to add." });
  }
  const request = { tool: "append_file", path };
  const old = await unlessMissing(readTarget(options.backend, path, ctx.signal));
  const seen = ctx.state(readTracker).get(path);
  if (asked !== undefined && asked !== old?.version) {
    throw staleError(path, old?.version ?? "none", old?.file.text, seen);
  }
  const secrets = await secretsFor(path, ctx, written);
  const content = secrets ? secrets.append(old?.file.text ?? "", written) : written;
  if (!old) {
    const version = await writeChange(options, request, ctx, {
      before: undefined,
      bytes: encodeText(content, "utf-8"),
      note: (tracker, to) => tracker.saw(path, to, { text: content, firstLine: 1 }, true),
    });
    const facts = fileMetadata({ text: content, encoding: "utf-8", bom: 0 }, version);
    return { path, created: true, line: 1, joined: false, ...facts };
  }
  const { file, version: from } = old;
  const { text: before, bytes } = file;
  const end = before.length;
  const splices = [{ start: end, end, text: withEndings(content, lineEndingAt(before, end)) }];
  const byteSplices = toByteSplices(file, splices);
  const after = applyByteSplices(bytes, byteSplices);
  const version = await writeChange(options, request, ctx, {
    ...{ before: { bytes, version: from }, bytes: after, byteSplices },
    note: (tracker, to) => seen?.version === from && noteChange(tracker, path, { from, to, before, splices }),
  });
  const joined = end > 0 && !before.endsWith("\n");
  const line = countLines(before) + (joined ? 0 : 1);
  const result = { ...file, text: applySplices(before, splices), bytes: after };
  return { path, created: false, line, joined, ...fileMetadata(result, version, lineCount(result)) };
}
