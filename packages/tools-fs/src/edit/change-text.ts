import { type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { lazy } from "../access/define-fs-tool.ts";
import { withFileLock } from "../access/file-lock.ts";
import { recordCall } from "../file-history.ts";
import { changedLines, checkFreshness, noteChange, showRanges, staleError } from "../history/freshness.ts";
import { readTracker, type SeenFile } from "../history/read-tracker.ts";
import type { FsToolsOptions } from "../options.ts";
import { planOnShown } from "../secrets/placeholders.ts";
import type { SecretsOfFile } from "../secrets/secrets-of-file.ts";
import type { TextFile } from "../text/codec.ts";
import { lineNumbers, type TextSplice } from "../text/lines.ts";
import type { ByteSplice } from "../text/write.ts";
import type { EditPlan } from "./plan-edit.ts";
import { changeFile, readTarget, type TextTarget, writeOver } from "./target.ts";

export const loadPlanning = lazy(() => import("./plan-edit.ts"));

/** A text file that is about to be changed, and what the session knows of it. */
export interface ChangeTarget extends TextTarget {
  /** The error for a change that was planned for another version; undefined where the session knows this one. */
  readonly stale: ((text?: string) => ToolError) | undefined;
  readonly seen: SeenFile | undefined;
}

/** A planned change: the splices of the text, and the bytes of the whole file after it. */
export interface TextChange {
  readonly splices: readonly TextSplice[];
  readonly bytes: Uint8Array;
  /** The splices in the bytes, where they are known; otherwise they are computed when the change is recorded. */
  readonly byteSplices?: readonly ByteSplice[];
}

export interface ChangeRequest {
  readonly tool: string;
  readonly path: Path;
  /** The version that the caller names. */
  readonly version: string | undefined;
  readonly dryRun?: boolean | undefined;
}

export type Changed<C> = C & {
  readonly file: TextFile;
  /** Of the file now; in a dry run, of the file as it is. */
  readonly version: string;
  /** Lines that something else changed since the session saw the file; undefined where nothing did. */
  readonly outside: [number, number][] | undefined;
};

/**
 * Change a text file that the session knows: read it, compare its version with what the session saw, plan, write over exactly
 * that version, then record the change for later edits and for undo. The plan is made again when another writer is faster.
 */
export function changeText<C extends TextChange>(
  { backend, history }: FsToolsOptions,
  { tool, path, version: asked, dryRun }: ChangeRequest,
  ctx: ToolContext,
  plan: (target: ChangeTarget) => Promise<C>,
): Promise<Changed<C>> {
  const { signal } = ctx;
  const tracker = ctx.state(readTracker);
  return withFileLock({ backend, paths: [path], signal }, () =>
    changeFile(backend, path, ctx, async (view) => {
      const { file, version } = await readTarget(view, path, signal);
      const { fresh, seen } = checkFreshness(tracker, path, { asked, current: version });
      const known = fresh || seen?.version === version;
      const stale = known ? undefined : (text?: string) => staleError(path, version, text, seen);
      const change = await plan({ file, version, seen, stale });
      const { splices, bytes, byteSplices } = change;
      const outside = known ? undefined : ((seen && changedLines(file.text, seen)) ?? []);
      if (dryRun ?? ctx.dryRun) return { ...change, file, version, outside };
      const written = await writeOver(view, path, bytes, { signal, version });
      const [line = 1] = lineNumbers(file.text, [splices[0]?.start ?? 0]);
      noteChange(tracker, path, { from: version, to: written, before: file.text, splices, line });
      const before = { bytes: file.bytes, version };
      const files = [{ from: path, to: path, before, after: { bytes, version: written }, splices: byteSplices }];
      recordCall(ctx, history, { tool, files });
      return { ...change, file, version: written, outside };
    }),
  );
}

/** An edit as a model sends it. */
export interface StringEdit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** Plan one edit on a text. Throws `no_match` or `ambiguous` where it has no certain place. */
export async function planEditOf(
  file: TextFile,
  path: Path,
  { old_string, new_string, replace_all = false }: StringEdit,
  secrets: SecretsOfFile | undefined,
  ctx: ToolContext,
): Promise<EditPlan> {
  const { planEdit } = await loadPlanning();
  const edit = { path, old: old_string, new: new_string, replaceAll: replace_all };
  return planOnShown({
    ...{ path, ctx, text: file.text, secrets },
    plan: (shown) => planEdit(file, edit, shown),
    splices: (plan) => plan.text,
  });
}

/** True for the errors of an edit that has no certain place. */
export const isMisplaced = (error: unknown): error is ToolError =>
  ToolError.is(error) && (error.code === "no_match" || error.code === "ambiguous");

/** What an answer says about a match that was not exact. */
export const tierNotes: Readonly<Record<EditPlan["tier"], string>> = {
  exact: "",
  "line-edges": "old_string matched apart from line endings or spaces at line ends; the file's own were kept.",
  "inner-space":
    "old_string matched apart from spaces inside lines; the file's own were kept where new_string repeats them.",
  indentation: "old_string matched apart from its indentation; new_string was indented as the file is.",
  "blank-lines": "old_string matched apart from blank lines; the file's own were kept.",
  "look-alikes":
    "old_string matched apart from quotes, dashes or kinds of space that look alike; the file's own were kept where new_string repeats them.",
  "line-numbers": "Line numbers in front of old_string were taken off.",
  escapes: "One level of backslash escapes was taken off old_string and new_string.",
};

/** What an answer says when somebody else changed the file since it was read. */
export function outsideNote(ranges: readonly (readonly number[])[]): string {
  const where = showRanges(ranges.map(([from = 0, to = from]) => [from, to] as const));
  return `Note: something else changed the file since you read it${where && ` (lines ${where} before this edit)`}; your edit was applied on top.`;
}
