import { readFileSync, writeFileSync } from "node:fs";
import type { Host, Start } from "./hosts.ts";
import { insertEntry } from "./insert-entry.ts";
import { renderEntry } from "./render-entry.ts";
import { writeNew } from "./write-new.ts";

/** Add an entry of JSON to a file; lines say what was done, or what is left to do by hand. */
export function addEntry(
  file: string,
  host: Pick<Host, "title" | "format" | "keys" | "entry">,
  start: Start,
): string[] {
  const entry = renderEntry(host, start);
  if (writeNew(file, entry)) return [`Wrote ${file}, for ${host.title}.`];
  const inserted = insertEntry(readFileSync(file, "utf8"), host, start);
  if ("text" in inserted) {
    writeFileSync(file, inserted.text);
    return [`Added the entry holdall to ${file}, for ${host.title}.`];
  }
  if (inserted.kept === "there already") return [`${file} already has an entry holdall, which is unchanged.`];
  return [`${file} is not plain JSON and is unchanged. Add this to it, for ${host.title}:`, "", entry.trimEnd()];
}
