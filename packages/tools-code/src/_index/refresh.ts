import type { FileToIndex } from "@holdall/code-core";
import { fileFilter, findFiles, queryBelow, readAhead } from "@holdall/pattern-core/find-files";
import type { Backend, Entry, Path, ToolContext } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import type { CodeToolsOptions } from "../options.ts";
import { type CodeIndex, codeIndexOf, type FileState, readUnlessGone, toIndex } from "./code-index.ts";
import { skipReason } from "./skipped-files.ts";

/** The files of a call that its session may see, indexed as they are now. */
export interface CodeView {
  readonly index: CodeIndex;
  /** Files that are in the index, and may be seen. */
  readonly files: ReadonlySet<Path>;
  /** Files that did not fit into it. */
  readonly beyond: readonly Path[];
  /** Files that may have an identifier: all that do, those that did not fit included. Their texts decide. */
  filesWith(identifier: string): readonly Path[];
  /** Files that define a name, whatever its case and underscores; of those that did not fit nothing is known. */
  filesDefining(name: string): readonly Path[];
  /** Names that files define and that resemble one, without case and underscores. */
  namesLike(name: string): readonly string[];
  readonly counts: CodeCounts;
}

export interface CodeCounts {
  readonly indexed: number;
  readonly skipped: { readonly binary: number; readonly generated: number; readonly too_large: number };
  readonly hidden_by_ignore: number;
  readonly not_permitted: number;
}

export interface Scope {
  /** Folders or files, which the call may read. */
  readonly roots: readonly Path[];
  readonly glob?: string | undefined;
}

const defaultMaxBytes = 128 * 1024 * 1024;
/** Files that are read ahead, and how many bytes of them; files that are put into the index at once. */
const ahead = { width: 16, maxWeight: 16 * 1024 * 1024 } as const;
const batch = { characters: 4 * 1024 * 1024, files: 500 } as const;
/** A file that changed so shortly before it was read may change again within the same tick of its clock. */
const racy = 2000;

/**
 * Look at all files of a scope, as grep_files does, and read those that changed since the last time. Never a stale answer: what
 * is listed is compared by size and time, or by version where the storage knows no time.
 */
export async function refresh(options: CodeToolsOptions, scope: Scope, ctx: ToolContext): Promise<CodeView> {
  const index = codeIndexOf(options.backend);
  return index.serially(() => refreshNow(index, options, scope, ctx));
}

async function refreshNow(
  index: CodeIndex,
  options: CodeToolsOptions,
  scope: Scope,
  ctx: ToolContext,
): Promise<CodeView> {
  const { backend, maxIndexBytes = defaultMaxBytes } = options;
  const { signal } = ctx;
  const yieldToEventLoop = createYield(signal);
  const found = new Map<Path, Entry>();
  let [ignored, denied] = [0, 0];
  for (const root of scope.roots) {
    const stat = await backend.stat(root, { signal });
    if (stat?.kind === "file") {
      found.set(root, { path: root, ...stat });
      continue;
    }
    const query = await queryBelow(root, { wants: fileFilter(root, { glob: scope.glob }) }, options, ctx);
    let last = { ignored: 0, denied: 0 };
    for await (const { files, counts } of findFiles(backend, root, query, { signal, times: true })) {
      for (const file of files) if (file.kind === "file") found.set(file.path, file);
      last = counts;
    }
    ignored += last.ignored;
    denied += last.denied;
    if (scope.glob === undefined) await forgetRemoved(index, root, found, query.permits);
  }

  const skipped = { binary: 0, generated: 0, too_large: 0 };
  const changed: { readonly entry: Entry; readonly signature: string }[] = [];
  const now = Date.now();
  for (const entry of found.values()) {
    const why = skipReason(entry.path, entry.size ?? 0);
    if (why) {
      skipped[why]++;
      forget(index, entry.path);
      found.delete(entry.path);
      continue;
    }
    const signature = await signatureOf(backend, entry, now, signal);
    const known = index.states.get(entry.path);
    if (!known || signature === "" || known.signature !== signature || known.left === "no_room")
      changed.push({ entry, signature });
  }

  let unwritten: FileToIndex[] = [];
  let characters = 0;
  const flush = () => {
    index.search.put(unwritten);
    unwritten = [];
    characters = 0;
  };
  const read = async ({ entry, signature }: (typeof changed)[number]) => {
    const full = index.search.bytes > maxIndexBytes && !index.search.has(entry.path);
    const file = full ? undefined : await readUnlessGone(backend, entry.path, { signal });
    return { path: entry.path, signature, file, full };
  };
  const weigh = ({ entry }: (typeof changed)[number]) => entry.size ?? 0;
  try {
    for await (const { path, signature, file, full } of readAhead([changed], read, { ...ahead, weigh })) {
      await yieldToEventLoop();
      if (full) {
        index.states.set(path, { signature, version: "", left: "no_room" });
        continue;
      }
      if (!file) {
        forget(index, path);
        found.delete(path);
        continue;
      }
      const known = index.states.get(path);
      if (known?.version === file.version) {
        index.states.set(path, { ...known, signature });
        continue;
      }
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

  const files = new Set<Path>();
  const beyond: Path[] = [];
  for (const path of found.keys()) {
    const left = index.states.get(path)?.left;
    if (left === undefined) files.add(path);
    else if (left === "no_room") beyond.push(path);
    else skipped[left]++;
  }
  const counts = { indexed: files.size, skipped, hidden_by_ignore: ignored, not_permitted: denied };
  const seen = (paths: readonly string[]) => (paths as readonly Path[]).filter((path) => files.has(path));
  return {
    index,
    files,
    beyond,
    counts,
    filesWith: (identifier) => [...seen(index.search.filesWith(identifier)), ...beyond],
    filesDefining: (name) => seen(index.search.filesDefining(name)),
    namesLike: (name) => index.search.namesLike(name, (path) => files.has(path as Path)),
  };
}

/** What stands for the content of a file, as far as a listing says; "" where only reading it does. */
async function signatureOf(
  backend: Backend,
  { path, size, modified }: Entry,
  now: number,
  signal: AbortSignal,
): Promise<string> {
  if (modified === undefined || size === undefined) {
    const version = (await backend.stat(path, { signal, version: true }))?.version;
    return version ?? "";
  }
  return now - modified < racy ? "" : `${size} ${modified}`;
}

function forget({ search, states, sources }: CodeIndex, path: Path): void {
  search.remove(path);
  states.delete(path);
  sources.delete(path);
}

/** Forget files below a root that are gone. What this session may not see stays, for others. */
async function forgetRemoved(
  index: CodeIndex,
  root: Path,
  found: ReadonlyMap<Path, Entry>,
  permits: (path: Path) => boolean | Promise<boolean>,
): Promise<void> {
  const below = root === "/" ? "/" : `${root}/`;
  for (const path of [...index.states.keys()])
    if (!found.has(path) && path.startsWith(below) && (await permits(path))) forget(index, path);
}
