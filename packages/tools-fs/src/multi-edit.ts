import { type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { defineFsTool, lazy, readAndWrite } from "./access/define-fs-tool.ts";
import { withFileLock } from "./access/file-lock.ts";
import { editsOfOneFile } from "./aliases/edit-file.ts";
import { diffLines, renderDiff } from "./edit/diff.ts";
import { outsideNote, tierNotes } from "./edit/notes.ts";
import type { EditPlan } from "./edit/plan-edit.ts";
import { changeFile, readTarget, writeOver } from "./edit/target.ts";
import { recordCall } from "./file-history.ts";
import { changedLines, checkFreshness, isUntouched, noteChange, staleError } from "./history/freshness.ts";
import { readTracker } from "./history/read-tracker.ts";
import type { FsToolsOptions } from "./options.ts";
import { planOnShown, secretsFor } from "./secrets/placeholders.ts";
import type { TextFile } from "./text/codec.ts";
import { applySplices, lineNumbers, listNumbers, plural } from "./text/lines.ts";
import { fileMetadata, lineCount, metadataSchema, renderMetadata } from "./text/metadata.ts";
import { applyByteSplices } from "./text/write.ts";

const edit = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() });

const loadPlanning = lazy(() => import("./edit/plan-edit.ts"));

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
export function multiEdit(options: FsToolsOptions): Tool<MultiEditInput, MultiEditOutput> {
  const run = async (
    { backend, history }: FsToolsOptions,
    request: MultiEditInput,
    path: Path,
    ctx: ToolContext,
  ): Promise<MultiEditOutput> => {
    const { signal } = ctx;
    const dryRun = request.dry_run || ctx.dryRun;
    const tracker = ctx.state(readTracker);
    const { file, version } = await readTarget(backend, path, signal);
    const { fresh, seen } = checkFreshness(tracker, path, { asked: request.version, current: version });
    const known = fresh || seen?.version === version;
    const { plans, result } = await planAll(file, path, request.edits, ctx, (error) =>
      known ? error : staleError(path, version, file.text, seen),
    );
    const splices = diffLines(file.text, result.text);
    if (splices.length === 0) throw nothingLeft(path);
    const exact = plans.every(({ tier }) => tier === "exact");
    if (!known && !isUntouched(file.text, splices, exact, seen)) throw staleError(path, version, file.text, seen);

    const { bytes } = result;
    const written = dryRun ? version : await writeOver(backend, path, bytes, { signal, version });
    const outside = known ? undefined : ((seen && changedLines(file.text, seen)) ?? []);
    if (!dryRun) {
      const [line = 1] = lineNumbers(file.text, [splices[0]!.start]);
      noteChange(tracker, path, { from: version, to: written, before: file.text, splices, line });
      const saved = {
        from: path,
        to: path,
        before: { bytes: file.bytes, version },
        after: { bytes, version: written },
      };
      recordCall(ctx, history, { tool: "multi_edit", files: [saved] });
    }
    return {
      path,
      edits: plans.map(({ text, lines, tier }) => ({
        replacements: text.length,
        lines_changed: [...lines],
        match: tier,
      })),
      ...(outside && { changed_outside: outside }),
      ...fileMetadata(result, written, lineCount(result)),
      diff: renderDiff(file.text, splices),
    };
  };

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
    execute(request, ctx, { backend, history }) {
      const path = toPath(request.path, ctx.cwd);
      return withFileLock({ backend, paths: [path], signal: ctx.signal }, () =>
        changeFile(backend, path, ctx, (view) => run({ backend: view, history }, request, path, ctx)),
      );
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
  const { hasPlace, planEdit } = await loadPlanning();
  const texts = edits.flatMap(({ old_string, new_string }) => [old_string, new_string]);
  const secrets = await secretsFor(path, ctx, ...texts);
  const plans: EditPlan[] = [];
  let result = file;
  for (const [i, { old_string, new_string, replace_all = false }] of edits.entries()) {
    const [before, edit] = [result, { path, old: old_string, new: new_string, replaceAll: replace_all }];
    try {
      const plan = await planOnShown({
        ...{ path, ctx, text: before.text, secrets },
        plan: (shown) => planEdit(before, edit, shown),
        splices: (planned) => planned.text,
      });
      plans.push(plan);
      result = {
        ...result,
        text: applySplices(result.text, plan.text),
        bytes: applyByteSplices(result.bytes, plan.bytes),
      };
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      const placeless = error.code === "no_match" || error.code === "ambiguous";
      const stood = error.code === "no_match" && i > 0 && hasPlace(file.text, { old: old_string, new: new_string });
      throw atIndex(placeless ? explain(error) : error, i, plans, stood);
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
