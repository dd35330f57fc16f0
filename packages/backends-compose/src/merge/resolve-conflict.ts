import { ToolError } from "@holdall/tool-core";
import { isEqual } from "./find-renames.ts";
import type { TextChoice } from "./merge-text.ts";
import { contentOf, type MergeConflict, type TreeChange } from "./merge-trees.ts";
import { mergedForm } from "./merged-form.ts";
import { encodeText, isReadable, readLines, type TextLines } from "./text-lines.ts";

/** What was decided: a side, both, or a text of their own. */
export type Decision = { readonly take: TextChoice } | { readonly text: string };

/**
 * The steps that a decision takes. A side of conflicting lines keeps the other changes of both sides; `current` of a change that
 * is not permitted makes none. `both` of files that are not text keeps the incoming one under a name of its own. Nothing is written over another file, of which `isTaken` knows.
 */
export function resolveConflict(
  conflict: MergeConflict,
  decision: Decision,
  isTaken: (path: string) => boolean = () => false,
): TreeChange[] {
  const { path, current, incoming } = conflict;
  if ("text" in decision) {
    const model = conflict.entry ? undefined : modelOf(conflict);
    if (!model)
      throw new ToolError("invalid_input", `${path} is not text.`, {
        hint: "Take current, incoming or both.",
        data: { path },
      });
    if (!isReadable(model))
      throw new ToolError("invalid_input", `${path} is not UTF-8, so a text cannot be written in its encoding.`, {
        hint: "Take current, incoming or both, and edit the file afterwards.",
        data: { path },
      });
    return placed(conflict, "current", encodeText(model, decision.text), isTaken);
  }
  const { take } = decision;
  if (take === "both" && !incoming) return [];
  if (take === "current" && conflict.kind === "denied") return [];
  if (conflict.entry === "directory" && incoming) return take === "current" ? [] : [{ kind: "folder", path }];
  const merged = contentOf(conflict, take);
  if (take === "current")
    return merged && current && !isEqual(merged, current.bytes) ? placed(conflict, take, merged, isTaken) : [];
  if (merged) return placed(conflict, take, merged, isTaken);
  if (take === "both" && current && incoming) {
    const name = beside(incoming.path, (path) => path === current.path || isTaken(path));
    return [{ kind: "write", path: name, bytes: incoming.bytes }];
  }
  if (!incoming) return current ? [{ kind: "remove", path: current.path }] : [];
  return placed(conflict, take, incoming.bytes, isTaken);
}

/** How a text of their own is written: as the merge of both sides would be, where they can be merged. */
function modelOf({ base, current, incoming }: MergeConflict): TextLines | undefined {
  const own = readLines(current?.bytes ?? incoming?.bytes ?? new Uint8Array());
  const other = current && incoming ? readLines(incoming.bytes) : undefined;
  const was = base && readLines(base);
  if (!own || other?.unit !== own.unit || (base && was?.unit !== own.unit)) return own;
  return { ...own, ...mergedForm(was, own, other) };
}

/** The content of a decision, at the path that it gets, or at one that is free. */
function placed(
  conflict: MergeConflict,
  take: TextChoice,
  bytes: Uint8Array,
  isTaken: (path: string) => boolean,
): TreeChange[] {
  const { current } = conflict;
  const wanted = nameOf(conflict, take);
  if (wanted === current?.path) return [{ kind: "write", path: wanted, bytes }];
  const to = free(wanted, isTaken);
  return [current ? { kind: "move", path: to, from: current.path, bytes } : { kind: "write", path: to, bytes }];
}

/** The name that one side has given the file, whichever is taken, unless the name is what they conflict in. */
function nameOf({ kind, path, current, incoming }: MergeConflict, take: TextChoice): string {
  if (!current || !incoming || kind === "renamed" || kind === "kind")
    return (take === "incoming" ? incoming?.path : current?.path) ?? incoming?.path ?? path;
  return current.path === path ? incoming.path : current.path;
}

const free = (path: string, isTaken: (path: string) => boolean) => (isTaken(path) ? beside(path, isTaken) : path);

function beside(path: string, isTaken: (path: string) => boolean): string {
  const dot = path.indexOf(".", path.lastIndexOf("/") + 2);
  const [stem, end] = dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot)];
  for (let count = 1; ; count++) {
    const name = `${stem}.incoming${count > 1 ? `-${count}` : ""}${end}`;
    if (!isTaken(name)) return name;
  }
}
