import { type Path, type Session, type StateKey, ToolError } from "@holdall/tool-core";
import { fromBase64, toBase64 } from "@holdall/tool-kit";
import * as z from "zod";
import { toNotePath } from "./note-path.ts";
import { type NoteStoreOptions, openNotes } from "./note-store.ts";

/** Bytes of deleted notes that a session keeps, the latest. */
const most = 4_000_000;

/** The deleted notes of a session, by path. */
export const deletedNotes: StateKey<Map<Path, Uint8Array>> = {
  name: "deletedNotes",
  create: () => new Map(),
  snapshot: (notes) => [...notes].map(([path, bytes]) => [path, toBase64(bytes)]),
  restore(json) {
    const pairs = z.array(z.tuple([z.string(), z.base64()])).safeParse(json);
    if (pairs.success) return new Map(pairs.data.map(([path, base64]) => [toNotePath(path), fromBase64(base64)]));
    throw new ToolError("parse_error", "The saved notes that were deleted cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** Keep a deleted note, and drop the oldest where there are too many. */
export function keepDeleted(notes: Map<Path, Uint8Array>, path: Path, bytes: Uint8Array): void {
  notes.delete(path);
  notes.set(path, bytes);
  let sum = [...notes.values()].reduce((all, { length }) => all + length, 0);
  for (const [oldest, { length }] of notes) {
    if (sum <= most) return;
    notes.delete(oldest);
    sum -= length;
  }
}

/**
 * Restore notes that a session has deleted. Returns the paths of the restored notes. Notes whose path is used by a new note
 * stay deleted, and can be restored when the path is free.
 */
export async function restoreDeletedNotes(options: NoteStoreOptions, session: Pick<Session, "state">): Promise<Path[]> {
  const store = openNotes(options);
  const kept = session.state(deletedNotes);
  const restored: Path[] = [];
  for (const [path, bytes] of kept) {
    if (!(await store.restore(path, bytes))) continue;
    kept.delete(path);
    restored.push(path);
  }
  return restored;
}
