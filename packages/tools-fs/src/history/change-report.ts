import { showPath } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { diffLines, renderDiff } from "../edit/diff.ts";
import { decodeFile } from "../text/codec.ts";
import { countLines, plural } from "../text/lines.ts";
import type { FileChange } from "./change-set.ts";

export const changedFile = z.object({
  /** Added, modified, deleted or renamed, as git says it. */
  change: z.enum(["A", "M", "D", "R"]),
  path: z.string(),
  from: z.string().optional(),
  /** Lines; left out for files that are not text. */
  added: z.number().optional(),
  removed: z.number().optional(),
  version: z.string().optional(),
});

export type ChangedFile = z.infer<typeof changedFile>;

/** Lines of diff in one answer; the files after that are only listed. */
const maxLines = 300;

/** What changed, file by file, with the diffs of those that were there before and still are. */
export function reportChanges(changes: readonly (FileChange & { readonly version?: string | null })[]): {
  files: ChangedFile[];
  diff: string;
} {
  const files: ChangedFile[] = [];
  const diffs: string[] = [];
  let [lines, left] = [0, 0];
  for (const { from, to, before, after, version } of changes) {
    const [old, fresh] = [textOf(before?.bytes), textOf(after ?? undefined)];
    const splices = old !== undefined && fresh !== undefined ? diffLines(old, fresh) : undefined;
    files.push({
      change: from === null ? "A" : to === null ? "D" : from === to ? "M" : "R",
      path: (to ?? from)!,
      ...(from !== null && to !== null && from !== to && { from }),
      ...(splices && {
        added: splices.reduce((sum, { text }) => sum + countLines(text), 0),
        removed: splices.reduce((sum, { start, end }) => sum + countLines(old!.slice(start, end)), 0),
      }),
      ...(version != null && { version }),
    });
    if (!splices?.length || from === null || to === null) continue;
    const diff = lines < maxLines ? renderDiff(old!, splices) : "";
    if (diff === "") left++;
    else lines += diffs.push(`${showPath(to)}\n${diff}`) && diff.split("\n").length;
  }
  if (left > 0) diffs.push(`… the diffs of ${plural(left, "more file")} are left out`);
  return { files, diff: diffs.join("\n\n") };
}

/** The text of a content, empty when there is none; undefined for what is not text. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  const file = bytes && decodeFile(bytes);
  return file ? (file.kind === "text" ? file.text : undefined) : "";
}

/** `M /src/a.ts +2 −1 · version ab12`, a row for each file. */
export const listChanges = (files: readonly ChangedFile[]): string[] =>
  files.map(({ change, path, from, added, removed, version }) =>
    [
      `${change} ${from === undefined ? "" : `${from} → `}${path}`,
      added === undefined ? " (not text)" : `${added > 0 ? ` +${added}` : ""}${removed ? ` −${removed}` : ""}`,
      version === undefined ? "" : ` · version ${version}`,
    ].join(""),
  );
