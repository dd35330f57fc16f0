import type { Path, ToolContext } from "@holdall/tool-core";
import { readTracker } from "../history/read-tracker.ts";
import type { TextFile } from "../text/codec.ts";
import { fileMetadata, lineCount, renderMetadata } from "../text/metadata.ts";
import { fromEnd, type ReadWindow, type TextPart, versionNotes } from "./read-text.ts";
import { startOfLine } from "./rows.ts";

/** The asked lines of a text as they are, without numbers and without the limits of what a model reads: for programs. */
export function rawPart(file: TextFile, path: Path, version: string, window: ReadWindow, ctx: ToolContext): TextPart {
  const { text } = file;
  const facts = fileMetadata(file, version, lineCount(file));
  const total = facts.lines;
  const offset = fromEnd(window.offset, total);
  const start = startOfLine(text, offset);
  const after = start < 0 ? -1 : startOfLine(text, offset + window.limit);
  const content = start < 0 ? "" : text.slice(start, after < 0 ? undefined : after);
  const last = Math.min(total, offset + window.limit - 1);
  ctx.state(readTracker).saw(path, version, { text: content, firstLine: offset }, offset === 1 && last >= total);
  return {
    path,
    version,
    content,
    line: Math.min(offset, Math.max(1, total)),
    end_line: last,
    total,
    ...(last < total && { next_offset: last + 1 }),
    facts: renderMetadata(facts),
    notes: versionNotes(version),
  };
}
