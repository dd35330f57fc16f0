import { type Tool, ToolError, toPath } from "@holdall/tool-core";
import { defineFileTool, readAndWrite } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { editsOfOneFile } from "../../aliases/edit-file.ts";
import { multiEditCalls } from "../../aliases/foreign-calls.ts";
import { makeEdits, outsideNote, reportEdits, tierNotes } from "../../edit/make-edits.ts";
import type { EditPlan } from "../../edit/plan-edit.ts";
import type { FsToolsOptions } from "../../options.ts";
import { listNumbers, plural } from "../../text/lines.ts";
import { metadataSchema, renderMetadata } from "../../text/metadata.ts";

const edit = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() });

const input = z.object({
  path: z.string(),
  edits: z.array(edit),
  version: z.string().optional(),
  dry_run: z.boolean().optional(),
  track_changes: z.boolean().optional().describe("In docx"),
});

const output = metadataSchema.extend({
  path: z.string(),
  /** In the order of the edits. The line numbers are those at the time of each edit. */
  edits: z.array(z.object({ replacements: z.number(), lines_changed: z.array(z.number()), match: z.string() })),
  changed_outside: z.array(z.array(z.number()).length(2)).optional(),
  diff: z.string(),
  /** What to know of an edited office document. */
  notes: z.array(z.string()).optional(),
});

export type MultiEditInput = z.infer<typeof input>;
export type MultiEditOutput = z.infer<typeof output>;

/** Create the tool `multi_edit`: makes several edits in one file, each on the result of the previous one. Applies all edits or none. */
export function multiEdit(
  options: FsToolsOptions,
): Tool<MultiEditInput, MultiEditOutput, "multi_edit", MultiEditInput> {
  return defineFileTool(options, {
    name: "multi_edit",
    category: "filesystem",
    description: "Several {edit_file} edits in order, all or none.",
    guidance:
      "For several changes of one file. Each edit sees what the ones before it made; when one fails, nothing is written.",
    examples: ["rename it here and fix the import too", "make these changes in this file"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: {
      claude: { name: "MultiEdit", params: { path: "file_path" } },
      params: { old_text: "old_string", new_text: "new_string", old_str: "old_string", new_str: "new_string" },
      calls: multiEditCalls,
      foreign: { edits: editsOfOneFile },
    },
    access: ({ path }, { cwd }) => readAndWrite(toPath(path, cwd)),
    async execute(request, ctx, held) {
      const path = toPath(request.path, ctx.cwd);
      const { edits, version } = request;
      if (edits.length === 0) {
        throw new ToolError("invalid_input", "edits is empty.", { hint: "Send at least one edit." });
      }
      const asked = {
        tool: "multi_edit",
        path,
        version,
        edits,
        dryRun: request.dry_run || ctx.dryRun,
        trackChanges: request.track_changes,
      };
      const made = await makeEdits(held, asked, ctx, { explain: atIndex });
      return {
        path,
        edits: made.plans.map(({ text, lines, tier }) => ({
          replacements: text.length,
          lines_changed: [...lines],
          match: tier,
        })),
        ...reportEdits(made),
      };
    },
    render: ({ path, edits, changed_outside, diff, notes = [], ...metadata }, { dry_run }) =>
      [
        dry_run && "Dry run: nothing was changed.",
        `${dry_run ? "Would make" : "Made"} ${plural(edits.length, "edit")} of ${path}.`,
        ...edits.flatMap(({ match }, i) =>
          match === "exact" ? [] : `edits[${i}]: ${tierNotes[match as EditPlan["tier"]]}`,
        ),
        changed_outside && outsideNote(changed_outside),
        ...notes,
        renderMetadata(metadata),
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

/** The error of one edit, with its index and what the edits before it would have done. */
function atIndex(error: ToolError, plans: readonly EditPlan[], stood: boolean): ToolError {
  const { code, message, hint, data, cause } = error;
  const index = plans.length;
  const before = plans
    .slice(0, 20)
    .map(({ lines }, i) => `edits[${i}] would have changed line ${listNumbers(lines.slice(0, 5), lines.length)}`);
  const earlier = plans.length === 0 ? "" : ` Before it, ${before.join("; ")}${plans.length > 20 ? "; …" : ""}.`;
  const gone = stood ? " Its old_string was in the file until an earlier edit changed it." : "";
  return new ToolError(code, `edits[${index}]: ${message}${gone}${earlier} Nothing was written.`, {
    hint,
    data: { ...data, edit: index },
    cause,
  });
}
