import { type ToolContext, ToolError } from "@holdall/tool-core";
import { refuseStale, showRanges } from "../history/freshness.ts";
import type { FsToolsOptions } from "../options.ts";
import { isMisplaced, planOnShown, secretsFor } from "../secrets/placeholders.ts";
import type { TextFile } from "../text/codec.ts";
import { applySplices } from "../text/lines.ts";
import { fileMetadata, lineCount } from "../text/metadata.ts";
import { applyByteSplices } from "../text/write.ts";
import { type Changed, type ChangeRequest, changeText, type TextChange } from "./change-text.ts";
import { diffLines, renderDiff } from "./diff.ts";
import type { EditPlan } from "./plan-edit.ts";

const loadPlanning = () => import("./plan-edit.ts");

/** An edit as a model sends it. */
export interface StringEdit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

interface PlannedEdits extends TextChange {
  /** One for each edit, on the text that the ones before it made. */
  readonly plans: readonly EditPlan[];
  readonly result: TextFile;
  /** Of an office document: its format, and what to know of the change. */
  readonly document?: { readonly format: string; readonly notes: readonly string[] };
}

interface Wording {
  /** The error of an edit that cannot be made: the plans before it, and whether its text stood in the file before those. */
  explain?(error: ToolError, plans: readonly EditPlan[], stood: boolean): ToolError;
}

/** Make edits of one file, each on the result of the one before; all of them or none. */
export async function makeEdits(
  options: FsToolsOptions,
  {
    edits,
    trackChanges,
    ...request
  }: ChangeRequest & { readonly edits: readonly StringEdit[]; readonly trackChanges?: boolean | undefined },
  ctx: ToolContext,
  { explain = (error) => error }: Wording = {},
): Promise<Changed<PlannedEdits>> {
  const { path } = request;
  return changeText(options, { ...request, documents: true }, ctx, async ({ file, seen, stale, document }) => {
    if (trackChanges && !document) throw untracked(path);
    const { planEdit, hasPlace } = await loadPlanning();
    const texts = edits.flatMap(({ old_string, new_string }) => [old_string, new_string]);
    const secrets = await secretsFor(path, ctx, ...texts);
    const plans: EditPlan[] = [];
    let result = file;
    for (const { old_string: old, new_string: fresh, replace_all: replaceAll = false } of edits) {
      try {
        const plan = await planOnShown({
          ...{ path, ctx, text: result.text, secrets },
          plan: (shown) => planEdit(result, { path, old, new: fresh, replaceAll }, shown),
          splices: ({ text }) => text,
        });
        plans.push(plan);
        const text = applySplices(result.text, plan.text);
        result = { ...result, text, bytes: applyByteSplices(result.bytes, plan.bytes) };
      } catch (error) {
        if (!ToolError.is(error)) throw error;
        const stood = error.code === "no_match" && plans.length > 0 && hasPlace(file.text, { old, new: fresh });
        throw explain(stale && isMisplaced(error) ? stale(file.text) : error, plans, stood);
      }
    }
    const [only] = plans;
    const one = plans.length === 1 ? only : undefined;
    const splices = one?.text ?? diffLines(file.text, result.text);
    if (splices.length === 0) {
      throw new ToolError("no_op", `The edits leave ${path} as it was: later ones undo earlier ones.`, {
        hint: "Nothing was written. Send only the edits you want to keep.",
      });
    }
    const exact = plans.every(({ tier }) => tier === "exact");
    refuseStale({ seen, stale }, file.text, splices, exact);
    if (document) {
      const edited = await document.apply(splices, { trackChanges, now: new Date() });
      const { text, notes } = edited;
      return {
        plans,
        result: { ...result, text, bytes: new TextEncoder().encode(text) },
        splices: diffLines(file.text, text),
        bytes: edited.bytes,
        byteSplices: [edited.splice],
        document: { format: document.format, notes },
      };
    }
    return { plans, result, splices, bytes: result.bytes, ...(one && { byteSplices: one.bytes }) };
  });
}

const untracked = (path: string): ToolError =>
  new ToolError("invalid_input", `${path} is not a Word document, so its changes cannot be tracked.`, {
    hint: "Leave track_changes out.",
  });

/** Notes for the result of edits, next to each of them. */
export const reportEdits = ({ file, splices, plans, result, version, outside, document }: Changed<PlannedEdits>) => ({
  ...(outside && { changed_outside: outside }),
  ...fileMetadata(result, version, lineCount(result)),
  ...(document && { ...ofDocument, encoding: document.format }),
  ...(document && document.notes.length > 0 && { notes: [...document.notes] }),
  diff: renderDiff(file.text, splices, plans.length === 1 && !document ? plans[0]!.lines : undefined),
});

/** What says nothing of a document. */
const ofDocument = { line_endings: "none", indentation: undefined, final_newline: true } as const;

/** The note for a match that was not exact. */
export const tierNotes: Readonly<Record<EditPlan["tier"], string>> = {
  exact: "",
  "line-edges": "old_string matched apart from line endings or spaces at line ends; the file's own were kept.",
  "inner-space":
    "old_string matched apart from spaces inside lines; the file's own were kept where new_string repeats them.",
  indentation: "old_string matched apart from its indentation; new_string was indented to match.",
  "blank-lines": "old_string matched apart from blank lines; the file's own were kept.",
  "look-alikes":
    "old_string matched apart from quotes, dashes or kinds of space that look alike; the file's own were kept where new_string repeats them.",
  "line-numbers": "Line numbers in front of old_string were removed.",
  escapes: "One level of backslash escapes was removed from old_string and new_string.",
};

/** The note if the file changed since it was read. */
export function outsideNote(ranges: readonly (readonly number[])[]): string {
  const where = showRanges(ranges.map(([from = 0, to = from]) => [from, to] as const));
  return `Note: something else changed the file since you read it${where && ` (lines ${where} before this edit)`}; your edit was applied on top.`;
}
