import type { FileToIndex } from "@holdall/code-core";
import { readAhead } from "@holdall/pattern-core/internal";
import type { Entry } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import type { CodeToolsOptions } from "../options.ts";
import { type CodeIndex, type FileState, forget, readUnlessGone, toIndex } from "./code-index.ts";
import { keepSoon } from "./kept-index.ts";

/** A file that is not in the index as it is now. */
export interface Changed {
  readonly entry: Entry;
  readonly signature: string;
}

const defaultMaxBytes = 128 * 1024 * 1024;
/** Files that are read ahead, and how many bytes of them; files that are put into the index at once. */
const ahead = { width: 16, maxWeight: 16 * 1024 * 1024 } as const;
const batch = { characters: 4 * 1024 * 1024, files: 500 } as const;
/** Files that are read in one go after the answer, and milliseconds of rest before them: calls come first. */
const growth = { files: 50, rest: 5 } as const;

/** Read files into the index until `isFull`, and return how many were read. */
export async function readChanged(
  index: CodeIndex,
  { backend, maxIndexBytes = defaultMaxBytes }: CodeToolsOptions,
  changed: readonly Changed[],
  signal: AbortSignal | undefined,
  isFull: (done: number) => boolean = () => false,
): Promise<number> {
  const yieldToEventLoop = createYield(signal);
  let done = 0;
  let unwritten: FileToIndex[] = [];
  let characters = 0;
  const flush = () => {
    index.search.put(unwritten);
    unwritten = [];
    characters = 0;
  };
  const read = async ({ entry, signature }: Changed) => {
    const full = index.search.bytes > maxIndexBytes && !index.search.has(entry.path);
    const file = full ? undefined : await readUnlessGone(backend, entry.path, { signal });
    return { path: entry.path, signature, file, full };
  };
  const weigh = ({ entry }: Changed) => entry.size ?? 0;
  try {
    for await (const { path, signature, file, full } of readAhead([changed], read, { ...ahead, weigh })) {
      if (isFull(done)) break;
      done++;
      await yieldToEventLoop();
      if (full) {
        index.states.set(path, { signature, version: "", left: "no_room" });
        continue;
      }
      if (!file) {
        forget(index, path);
        continue;
      }
      const known = index.states.get(path);
      if (known?.version === file.version) {
        index.states.set(path, { ...known, signature });
        continue;
      }
      index.unkept++;
      const source = toIndex(path, file.bytes);
      const state: FileState = { signature, version: file.version };
      if (typeof source === "string") {
        forget(index, path);
        index.states.set(path, { ...state, left: source });
        continue;
      }
      index.states.set(path, state);
      unwritten.push(source);
      characters += source.text.length;
      if (characters > batch.characters || unwritten.length >= batch.files) flush();
    }
  } finally {
    flush(); // what the states say is read must be in the index, also after an abort
  }
  return done;
}

/** Read the files that wait, some at a time. It does not keep the process alive, and ends where a file cannot be read. */
export function growLater(index: CodeIndex, options: CodeToolsOptions, waiting: readonly Changed[]): void {
  const [some, others] = [waiting.slice(0, growth.files), waiting.slice(growth.files)];
  // Calls in between may have read them.
  const isUnread = ({ entry, signature }: Changed) => index.states.get(entry.path)?.signature !== signature;
  const timer: { unref?(): void } | number = setTimeout(() => {
    index
      .serially(() => readChanged(index, options, some.filter(isUnread), undefined))
      .then(
        () => (others.length > 0 ? growLater(index, options, others) : keepSoon(index, options)),
        () => {},
      );
  }, growth.rest);
  if (typeof timer === "object") timer.unref?.();
}
