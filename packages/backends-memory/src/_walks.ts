import type { Backend, Entry, FileBatch, SearchCandidate } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { describeEntry, type FolderNode } from "./_tree.ts";
import { type Find, walk } from "./_walk.ts";

type Arguments<K extends "glob" | "search"> = Parameters<NonNullable<Backend[K]>>;

/** What `Backend.glob` gives. */
export async function* glob(
  root: FolderNode,
  ...[path, query, io]: Arguments<"glob">
): AsyncGenerator<FileBatch, void, void> {
  const counts = { files: 0, ignored: 0, denied: 0 };
  for await (const finds of walk(root, path, query, io?.signal)) {
    const files: Entry[] = [];
    for (const find of finds) {
      counts[counted(find)]++;
      if (find.step === "take") files.push(describeEntry(find.node, find.path));
    }
    yield { files, counts: { ...counts } };
  }
  yield { files: [], counts };
}

/** The result of `Backend.search`: files are checked in place, and only those that may match are copied. */
export async function* search(
  root: FolderNode,
  ...[path, query, text, { signal, maxBytes }]: Arguments<"search">
): AsyncGenerator<SearchCandidate, void, void> {
  const yieldToEventLoop = createYield(signal);
  const counts = { files: 0, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  for await (const finds of walk(root, path, query, signal)) {
    for (const find of finds) {
      const turn = yieldToEventLoop();
      if (turn) await turn;
      counts[counted(find)]++;
      const { node, step } = find;
      if (step !== "take" || node.kind !== "file") continue;
      if (node.bytes.length > maxBytes) counts.tooLarge++;
      else if (text.mayMatch(node.bytes))
        yield { file: { path: find.path, bytes: node.bytes.slice() }, counts: { ...counts } };
    }
  }
  yield { counts };
}

const counted = ({ step }: Find) => (step === "take" ? "files" : step);
