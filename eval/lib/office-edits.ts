import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { changedEntries } from "./archive-entries.ts";
import { openMemory } from "./memory-session.ts";

/** An edit of one word of a file. */
export interface WordEdit {
  readonly file: string;
  /** Where the edited file is. */
  readonly edited: string;
  readonly word: string;
  /** The names of parts that changed; undefined if parts were added, removed or moved. */
  readonly changed: readonly string[] | undefined;
  readonly isUndone: boolean;
}

/** Ways in which an edit of a real file ends. */
export type EditOutcome = WordEdit | { readonly file: string; readonly refused: string };

/** Edit one word that occurs once in each file, and write the results to a folder. */
export async function editWords(
  files: readonly string[],
  folder: string,
  texts: ReadonlyMap<string, string>,
  track: boolean,
): Promise<EditOutcome[]> {
  mkdirSync(folder, { recursive: true });
  const outcomes: EditOutcome[] = [];
  for (const file of files) {
    const text = texts.get(file) ?? "";
    for (const word of onceOnly(text).slice(0, 8)) {
      const outcome = await editWord(file, word, folder, track);
      outcomes.push(outcome);
      // A word of a comment or a result of a formula cannot be edited: another one is tried.
      if (!("refused" in outcome) || !outcome.refused.startsWith("invalid_input")) break;
      outcomes.pop();
    }
  }
  return outcomes;
}

/** Words of letters that stand once in a text, with space around them. */
function onceOnly(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const whole = text.match(/(?<=\s)\p{L}{4,}(?=\s)/gu) ?? [];
  return whole.filter((word) => counts.get(word) === 1 && text.split(word).length === 2);
}

async function editWord(file: string, word: string, folder: string, track: boolean): Promise<EditOutcome> {
  const path = `/a${extname(file)}`;
  const { session, put, get } = openMemory();
  const before = readFileSync(file);
  await put(path, before);
  await session.call("read_file", { path });
  const result = await session.call("edit_file", {
    ...{ path, old_string: word, new_string: `${word}Zq` },
    ...(track && { track_changes: true }),
  });
  if (!result.ok) return { file, refused: `${result.error.code}: ${result.error.message}` };
  const after = await get(path);
  const edited = join(folder, basename(file));
  writeFileSync(edited, after);
  await session.call("undo", { path });
  const isUndone = Buffer.compare(await get(path), before) === 0;
  return { file, edited, word, changed: changedEntries(before, after), isUndone };
}
