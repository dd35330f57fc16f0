import { join } from "node:path";
import { addEntry } from "./add-entry.ts";
import type { Editor } from "./editors.ts";
import type { Start } from "./hosts.ts";
import { renderEntry } from "./render-entry.ts";

const asHost = ({ title, entry }: Editor) =>
  "text" in entry ? undefined : { title, format: "json" as const, ...entry };

/** The entry of an editor, as its file is written. */
export function editorEntry(editor: Editor, start: Start): string {
  const host = asHost(editor);
  if (host) return renderEntry(host, start);
  return "text" in editor.entry ? editor.entry.text(start) : "";
}

/** Add the agent to an editor: to its file in the person's home, or as text to be put in by hand. */
export function addEditor(editor: Editor, home: string, start: Start): string[] {
  const host = asHost(editor);
  if (host && "home" in editor.place) return addEntry(join(home, editor.place.home), host, start);
  const place = "words" in editor.place ? editor.place.words : join(home, editor.place.home);
  return [`Add this to ${place}, for ${editor.title}:`, "", editorEntry(editor, start).trimEnd()];
}
