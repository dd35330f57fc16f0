import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { listChanges } from "./history/change-report.ts";
import {
  undoEditInput as input,
  undoEditOutput as output,
  type UndoEditInput,
  type UndoEditOutput,
} from "./history/undo-schema.ts";
import type { FsToolsOptions } from "./options.ts";

const load = lazy(() => import("./history/undo-change.ts"));

/** Create the tool `undo_edit`: reverts the changes of this session, call by call. Changes that others made since are kept. */
export function undoEdit(options: FsToolsOptions): Tool<UndoEditInput, UndoEditOutput, "undo_edit", UndoEditInput> {
  return defineFileTool(options, {
    name: "undo_edit",
    category: "filesystem",
    description: "Undo your latest file change, in path or anywhere, or the one named by change_id.",
    guidance:
      "Takes back one call at a time, whatever tool made it, and nothing that others changed. Undoing an undo does it again; `list` shows what can be undone.",
    examples: ["undo that", "take the last edit back", "what did you change so far"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: { names: ["undo_change", "revert_edit"], params: { file_path: "path" } },
    async access({ path, list }, { cwd }) {
      // Before calls start in turn, so that what is made later does not come first.
      await load();
      return path === undefined || list ? [] : [{ action: "write", target: toPath(path, cwd) }];
    },
    async execute(request, ctx, held) {
      const { undoChange } = await load();
      return undoChange(held, request, ctx);
    },
    render: ({ undone, tool, change_id, files, notes, diff, changes }) =>
      [
        undone !== undefined && `Undid ${undone} (${tool})${change_id ? `; undoing ${change_id} does it again` : ""}.`,
        ...(changes ?? []).map(
          ({ change_id: id, tool: by, files: touched, undone: over, lost }) =>
            `${id} ${by}: ${touched.slice(0, 5).join(", ")}${touched.length > 5 ? ` and ${touched.length - 5} more` : ""}${over ? " (undone)" : ""}${lost ? ` (cannot be undone: ${lost})` : ""}`,
        ),
        ...listChanges(files),
        ...notes,
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}
