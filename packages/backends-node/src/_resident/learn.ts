import type { FileCounts, FileQuery, Path } from "@holdall/tool-core";
import { childPath, toHostPath } from "../_host-path.ts";
import { createReadText, type NoText } from "../_search/read-text.ts";
import type { Stand } from "../_walk/stand.ts";
import type { Known } from "./known.ts";
import { notKept } from "./not-kept.ts";
import { isUnchanged, type Stamp } from "./stamp.ts";
import type { KnownFile, KnownFolder } from "./tree.ts";
import { type Pause, walkKnown } from "./walk-known.ts";

/** A file that a query means, with what was left out before it. */
export interface KnownText {
  readonly path: Path;
  readonly folder: KnownFolder;
  readonly name: string;
  readonly stamp: Stamp | undefined;
  readonly ignored: number;
  readonly denied: number;
  /** Its number in the arena, once it is there. */
  text: number | NoText | undefined;
}

export interface KnownTexts {
  readonly all: readonly KnownText[];
  readonly missing: readonly KnownText[];
  readonly counts: FileCounts;
}

/** The files that a query means, and those of them that must be read. Throws `notKept`. */
export async function findTexts(
  known: Known,
  path: Path,
  query: FileQuery,
  maxBytes: number,
  pause: Pause,
): Promise<KnownTexts> {
  const all: KnownText[] = [];
  const missing: KnownText[] = [];
  let size = known.arena.size;
  const take = (folder: KnownFolder, at: Path, name: string, { ignored, denied }: FileCounts): void => {
    const { stamp, number } = lookAt(known, folder, name);
    const isLarge = stamp !== undefined && stamp.size > maxBytes;
    const found: KnownText = { path: at, folder, name, stamp, ignored, denied, text: isLarge ? "tooLarge" : number };
    all.push(found);
    if (found.text !== undefined) return;
    missing.push(found);
    size += stamp?.size ?? 0;
    if (size > known.maxKept) throw notKept;
  };
  const counts = await walkKnown(known, path, query, { links: false, pause }, (folder, entry, upToHere) =>
    take(folder, entry.path, entry.name, upToHere),
  );
  return { all, missing, counts };
}

function lookAt(
  { tree, look }: Known,
  folder: KnownFolder,
  name: string,
): KnownFile | { stamp?: Stamp; number?: number } {
  const file = folder.files.get(name);
  if (file && !file.stamp.unheard) return file;
  const stamp = look(toHostPath(childPath(folder.real, name)));
  if (file && isUnchanged(file.stamp, stamp)) return file;
  tree.forgetFile(folder, name);
  return { ...(stamp && { stamp }) };
}

/** Read files and keep them. Throws `notKept`. */
export async function readTexts(
  { tree, arena, look }: Known,
  missing: readonly KnownText[],
  maxBytes: number,
  signal: AbortSignal | undefined,
  pause: Pause,
): Promise<void> {
  const readText = createReadText(maxBytes, signal);
  let stand: Stand | undefined;
  let inside: KnownFolder | undefined;
  try {
    for (const each of missing) {
      const { folder, name } = each;
      if (folder !== inside) {
        stand?.[Symbol.dispose]();
        stand = undefined;
        stand = tree.open(folder);
        inside = folder;
      }
      const stamp = each.stamp ?? (stand && look(stand.at(name)));
      const pending = stand && stamp ? readText(stand, name) : "gone";
      const read = pending instanceof Promise ? await pending : pending;
      if (typeof read === "string") each.text = read;
      else if (stamp) {
        const number = arena.add(read);
        if (number === undefined) throw notKept;
        each.text = number;
        tree.keepFile(folder, name, { stamp, number });
      }
      const turn = pause();
      if (turn) await turn;
    }
  } finally {
    stand?.[Symbol.dispose]();
  }
}
