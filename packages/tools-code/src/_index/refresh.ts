import { roleOf } from "@holdall/code-core";
import { fileFilter, findFiles, queryBelow } from "@holdall/pattern-core/internal";
import type { Backend, Entry, Path, ToolContext } from "@holdall/tool-core";
import type { CodeToolsOptions } from "../options.ts";
import { type Changed, growLater, readChanged } from "./changed-files.ts";
import { type CodeIndex, codeIndexOf, forget } from "./code-index.ts";
import { dropKept, keepSoon, openKept } from "./kept-index.ts";
import { skipReason } from "./skipped-files.ts";

/** The files of a call that its session may see, indexed as they are now. */
export interface CodeView {
  readonly index: CodeIndex;
  /** Files that are in the index, and may be seen. */
  readonly files: ReadonlySet<Path>;
  /** Files that did not fit into it. */
  readonly beyond: readonly Path[];
  /** Files that are not in it yet: only a page of them was read. */
  readonly waiting: number;
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
  readonly ignored: number;
  readonly not_permitted: number;
}

export interface Scope {
  /** Folders or files, which the call may read. */
  readonly roots: readonly Path[];
  readonly glob?: string | undefined;
}

/** A first answer from part of the files: those most likely to have what these words are about. */
export interface Page {
  readonly words: ReadonlySet<string>;
}

/** A file that changed so shortly before it was read may change again within the same tick of its clock. */
const racy = 2000;

/**
 * Look at all files of a scope, as grep_files does, and read those that changed since the last time. Never a stale answer: what
 * is listed is compared by size and time, or by version where the storage knows no time. With a `page`, reading ends after a
 * while, and goes on after the answer.
 */
export async function refresh(
  options: CodeToolsOptions,
  scope: Scope,
  ctx: ToolContext,
  page?: Page,
): Promise<CodeView> {
  const index = codeIndexOf(options.backend);
  return index.serially(() => refreshNow(index, options, scope, ctx, page));
}

async function refreshNow(
  index: CodeIndex,
  options: CodeToolsOptions,
  scope: Scope,
  ctx: ToolContext,
  page: Page | undefined,
): Promise<CodeView> {
  const { backend } = options;
  const { signal } = ctx;
  const found = new Map<Path, Entry>();
  const removed: (() => Promise<void>)[] = [];
  let [ignored, denied] = [0, 0];
  if (page) index.opened ??= openKept(index, options);
  else if (index.fromKept) dropKept(index);
  for (const root of scope.roots) {
    const stat = await backend.stat(root, { signal });
    if (stat?.kind === "file") {
      const entry = await backend.entries?.stat(root, { signal });
      found.set(root, entry?.kind === "file" ? entry : { path: root, ...stat });
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
    if (scope.glob === undefined) removed.push(() => forgetRemoved(index, root, found, query.permits));
  }
  await index.opened;
  for (const forgetThose of removed) await forgetThose();

  const skipped = { binary: 0, generated: 0, too_large: 0 };
  const changed: Changed[] = [];
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

  const inOrder = page ? likeliestFirst(changed, page.words) : changed;
  const done = await readChanged(index, options, inOrder, signal, page && isPageFull());
  const waiting = inOrder.slice(done);
  if (waiting.length > 0) growLater(index, options, waiting);
  else keepSoon(index, options);
  const unread = new Set(waiting.map(({ entry }) => entry.path));

  const files = new Set<Path>();
  const beyond: Path[] = [];
  for (const path of found.keys()) {
    if (unread.has(path)) continue;
    const state = index.states.get(path);
    if (!state) continue; // gone since the walk
    const { left } = state;
    if (left === undefined) files.add(path);
    else if (left === "no_room") beyond.push(path);
    else skipped[left]++;
  }
  const counts = { indexed: files.size, skipped, ignored, not_permitted: denied };
  const seen = (paths: readonly string[]) => (paths as readonly Path[]).filter((path) => files.has(path));
  return {
    index,
    files,
    beyond,
    waiting: unread.size,
    counts,
    filesWith: (identifier) => [...seen(index.search.filesWith(identifier)), ...beyond],
    filesDefining: (name) => seen(index.search.filesDefining(name)),
    namesLike: (name) => index.search.namesLike(name, (path) => files.has(path as Path)),
  };
}

/** What a first answer waits for: at least so many files, and others for so many milliseconds. */
const pageSize = { files: 100, milliseconds: 250 } as const;

function isPageFull(): (done: number) => boolean {
  const begun = performance.now();
  return (done) => done >= pageSize.files && performance.now() - begun > pageSize.milliseconds;
}

/** Files whose paths hold the words come first, then sources by their depth, then tests and everything else. */
function likeliestFirst(changed: readonly Changed[], words: ReadonlySet<string>): readonly Changed[] {
  const sorted = changed.map((each) => {
    const path = each.entry.path.toLowerCase();
    const hits = [...words].filter((word) => path.includes(word.toLowerCase())).length;
    return { each, hits, isOther: roleOf(path) === "code" ? 0 : 1, depth: path.split("/").length };
  });
  sorted.sort((a, b) => b.hits - a.hits || a.isOther - b.isOther || a.depth - b.depth);
  return sorted.map(({ each }) => each);
}

/** What stands for the content of a file, as far as a listing says; "" where only reading it does. */
async function signatureOf(
  backend: Backend,
  { path, size, modified, identity = "" }: Entry,
  now: number,
  signal: AbortSignal,
): Promise<string> {
  if (modified === undefined || size === undefined) {
    const version = (await backend.stat(path, { signal, version: true }))?.version;
    return version ?? "";
  }
  return now - modified < racy ? "" : `${size} ${modified} ${identity}`;
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
