import { type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { defineFsTool } from "./access/define-fs-tool.ts";
import { withFileLock } from "./access/file-lock.ts";
import { changeFile, readTargetIfAny, writeOver } from "./edit/target.ts";
import { recordCall } from "./file-history.ts";
import { noteChange, staleError } from "./history/freshness.ts";
import { missingFolders, refuseBelowFiles } from "./history/made-folders.ts";
import { readTracker } from "./history/read-tracker.ts";
import type { FsToolsOptions } from "./options.ts";
import { secretsFor } from "./secrets/placeholders.ts";
import { countLines, lineEndingAt, withEndings } from "./text/lines.ts";
import { fileMetadata, metadataAfter, metadataSchema, renderMetadata } from "./text/metadata.ts";
import { applyByteSplices, encodeText, toByteSplices } from "./text/write.ts";

const input = z.object({ path: z.string(), content: z.string(), version: z.string().optional() });

const output = metadataSchema.extend({
  path: z.string(),
  created: z.boolean(),
  /** 1-based number of the line where the new text begins. */
  line: z.number(),
  /** The file had no final newline, so that the new text continues its last line. */
  joined: z.boolean(),
});

export type AppendFileInput = z.infer<typeof input>;
export type AppendFileOutput = z.infer<typeof output>;

/** Add text to the end of a file exactly as given, in the file's encoding and line endings; a missing file is created. */
export function appendFile(
  options: FsToolsOptions,
): Tool<AppendFileInput, AppendFileOutput, "append_file", AppendFileInput> {
  return defineFsTool(options, {
    name: "append_file",
    category: "filesystem",
    description: "Add text to the end of a file, or create it. Needs no reading first; adds no newline of its own.",
    examples: ["add a line to the log", "append to the changelog"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    previews: true,
    aliases: { params: { file_path: "path", text: "content", contents: "content" } },
    access: ({ path }, { cwd }) => [{ action: "write", target: toPath(path, cwd) }],
    execute(request, ctx, { backend, history }) {
      const path = toPath(request.path, ctx.cwd);
      return withFileLock({ backend, paths: [path], signal: ctx.signal }, () =>
        changeFile(backend, path, ctx, (view) => append({ backend: view, history }, path, request, ctx)),
      );
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
  { backend, history }: FsToolsOptions,
  path: Path,
  { content: written, version: asked }: AppendFileInput,
  ctx: ToolContext,
): Promise<AppendFileOutput> {
  if (written === "") {
    throw new ToolError("no_op", "content is empty, so there is nothing to append.", { hint: "Send the text to add." });
  }
  const { signal, dryRun } = ctx;
  const tracker = ctx.state(readTracker);
  const old = await readTargetIfAny(backend, path, signal);
  if (asked !== undefined && asked !== old?.version) {
    throw staleError(path, old?.version ?? "none", old?.file.text, tracker.get(path));
  }
  const secrets = await secretsFor(path, ctx, written);
  const content = secrets ? secrets.append(old?.file.text ?? "", written) : written;
  if (!old) {
    const bytes = encodeText(content, "utf-8");
    if (dryRun) await refuseBelowFiles(backend, [path], signal);
    const made = dryRun ? [] : await missingFolders(backend, [path], signal);
    const version = dryRun ? "none" : await writeOver(backend, path, bytes, { signal, version: null });
    if (!dryRun) {
      tracker.saw(path, version, { text: content, firstLine: 1 }, true);
      const files = [{ from: null, to: path, before: null, after: { bytes, version } }];
      recordCall(ctx, history, { tool: "append_file", files, made });
    }
    return {
      path,
      created: true,
      line: 1,
      joined: false,
      ...fileMetadata({ text: content, encoding: "utf-8", bom: 0 }, version),
    };
  }
  const { file } = old;
  const end = file.text.length;
  const splices = [{ start: end, end, text: withEndings(content, lineEndingAt(file.text, end)) }];
  const added = toByteSplices(file, splices);
  const bytes = applyByteSplices(file.bytes, added);
  const version = dryRun ? old.version : await writeOver(backend, path, bytes, { signal, version: old.version });
  const joined = end > 0 && !file.text.endsWith("\n");
  const line = countLines(file.text) + (joined ? 0 : 1);
  const known = tracker.get(path)?.version === old.version;
  if (known && !dryRun) noteChange(tracker, path, { from: old.version, to: version, before: file.text, splices, line });
  if (!dryRun) {
    const before = { bytes: file.bytes, version: old.version };
    const files = [{ from: path, to: path, before, after: { bytes, version }, splices: added }];
    recordCall(ctx, history, { tool: "append_file", files });
  }
  return {
    path,
    created: false,
    line,
    joined,
    ...metadataAfter(file, splices, version),
  };
}
