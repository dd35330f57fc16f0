import type { FileCounts, FileQuery, Path } from "@holdall/tool-core";
import { childPath, toHostPath } from "../_host-path.ts";
import { createReadText, type NoText } from "../_search/read-text.ts";
import type { Stand } from "../_walk/stand.ts";
import type { Known } from "./known.ts";
import { notKept } from "./not-kept.ts";
import { isUnchanged, type Stamp } from "./stamp.ts";
import type { KnownEntry, KnownFile, KnownFolder } from "./tree.ts";
import { type Pause, type WalkKnownHow, walkKnown } from "./walk-known.ts";

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
  how: Omit<WalkKnownHow, "links">,
): Promise<KnownTexts> {
  const all: KnownText[] = [];
  const missing: KnownText[] = [];
  let size = known.arena.size;
  const take = (folder: KnownFolder, entry: KnownEntry, { ignored, denied }: FileCounts): void => {
    const file = current(known, folder, entry);
    const stamp = file ? file.stamp : known.look(hostOf(folder, entry));
    const isLarge = (file ? file.size : (stamp?.size ?? 0)) > maxBytes;
    const text = isLarge ? "tooLarge" : file?.number;
    const found: KnownText = { path: entry.path, folder, name: entry.name, stamp, ignored, denied, text };
    all.push(found);
    if (text !== undefined) return;
    missing.push(found);
    size += stamp?.size ?? 0;
    if (size > known.maxKept) throw notKept;
  };
  const counts = await walkKnown(known, path, query, { ...how, links: false }, take);
  return { all, missing, counts };
}

/** What is known of a file, if that is what it is now. */
function current({ tree, look }: Known, folder: KnownFolder, entry: KnownEntry): KnownFile | undefined {
  const file = tree.fileOf(folder, entry);
  if (!file?.unheard || isUnchanged(file.stamp, look(hostOf(folder, entry)))) return file;
  tree.forgetFile(folder, entry.name);
  return undefined;
}

const hostOf = ({ real }: KnownFolder, { name }: KnownEntry): string => toHostPath(childPath(real, name));

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
        tree.keepFile(folder, name, stamp, number);
      }
      const turn = pause();
      if (turn) await turn;
    }
  } finally {
    stand?.[Symbol.dispose]();
  }
}
