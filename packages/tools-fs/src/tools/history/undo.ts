import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { listChanges } from "../../history/change-report.ts";
import {
  undoInput as input,
  undoOutput as output,
  type UndoInput,
  type UndoOutput,
} from "../../history/undo-schema.ts";
import type { FsToolsOptions } from "../../options.ts";

const load = lazy(() => Promise.all([import("../../history/undo-change.ts"), import("../../history/undo-calls.ts")]));

/** Create the tool `undo`: takes back what this session changed, call by call. Changes that others made since are kept. */
export function undo(options: FsToolsOptions): Tool<UndoInput, UndoOutput, "undo", UndoInput> {
  return defineFileTool(options, {
    name: "undo",
    category: "filesystem",
    description: options.changes
      ? "Undo the file changes of your latest call, in path or anywhere, or the one named by change_id."
      : "Undo your latest file change, in path or anywhere, or the one named by change_id.",
    guidance: options.changes
      ? "Takes back one call exactly, or with `since` all calls from there; `list` shows changes. Changes by others stay."
      : "Takes back one call at a time, whatever tool made it, and nothing that others changed. Undoing an undo does it again; `list` shows what can be undone.",
    examples: [
      "undo that",
      "bring back what the command deleted",
      "take the last edit back",
      "what did you change so far",
    ],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: { names: ["undo_edit", "undo_change", "revert_edit"], params: { file_path: "path" } },
    async access({ path, list }, { cwd }) {
      // Before calls start in turn, so that what is made later does not come first.
      await load();
      return path === undefined || list ? [] : [{ action: "write", target: toPath(path, cwd) }];
    },
    async execute(request, ctx, held) {
      const [{ undoChange }, { undoCalls }] = await load();
      if (options.changes) return undoCalls(held, options.changes, request, ctx);
      return undoChange(held, request, ctx);
    },
    render: ({ undone, tool, change_id, files, notes, diff, changes }) =>
      [
        undone !== undefined && `Undid ${undone} (${tool})${change_id ? `; undoing ${change_id} does it again` : ""}.`,
        ...(changes ?? []).map(
          ({ change_id: id, tool: by, what, files: touched, undone: over, lost }) =>
            `${id} ${by}${what ? ` \`${what}\`` : ""}: ${touched.slice(0, 5).join(", ")}${touched.length > 5 ? ` and ${touched.length - 5} more` : ""}${over ? " (undone)" : ""}${lost ? ` (cannot be undone: ${lost})` : ""}`,
        ),
        ...listChanges(files),
        ...notes,
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}
