import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, readAndWrite } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { editHints } from "../../aliases/edit-file.ts";
import { editCalls } from "../../aliases/foreign-calls.ts";
import { makeEdits, outsideNote, reportEdits, tierNotes } from "../../edit/make-edits.ts";
import type { EditPlan } from "../../edit/plan-edit.ts";
import type { FsToolsOptions } from "../../options.ts";
import { listNumbers, plural } from "../../text/lines.ts";
import { metadataSchema, renderMetadata } from "../../text/metadata.ts";

const input = z.object({
  path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
  version: z.string().optional(),
  dry_run: z.boolean().optional(),
  track_changes: z.boolean().optional().describe("In docx"),
});

const output = metadataSchema.extend({
  path: z.string(),
  replacements: z.number(),
  /** The position of the replaced text before the change. */
  lines_changed: z.array(z.number()),
  /** The differences that were ignored to find old_string. None if `exact`. */
  match: z.string(),
  /** True if others changed the file since it was read, and the edit was applied to the new content. */
  changed_outside: z.array(z.array(z.number()).length(2)).optional(),
  diff: z.string(),
  /** What to know of an edited office document. */
  notes: z.array(z.string()).optional(),
});

export type EditFileInput = z.infer<typeof input>;
export type EditFileOutput = z.infer<typeof output>;

/** Create the tool `edit_file`: replaces text in one file. All bytes outside the replaced text stay unchanged, in office documents all parts that do not hold it. */
export function editFile(options: FsToolsOptions): Tool<EditFileInput, EditFileOutput, "edit_file", EditFileInput> {
  return defineFileTool(options, {
    name: "edit_file",
    category: "filesystem",
    description:
      "Replace old_string, which must occur once, in a text file you have read. Copy it without line numbers.",
    guidance: [
      "Read the file first. Quote two or three whole lines exactly.",
      "If it occurs more than once, quote more lines around it, or replace all.",
      "In docx, pptx and xlsx quote what {read_file} shows: words of a paragraph or the row of a cell; formatting stays.",
    ].join("\n"),
    examples: ["change this function", "fix the typo in the readme", "rename a variable in a file"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: {
      claude: { name: "Edit", params: { path: "file_path" } },
      names: ["file_edit", "search_replace", "str_replace", "replace", "replace_in_file"],
      params: {
        old_text: "old_string",
        new_text: "new_string",
        old_str: "old_string",
        new_str: "new_string",
        target_file: "path",
        allow_multiple: "replace_all",
      },
      calls: editCalls,
      foreign: editHints,
    },
    access: ({ path }, { cwd }) => readAndWrite(toPath(path, cwd)),
    async execute(request, ctx, held) {
      const path = toPath(request.path, ctx.cwd);
      const asked = {
        tool: "edit_file",
        path,
        version: request.version,
        dryRun: request.dry_run || ctx.dryRun,
        trackChanges: request.track_changes,
      };
      const made = await makeEdits(held, { ...asked, edits: [request] }, ctx);
      const [{ text, lines, tier }] = made.plans as readonly [EditPlan];
      return { path, replacements: text.length, lines_changed: [...lines], match: tier, ...reportEdits(made) };
    },
    render: (
      { path, replacements, lines_changed, match, changed_outside, diff, notes = [], ...metadata },
      { dry_run },
    ) =>
      [
        dry_run && "Dry run: nothing was changed.",
        `${dry_run ? "Would edit" : "Edited"} ${path}: ${plural(replacements, "replacement")} at line ${listNumbers(lines_changed.slice(0, 20), lines_changed.length)}.`,
        match !== "exact" && tierNotes[match as EditPlan["tier"]],
        changed_outside && outsideNote(changed_outside),
        ...notes,
        renderMetadata(metadata),
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}
