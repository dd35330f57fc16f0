import { contentText, type Session } from "@holdall/tool-core";

/**
 * Give every line of a list a box to tick, one edit at a time, as a model would: read, think, edit.
 * While it thinks a person may change the line; the edit is refused then, and it reads again.
 */
export async function addBoxes(
  session: Session,
  think: () => Promise<void>,
): Promise<{ edits: number; refused: number }> {
  let edits = 0;
  let refused = 0;
  for (;;) {
    const read = await session.call("read_file", { path: "list.md" });
    if (!read.ok) throw read.error;
    const line = /^\d+ +(- (?!\[).*)$/m.exec(contentText(read.content))?.[1];
    if (line === undefined) return { edits, refused };
    await think();
    const edit = await session.call("edit_file", {
      path: "list.md",
      old_string: `${line}\n`,
      new_string: `- [ ] ${line.slice(2)}\n`,
    });
    if (edit.ok) edits++;
    else refused++;
  }
}
