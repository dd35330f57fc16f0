import { type Access, type Path, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { changedFile, listChanges, reportChanges } from "./_changes/change-report.ts";
import { createChangeSet } from "./_changes/change-set.ts";
import { type Committed, commit } from "./_changes/commit.ts";
import { decodeFile } from "./_codec/codec.ts";
import { defineFsTool, readAndWrite } from "./_define-fs-tool.ts";
import { noteChange } from "./_freshness.ts";
import { readLedger } from "./_ledger.ts";
import { lineSplices } from "./_line-splices.ts";
import { plural } from "./_lines.ts";
import { type FilePatch, parsePatch } from "./_patch/patch.ts";
import { planPatch } from "./_patch/plan.ts";
import { lineAt } from "./_patch/rows.ts";
import { inTurn } from "./_queue.ts";
import { retryWhileRaced } from "./_text-target.ts";
import { recordCall } from "./file-history.ts";
import type { FsToolsOptions } from "./options.ts";

const input = z.object({ patch: z.string(), dry_run: z.boolean().optional() });

const output = z.object({ files: z.array(changedFile), notes: z.array(z.string()), diff: z.string() });

export type ApplyPatchInput = z.infer<typeof input>;
export type ApplyPatchOutput = z.infer<typeof output>;

/**
 * Apply a patch to many files, all of it or nothing. Its context is what must be true of the files, so that they need
 * not have been read; what was read and has changed since in the same place is `stale`.
 */
export function applyPatch({ backend, history }: FsToolsOptions): Tool<ApplyPatchInput, ApplyPatchOutput> {
  const run = async (parts: readonly FilePatch[], dryRun: boolean, ctx: ToolContext): Promise<ApplyPatchOutput> => {
    const ledger = ctx.state(readLedger);
    const set = createChangeSet(backend, ctx.signal);
    await planPatch(parts, { set, ledger, cwd: ctx.cwd });
    const planned = set.changes();
    const notes = parts.flatMap((part) => part.notes);
    if (planned.length === 0) throw noChange(notes);
    if (dryRun) return { notes, ...reportChanges(planned) };
    const { changes, made } = await commit(backend, planned, ctx.signal);
    for (const change of changes) noteSeen(ctx, change);
    const files = changes.map((change) => ({
      ...change,
      after: change.after && { bytes: change.after, version: change.version ?? "" },
    }));
    recordCall(ctx, history, { tool: "apply_patch", files, made });
    return { notes, ...reportChanges(changes) };
  };

  return defineFsTool(backend, {
    name: "apply_patch",
    category: "filesystem",
    description:
      "Apply a patch to one or many files, all or nothing: `*** Begin Patch` form or unified diff. Context must match one place.",
    guidance:
      "{apply_patch} takes sections `*** Add File: path`, `*** Update File: path` (then `*** Move to: path` to rename) and `*** Delete File: path` between `*** Begin Patch` and `*** End Patch`, or a unified diff. Give three lines of context around each change; where they occur more than once, put a `@@` line with the class or function above it. Adding and moving never overwrite.",
    examples: ["apply this diff", "change these files together"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: { names: ["patch_files"], params: { diff: "patch", patch_text: "patch" } },
    access: ({ patch }, { cwd }) => parsePatch(patch).flatMap((part) => accessOf(part, cwd)),
    execute({ patch, dry_run }, ctx) {
      const parts = parsePatch(patch);
      const paths = parts.flatMap(({ path, to }) => [path, to ?? path].map((each) => toPath(each, ctx.cwd)));
      return inTurn({ backend, paths, signal: ctx.signal }, () =>
        retryWhileRaced(() => run(parts, dry_run || ctx.dryRun, ctx)),
      );
    },
    render: ({ files, notes, diff }, { dry_run }) =>
      [
        dry_run
          ? `Dry run: nothing was changed. The patch would change ${plural(files.length, "file")}:`
          : `Changed ${plural(files.length, "file")}:`,
        ...listChanges(files),
        ...notes,
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}

function accessOf({ kind, path: written, to: target }: FilePatch, cwd: Path): Access[] {
  const path = toPath(written, cwd);
  if (kind === "delete") return [{ action: "delete", target: path }];
  if (target === undefined) return kind === "add" ? [{ action: "write", target: path }] : readAndWrite(path);
  return [
    { action: kind === "copy" ? "read" : "delete", target: path },
    { action: "write", target: toPath(target, cwd) },
  ];
}

/** What the session saw of a file it still knows, with the change; what it never read stays unread. */
function noteSeen({ state }: ToolContext, { from, to, before, after, version }: Committed): void {
  const ledger = state(readLedger);
  if (to === null) {
    ledger.forget(from!);
    return;
  }
  if (from !== null && from !== to) ledger.moved(from, to);
  const file = decodeFile(after!);
  if (!before) {
    if (file.kind === "text") ledger.saw(to, version!, { text: file.text, firstLine: 1 }, true);
    return;
  }
  const seen = ledger.get(to);
  const old = decodeFile(before.bytes);
  if (!seen || file.kind !== "text" || old.kind !== "text") return;
  const splices = lineSplices(old.text, file.text);
  const known = seen.version === before.version;
  if (!known || splices.length === 0) ledger.saw(to, version!);
  else
    noteChange(ledger, to, {
      version: version!,
      before: old.text,
      splices,
      known,
      line: lineAt(old.text, splices[0]!.start),
    });
}

const noChange = (notes: readonly string[]): ToolError =>
  new ToolError(
    "no_op",
    ["The patch changes nothing: every file holds already what it asks for.", ...notes].join(" "),
    {
      hint: "Nothing was written. Look at the files with {read_file} if that is unexpected.",
    },
  );
