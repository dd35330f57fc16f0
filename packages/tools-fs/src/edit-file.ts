import { type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { defineFsTool, lazy, readAndWrite } from "./access/define-fs-tool.ts";
import { withFileLock } from "./access/file-lock.ts";
import { editHints } from "./aliases/edit-file.ts";
import { renderDiff } from "./edit/diff.ts";
import { outsideNote, tierNotes } from "./edit/notes.ts";
import type { EditPlan } from "./edit/plan-edit.ts";
import { changeFile, readTarget, writeOver } from "./edit/target.ts";
import { recordCall } from "./file-history.ts";
import { changedLines, checkFreshness, isUntouched, noteChange, staleError } from "./history/freshness.ts";
import { readTracker } from "./history/read-tracker.ts";
import type { FsToolsOptions } from "./options.ts";
import { planOnShown, secretsFor } from "./secrets/placeholders.ts";
import type { TextFile } from "./text/codec.ts";
import { listNumbers, plural } from "./text/lines.ts";
import { metadataAfter, metadataSchema, renderMetadata } from "./text/metadata.ts";
import { applyByteSplices } from "./text/write.ts";

const loadPlanning = lazy(() => import("./edit/plan-edit.ts"));

const input = z.object({
  path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
  version: z.string().optional(),
  dry_run: z.boolean().optional(),
});

const output = metadataSchema.extend({
  path: z.string(),
  replacements: z.number(),
  /** Where the replaced text began, before the change. */
  lines_changed: z.array(z.number()),
  /** What had to be overlooked to find old_string: nothing when `exact`. */
  match: z.string(),
  /** Somebody else changed the file since it was read; the edit went on top of that. */
  changed_outside: z.array(z.array(z.number()).length(2)).optional(),
  diff: z.string(),
});

export type EditFileInput = z.infer<typeof input>;
export type EditFileOutput = z.infer<typeof output>;

/** Replace text in one file; every byte outside the replaced text stays as it is. */
export function editFile(options: FsToolsOptions): Tool<EditFileInput, EditFileOutput> {
  const edit = async (
    { backend, history }: FsToolsOptions,
    request: EditFileInput,
    path: Path,
    ctx: ToolContext,
  ): Promise<EditFileOutput> => {
    const { signal } = ctx;
    const dryRun = request.dry_run || ctx.dryRun;
    const tracker = ctx.state(readTracker);
    const { file, version } = await readTarget(backend, path, signal);
    const { fresh, seen } = checkFreshness(tracker, path, { asked: request.version, current: version });
    const known = fresh || seen?.version === version;
    const plan = await planFor(request, path, file, ctx, (error) =>
      known ? error : staleError(path, version, file.text, seen),
    );
    if (!known && !isUntouched(file.text, plan.text, plan.tier === "exact", seen))
      throw staleError(path, version, file.text, seen);

    const bytes = applyByteSplices(file.bytes, plan.bytes);
    const written = dryRun ? version : await writeOver(backend, path, bytes, { signal, version });
    const outside = known ? undefined : ((seen && changedLines(file.text, seen)) ?? []);
    if (!dryRun) {
      const line = plan.lines[0]!;
      noteChange(tracker, path, { from: version, to: written, before: file.text, splices: plan.text, line });
      const before = { bytes: file.bytes, version };
      const files = [{ from: path, to: path, before, after: { bytes, version: written }, splices: plan.bytes }];
      recordCall(ctx, history, { tool: "edit_file", files });
    }
    return {
      path,
      replacements: plan.text.length,
      lines_changed: [...plan.lines],
      match: plan.tier,
      ...(outside && { changed_outside: outside }),
      ...metadataAfter(file, plan.text, written),
      diff: renderDiff(file.text, plan.text, plan.lines),
    };
  };

  return defineFsTool(options, {
    name: "edit_file",
    category: "filesystem",
    description:
      "Replace old_string, which must occur once, in a text file you have read. Copy it without line numbers.",
    guidance: [
      "Read the file first. Quote what is to be replaced exactly as it stands, short but unique: two or three whole lines do.",
      "Where it occurs more than once, quote a line more around it; to rename something, replace all of them.",
      "Differences in indentation, line endings or typographic quotes are bridged where the place is certain, and the answer says so.",
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
      foreign: editHints,
    },
    access: ({ path }, { cwd }) => readAndWrite(toPath(path, cwd)),
    execute(request, ctx, { backend, history }) {
      const path = toPath(request.path, ctx.cwd);
      return withFileLock({ backend, paths: [path], signal: ctx.signal }, () =>
        changeFile(backend, path, ctx, (view) => edit({ backend: view, history }, request, path, ctx)),
      );
    },
    render: ({ path, replacements, lines_changed, match, changed_outside, diff, ...metadata }, { dry_run }) =>
      [
        dry_run && "Dry run: nothing was changed.",
        `${dry_run ? "Would edit" : "Edited"} ${path}: ${plural(replacements, "replacement")} at line ${listNumbers(lines_changed.slice(0, 20), lines_changed.length)}.`,
        match !== "exact" && tierNotes[match as EditPlan["tier"]],
        changed_outside && outsideNote(changed_outside),
        renderMetadata(metadata),
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

/** The plan; `explain` may know a better reason why there is no place for it. */
async function planFor(
  { old_string, new_string, replace_all = false }: EditFileInput,
  path: Path,
  file: TextFile,
  ctx: ToolContext,
  explain: (error: ToolError) => ToolError,
): Promise<EditPlan> {
  const { planEdit } = await loadPlanning();
  const edit = { path, old: old_string, new: new_string, replaceAll: replace_all };
  try {
    return await planOnShown({
      path,
      ctx,
      text: file.text,
      secrets: await secretsFor(path, ctx, old_string, new_string),
      plan: (shown) => planEdit(file, edit, shown),
      splices: (plan) => plan.text,
    });
  } catch (error) {
    throw ToolError.is(error) && (error.code === "no_match" || error.code === "ambiguous") ? explain(error) : error;
  }
}
