import { type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { defineFsTool, readAndWrite } from "./access/define-fs-tool.ts";
import { editsOfOneFile } from "./aliases/edit-file.ts";
import { changeText, isMisplaced, loadPlanning, outsideNote, planEditOf, tierNotes } from "./edit/change-text.ts";
import { diffLines, renderDiff } from "./edit/diff.ts";
import type { EditPlan } from "./edit/plan-edit.ts";
import { isUntouched } from "./history/freshness.ts";
import type { FsToolsOptions } from "./options.ts";
import { secretsFor } from "./secrets/placeholders.ts";
import type { TextFile } from "./text/codec.ts";
import { applySplices, listNumbers, plural } from "./text/lines.ts";
import { fileMetadata, lineCount, metadataSchema, renderMetadata } from "./text/metadata.ts";
import { applyByteSplices } from "./text/write.ts";

const edit = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() });

const input = z.object({
  path: z.string(),
  edits: z.array(edit),
  version: z.string().optional(),
  dry_run: z.boolean().optional(),
});

const output = metadataSchema.extend({
  path: z.string(),
  /** In the order of the edits; line numbers as they were when each edit was made. */
  edits: z.array(z.object({ replacements: z.number(), lines_changed: z.array(z.number()), match: z.string() })),
  changed_outside: z.array(z.array(z.number()).length(2)).optional(),
  diff: z.string(),
});

export type MultiEditInput = z.infer<typeof input>;
export type MultiEditOutput = z.infer<typeof output>;

/** Make several edits of one file, each on the result of the one before; all of them or none. */
export function multiEdit(
  options: FsToolsOptions,
): Tool<MultiEditInput, MultiEditOutput, "multi_edit", MultiEditInput> {
  return defineFsTool(options, {
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
      foreign: { edits: editsOfOneFile },
    },
    access: ({ path }, { cwd }) => readAndWrite(toPath(path, cwd)),
    async execute(request, ctx, held) {
      const path = toPath(request.path, ctx.cwd);
      const dryRun = request.dry_run || ctx.dryRun;
      const asked = { tool: "multi_edit", path, version: request.version, dryRun };
      const made = await changeText(held, asked, ctx, async ({ file, seen, stale }) => {
        const explain = (error: ToolError) => stale?.(file.text) ?? error;
        const { plans, result } = await planAll(file, path, request.edits, ctx, explain);
        const splices = diffLines(file.text, result.text);
        if (splices.length === 0) throw nothingLeft(path);
        const exact = plans.every(({ tier }) => tier === "exact");
        if (stale && !isUntouched(file.text, splices, exact, seen)) throw stale(file.text);
        return { plans, result, splices, bytes: result.bytes };
      });
      return {
        path,
        edits: made.plans.map(({ text, lines, tier }) => ({
          replacements: text.length,
          lines_changed: [...lines],
          match: tier,
        })),
        ...(made.outside && { changed_outside: made.outside }),
        ...fileMetadata(made.result, made.version, lineCount(made.result)),
        diff: renderDiff(made.file.text, made.splices),
      };
    },
    render: ({ path, edits, changed_outside, diff, ...metadata }, { dry_run }) =>
      [
        dry_run && "Dry run: nothing was changed.",
        `${dry_run ? "Would make" : "Made"} ${plural(edits.length, "edit")} of ${path}.`,
        ...edits.flatMap(({ match }, i) =>
          match === "exact" ? [] : `edits[${i}]: ${tierNotes[match as EditPlan["tier"]]}`,
        ),
        changed_outside && outsideNote(changed_outside),
        renderMetadata(metadata),
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

/** Plan the edits one after the other; `explain` may know a better reason why one has no place. */
async function planAll(
  file: TextFile,
  path: Path,
  edits: MultiEditInput["edits"],
  ctx: ToolContext,
  explain: (error: ToolError) => ToolError,
): Promise<{ readonly plans: readonly EditPlan[]; readonly result: TextFile }> {
  if (edits.length === 0) {
    throw new ToolError("invalid_input", "edits is empty.", { hint: "Give at least one edit." });
  }
  const { hasPlace } = await loadPlanning();
  const texts = edits.flatMap(({ old_string, new_string }) => [old_string, new_string]);
  const secrets = await secretsFor(path, ctx, ...texts);
  const plans: EditPlan[] = [];
  let result = file;
  for (const [i, edit] of edits.entries()) {
    try {
      const plan = await planEditOf(result, path, edit, secrets, ctx);
      plans.push(plan);
      result = {
        ...result,
        text: applySplices(result.text, plan.text),
        bytes: applyByteSplices(result.bytes, plan.bytes),
      };
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      const stood =
        error.code === "no_match" && i > 0 && hasPlace(file.text, { old: edit.old_string, new: edit.new_string });
      throw atIndex(isMisplaced(error) ? explain(error) : error, i, plans, stood);
    }
  }
  return { plans, result };
}

/** The error of one edit, with its index and what the edits before it would have done. */
function atIndex(error: ToolError, index: number, plans: readonly EditPlan[], stood: boolean): ToolError {
  const { code, message, hint, data, cause } = error;
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

const nothingLeft = (path: Path): ToolError =>
  new ToolError("no_op", `The edits leave ${path} as it was: later ones take earlier ones back.`, {
    hint: "Nothing was written. Send the edits you want to last.",
  });
