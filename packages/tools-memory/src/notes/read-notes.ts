import { type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import type { Note } from "./note.ts";
import type { NoteStore } from "./note-store.ts";

/** Notes that are read at a time. */
const atOnce = 16;

/** Read many notes. Those that cannot be read as text do not keep the others from being read; those gone meanwhile are left out. */
export async function readNotes(
  store: NoteStore,
  paths: readonly Path[],
  { signal }: Pick<ToolContext, "signal">,
): Promise<{ readonly notes: readonly Note[]; readonly unreadable: readonly Path[] }> {
  const notes: Note[] = [];
  const unreadable: Path[] = [];
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce);
    const read = await Promise.all(some.map((path) => store.find(path, { signal }).catch(unlessNoText)));
    for (const [i, note] of read.entries()) {
      if (note === "no text") unreadable.push(some[i]!);
      else if (note) notes.push(note);
    }
  }
  return { notes, unreadable };
}

function unlessNoText(error: unknown): "no text" {
  if (ToolError.is(error) && error.code === "wrong_kind") return "no text";
  throw error;
}
