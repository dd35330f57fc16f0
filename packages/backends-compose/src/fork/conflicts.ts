import { type Path, ToolError, toPath } from "@holdall/tool-core";
import type { MergeConflict, TreeChange } from "../merge/merge-trees.ts";
import { sameBytes } from "../shared/steps.ts";
import type { Sides } from "./read-sides.ts";

const nothing = new Uint8Array();

/** All paths of a conflict, on either side. */
export const placesOf = ({ path, current, incoming }: MergeConflict): Path[] =>
  [...new Set([path, current?.path ?? path, incoming?.path ?? path])].map((each) => toPath(each));

/** A conflict of a file, which either side may have under a name of its own. */
export function conflictAt(
  kind: MergeConflict["kind"],
  { path, current: own = path, incoming: other = path }: { path: string; current?: string; incoming?: string },
  sides: Sides,
): MergeConflict {
  const was = sides.base.get(path);
  const [current, incoming] = [sides.current.get(own), sides.incoming.get(other)];
  return {
    kind,
    path,
    ...(was && { base: was }),
    ...(current && { current: { path: own, bytes: current } }),
    ...(incoming && { incoming: { path: other, bytes: incoming } }),
    lines: [],
  };
}

/** The path of the conflict of a change that cannot be made: that of the file before either side renamed it. */
export function conflictPath(change: TreeChange, { base, current, links, oldNames }: Sides): string {
  const isFolder = change.kind === "folder" || (change.kind === "remove" && !current.has(change.path));
  if (isFolder || links.has(toPath(change.path))) return change.path;
  const place = change.kind === "move" ? change.from : change.path;
  return base.has(place) ? place : (oldNames.get(place) ?? place);
}

/** The conflict of a change that cannot be made. Both sides are found under the names that they have now. */
export function conflictOn(kind: MergeConflict["kind"], change: TreeChange, sides: Sides): MergeConflict {
  const { current, incoming, links, renames } = sides;
  const side = { path: change.path, bytes: nothing };
  const isLink = links.has(toPath(change.path));
  if (change.kind === "folder")
    return { kind, path: change.path, entry: "directory", ...(isLink && { current: side }), incoming: side, lines: [] };
  if (isLink) return { ...conflictAt(kind, { path: change.path }, sides), entry: "link", current: side };
  if (change.kind === "remove" && !current.has(change.path))
    return { kind, path: change.path, entry: "directory", current: side, lines: [] };
  const path = conflictPath(change, sides);
  const nameIn = (files: ReadonlyMap<string, Uint8Array>, names: ReadonlyMap<string, string>) =>
    files.has(path) ? path : (names.get(path) ?? path);
  const names = { current: nameIn(current, renames.current), incoming: nameIn(incoming, renames.incoming) };
  return conflictAt(kind, { path, ...names }, sides);
}

const isSameSide = (one: MergeConflict["current"], other: MergeConflict["current"]): boolean =>
  one?.path === other?.path && (!one || !other || sameBytes(one.bytes, other.bytes));

/** Whether both sides of a conflict are what they were. */
export const isSameConflict = (one: MergeConflict, other: MergeConflict): boolean =>
  one.entry === other.entry && isSameSide(one.current, other.current) && isSameSide(one.incoming, other.incoming);

export const changedConflict = (path: string) =>
  new ToolError("stale", `A side of the conflict at ${path} has changed since.`, {
    hint: "Look at the conflict once more, then decide.",
    data: { path },
  });

export const noConflict = (path: string, conflicts: readonly MergeConflict[]) =>
  new ToolError("not_found", `There is no conflict at ${path}.`, {
    hint:
      conflicts.length > 0
        ? `Conflicts are at ${conflicts.map((each) => each.path).join(", ")}.`
        : "Nothing is left to decide.",
    data: { paths: conflicts.map((each) => each.path) },
  });

export const notPermitted = (path: Path) =>
  new ToolError("permission_denied", `${path} may not be changed now.`, {
    hint: "Take current, or tell the user.",
    data: { path },
  });
