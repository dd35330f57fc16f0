import { type Access, type Backend, type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import {
  type ApprovedVersions,
  confirmVersion,
  readAndWrite,
  retryOnConflict,
  withFileLock,
} from "@holdall/tool-kit/file-tools";
import { diffLines } from "../edit/diff.ts";
import { reportChanges } from "../history/change-report.ts";
import { createChangeSet, type FileChange } from "../history/change-set.ts";
import { type Committed, commit } from "../history/commit.ts";
import { noteChange } from "../history/freshness.ts";
import { refuseBelowFiles } from "../history/missing-folders.ts";
import { readTracker } from "../history/read-tracker.ts";
import type { FsToolsOptions } from "../options.ts";
import { decodeFile } from "../text/codec.ts";
import { recordCall } from "../tools/history/file-history.ts";
import { parsePatch } from "./parse.ts";
import type { FilePatch } from "./patch.ts";
import { planPatch } from "./plan.ts";
import type { ApplyPatchInput, ApplyPatchOutput } from "./schema.ts";

/** The files that a patch will change. */
export const patchAccesses = (patch: string, cwd: Path): Access[] =>
  parsePatch(patch).flatMap((part) => accessesOf(part, cwd));

/** The files that a patch does away with. */
export const deletedBy = (patch: string, cwd: Path): Path[] =>
  parsePatch(patch).flatMap(({ kind, path }) => (kind === "delete" ? [toPath(path, cwd)] : []));

function accessesOf({ kind, path: written, to: target }: FilePatch, cwd: Path): Access[] {
  const path = toPath(written, cwd);
  if (kind === "delete") return [{ action: "delete", target: path }];
  if (target === undefined) return kind === "add" ? [{ action: "write", target: path }] : readAndWrite(path);
  return [
    { action: kind === "copy" ? "read" : "delete", target: path },
    { action: "write", target: toPath(target, cwd) },
  ];
}

interface Means extends FsToolsOptions {
  readonly approved: ApprovedVersions;
}

/** What `apply_patch` does. */
export function executePatch(means: Means, request: ApplyPatchInput, ctx: ToolContext): Promise<ApplyPatchOutput> {
  const { backend } = means;
  const parts = parsePatch(request.patch);
  const paths = parts.flatMap(({ path, to }) => [path, to ?? path].map((each) => toPath(each, ctx.cwd)));
  return withFileLock({ backend, paths, signal: ctx.signal }, () =>
    retryOnConflict(() => attempt(means, parts, request, ctx)),
  );
}

async function attempt(
  { backend, history, approved }: Means,
  parts: readonly FilePatch[],
  request: ApplyPatchInput,
  ctx: ToolContext,
): Promise<ApplyPatchOutput> {
  const tracker = ctx.state(readTracker);
  const set = createChangeSet(backend, ctx.signal);
  const bridged = await planPatch(parts, { set, tracker, ctx });
  const planned = set.changes();
  for (const { from, to, before } of planned)
    if (from !== null && to === null)
      await confirmVersion(approved, { action: "delete", target: from }, before?.version ?? null, ctx);
  const notes = [...parts.flatMap((part) => part.notes), ...bridged];
  if (planned.length === 0) throw noChange(notes);
  if (request.dry_run || ctx.dryRun) {
    const gone = new Set(planned.flatMap(({ from, to }) => (from !== null && from !== to ? [from] : [])));
    const places = planned.flatMap(({ from, to }) => (to !== null && from !== to ? [to] : []));
    await refuseBelowFiles(backend, places, ctx.signal, gone);
    return { notes, ...reportChanges(planned) };
  }
  const modes = await modesOfDeleted(backend, planned, ctx.signal);
  const { changes, made } = await commit(backend, planned, ctx.signal);
  for (const change of changes) noteSeen(ctx, change);
  const files = changes.map((change) => ({
    ...change,
    mode: change.from ? modes.get(change.from) : undefined,
    after: change.after && { bytes: change.after, version: change.version ?? "" },
  }));
  recordCall(ctx, history, { tool: "apply_patch", files, made });
  return { notes, ...reportChanges(changes) };
}

async function modesOfDeleted(backend: Backend, changes: readonly FileChange[], signal: AbortSignal) {
  const modes = new Map<Path, number | undefined>();
  for (const { from, to } of changes) {
    if (from !== null && to === null) modes.set(from, (await backend.stat(from, { signal }))?.mode);
  }
  return modes;
}

/** What the session saw of a file it still knows, with the change; what it never read stays unread. */
function noteSeen({ state }: ToolContext, { from, to, before, after, version }: Committed): void {
  const tracker = state(readTracker);
  if (to === null) {
    tracker.forget(from!);
    return;
  }
  if (from !== null && from !== to) tracker.moved(from, to);
  const file = decodeFile(after!);
  if (!before) {
    if (file.kind === "text") tracker.saw(to, version!, { text: file.text, firstLine: 1 }, true);
    return;
  }
  const seen = tracker.get(to);
  const old = decodeFile(before.bytes);
  if (!seen || file.kind !== "text" || old.kind !== "text") return;
  const splices = diffLines(old.text, file.text);
  if (splices.length === 0) tracker.saw(to, version!);
  else {
    noteChange(tracker, to, { from: before.version, to: version!, before: old.text, splices });
  }
}

const noChange = (notes: readonly string[]): ToolError =>
  new ToolError("no_op", ["The patch changes nothing: every file already has its changes.", ...notes].join(" "), {
    hint: "Nothing was written. Look at the files with {read_file} if that is unexpected.",
  });
