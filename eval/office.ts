import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { corpus, type EvalRows, tally } from "./lib/corpus.ts";
import { convertAll } from "./lib/libreoffice.ts";
import { openMemory } from "./lib/memory-session.ts";
import { editWords, type WordEdit } from "./lib/office-edits.ts";
import { writtenRows } from "./lib/office-written.ts";
import { wordF1, wordsOf } from "./lib/word-f1.ts";

export const about =
  "Office documents: what we write, opened by LibreOffice; words read, compared with its conversion (needs soffice; corpus `office`: any real files)";

export async function* rows(): EvalRows {
  yield* writtenRows();
  const folder = corpus("office");
  const files = readdirSync(folder)
    .filter((name) => /\.(?:docx|docm|pptx|pptm|xlsx|xlsm|odt|odp|ods|epub|rtf)$/i.test(name))
    .map((name) => join(folder, name));
  const references = await convertAll(files, `${folder}-libreoffice`);
  const scores = new Map<string, number[]>();
  const texts = new Map<string, string>();
  let refused = 0;
  for (const [file, reference] of references) {
    const wanted = wordsOf(file, reference, true);
    if (wanted.length < 5) continue;
    const text = await readAll(file);
    if (text !== undefined) texts.set(file, text);
    if (text === undefined) {
      refused++;
      if (process.env.HOLDALL_EVAL_MISSES) console.error(`  refused: ${basename(file)}`);
      continue;
    }
    const score = wordF1(wordsOf(file, text, false), wanted);
    if (process.env.HOLDALL_EVAL_MISSES && score < 0.97) console.error(`  ${score.toFixed(3)} ${basename(file)}`);
    const format = extname(file).slice(1).toLowerCase().replace(/m$/, "x");
    scores.set(format, [...(scores.get(format) ?? []), score]);
  }
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  const mean = (all: readonly number[]) => round(all.reduce((sum, each) => sum + each, 0) / all.length);
  for (const [format, all] of scores)
    yield { what: `${format}: mean word F1 of ${all.length} files`, value: mean(all), least: 0.97 };
  yield { what: "all: mean word F1", value: mean([...scores.values()].flat()), least: 0.97 };
  yield { what: "opened by LibreOffice, refused here", value: refused, of: references.size };
  yield* editRows(texts, folder);
}

/** One edit in each of up to 200 files, and a tracked one in each Word document. */
async function* editRows(texts: ReadonlyMap<string, string>, folder: string): EvalRows {
  const files = [...texts.keys()].filter((name) => /\.(?:docx|pptx|xlsx)$/i.test(name));
  const [edited, equal, opened, shown, undone] = [tally(), tally(), tally(), tally(), tally()];
  const made: WordEdit[] = [];
  let single = 0;
  for (const outcome of await editWords(files, `${folder}-edited`, texts, false)) {
    if (made.length === 200) break;
    const isEdited = !("refused" in outcome);
    edited.add(isEdited, `${basename(outcome.file)}: ${isEdited ? "" : outcome.refused}`);
    if (isEdited) made.push(outcome);
  }
  rmSync(`${folder}-edited-libreoffice`, { recursive: true, force: true });
  const after = await convertAll(
    made.map((each) => each.edited),
    `${folder}-edited-libreoffice`,
  );
  for (const { file, edited: path, word, changed, isUndone } of made) {
    // Results of formulas that depend on a cell are taken out, and the workbook is told to calculate.
    const may = /^xl\/(?:workbook|worksheets\/[^/]+)\.xml$/;
    const isFew = changed?.length === 1 || (/\.xlsx$/i.test(file) && changed?.every((name) => may.test(name)));
    equal.add(isFew ?? false, `${basename(file)}: ${changed?.join(", ") ?? "other parts"}`);
    if (changed?.length === 1) single++;
    const text = after.get(path);
    opened.add(text !== undefined, `${basename(file)}: not opened`);
    shown.add(text?.replace(/<[^>]+>/g, "").includes(`${word}Zq`) ?? false, `${basename(file)}: ${word}`);
    undone.add(isUndone, basename(file));
  }
  yield { what: "files with a word that occurs once: edited", value: edited.right, of: edited.all };
  yield { what: "edited: every other part equal, byte for byte", value: equal.right, of: equal.all, least: equal.all };
  yield { what: "edited: one part changed (others: sheets with dependent formulas)", value: single, of: made.length };
  yield { what: "edited: LibreOffice opens it", value: opened.right, of: opened.all, least: opened.all };
  yield { what: "edited: LibreOffice shows the new word", value: shown.right, of: shown.all };
  yield { what: "edited: undo gives the same bytes", value: undone.right, of: undone.all, least: undone.all };
  const documents = files.filter((name) => name.endsWith(".docx"));
  const tracked = (await editWords(documents, `${folder}-tracked`, texts, true)).filter((each) => !("refused" in each));
  rmSync(`${folder}-tracked-libreoffice`, { recursive: true, force: true });
  const read = await convertAll(
    tracked.map((each) => (each as WordEdit).edited),
    `${folder}-tracked-libreoffice`,
  );
  const changes = tally();
  for (const each of tracked as WordEdit[])
    changes.add(
      />Holdall<[\s\S]*>Holdall</.test(read.get(each.edited) ?? "") && (each.changed?.length ?? 9) === 1,
      `${basename(each.file)}: ${each.word}`,
    );
  yield {
    what: "tracked: LibreOffice lists both changes, one part changed",
    value: changes.right,
    of: changes.all,
    least: Math.floor(changes.all * 0.98),
  };
}

/** All parts the way a model reads them: call after call, until there is no next. */
async function readAll(file: string): Promise<string | undefined> {
  const path = `/a${extname(file)}`;
  const { session, put } = openMemory();
  await put(path, readFileSync(file));
  let text = "";
  let pages: string | undefined;
  let column: number | undefined;
  do {
    const read = await session.call("read_file", { path, ...(pages && { pages }), ...(column && { column }) });
    if (!read.ok) return undefined;
    const output = read.output as { content: string; next_pages?: string; next_column?: number };
    text += `${column === undefined ? "\n" : ""}${column === undefined ? output.content : output.content.slice(output.content.indexOf("\n") + 1)}`;
    pages = output.next_pages;
    column = output.next_column;
  } while (pages !== undefined);
  return text;
}
