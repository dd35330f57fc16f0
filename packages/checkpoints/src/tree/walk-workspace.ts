import { ignoredIn, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { type Backend, basename, type Entry, isWithin, type Path, ToolError } from "@holdall/tool-core";
import type { Content } from "../store/blob-store.ts";
import { leftOut } from "./regenerated.ts";

/** Reads whole trees faster than a backend. Links are not followed. */
export interface FolderReader extends Disposable {
  /**
   * What `list` of the backend tells. Undefined if a folder cannot be read; empty if it is gone or a link. The same array as
   * before says that nothing in it has changed since; a `fresh` one was looked at now.
   */
  read(folder: Path, fresh: boolean): readonly Entry[] | undefined;
  /** The contents of plain files, in a buffer as long as it has room; undefined for what is gone or cannot be read. */
  readFiles(entries: readonly Entry[], buffer: Uint8Array): readonly (Content | undefined)[];
  /** Resolves when changes so far are known to `read`. */
  settle(): Promise<void>;
}

export interface WalkOptions {
  readonly workspace: Backend;
  readonly root: Path;
  /** Folders that are left out. */
  readonly exclude: readonly Path[];
  /** A faster way to read folders. */
  readonly reader?: FolderReader | undefined;
  /** Whether the reader must look at all folders now. */
  readonly fresh?: boolean;
  /** Stop with `too_large` beyond this number of entries. */
  readonly maxEntries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A folder and what is in it. */
export interface WalkedFolder {
  readonly folder: Path;
  readonly entries: readonly Entry[];
  /** Entries that are left out. */
  readonly left: ReadonlySet<Path>;
}

export interface Walked {
  readonly folders: WalkedFolder[];
  /** Folders that tools regenerate, which are left out. */
  readonly hidden: Path[];
  /** Folders that cannot be listed. */
  readonly unreadable: Path[];
}

/** Entries after which other work gets its turn. */
const perTurn = 10_000;
const none: ReadonlySet<Path> = new Set();

/** Everything below a root except folders that tools regenerate, links not followed. */
export async function walkWorkspace(options: WalkOptions): Promise<Walked> {
  const { workspace, root, exclude, reader, fresh = true, maxEntries = Number.POSITIVE_INFINITY, signal } = options;
  const walked: WalkedFolder[] = [];
  const hidden: Path[] = [];
  const unreadable: Path[] = [];
  let count = 0;
  let turn = perTurn;

  async function visit(folder: Path, isInGit: boolean, above: () => Promise<WalkRules>): Promise<void> {
    const entries = reader ? reader.read(folder, fresh) : await listed(workspace, folder, signal);
    if (!entries) {
      unreadable.push(folder);
      return;
    }
    let known: Promise<WalkRules> | undefined;
    const rules = () => {
      known ??= above().then((outer) => rulesOf(workspace, folder, entries, outer));
      return known;
    };
    const folders: Path[] = [];
    let left: Set<Path> | undefined;
    const own = basename(folder);
    for (const { path, kind } of entries) {
      if (kind !== "directory") continue;
      const name = basename(path);
      const isExcluded = exclude.some((each) => isWithin(path, each));
      const leaves = !isExcluded && leftOut(own, name, isInGit);
      const isHidden = leaves === true || (leaves && ignoredIn((await rules()).layer, folder)(name, true));
      if (isHidden) hidden.push(path);
      if (isHidden || isExcluded) {
        left ??= new Set();
        left.add(path);
      } else folders.push(path);
    }
    walked.push({ folder, entries, left: left ?? none });
    count += entries.length - (left?.size ?? 0);
    if (count > maxEntries) throw tooMany(root, maxEntries);
    if (count > turn) {
      turn = count + perTurn;
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal?.throwIfAborted();
    }
    for (const each of folders) await visit(each, isInGit || basename(each) === ".git", rules);
  }

  await visit(root, false, async () => startRules("", { ignoreCase: !workspace.can.caseSensitive, top: root }));
  return { folders: walked, hidden, unreadable };
}

const tooMany = (root: Path, max: number) =>
  new ToolError("too_large", `${root} contains more than ${max} entries.`, {
    hint: "Name a folder that contains less.",
    data: { path: root },
  });

async function listed(workspace: Backend, folder: Path, signal?: AbortSignal): Promise<Entry[] | undefined> {
  const entries: Entry[] = [];
  try {
    for await (const entry of workspace.list(folder, { signal })) entries.push(entry);
    return entries;
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    if (["not_found", "wrong_kind", "stale"].includes(error.code)) return [];
    if (["permission_denied", "too_large"].includes(error.code)) return undefined;
    throw error;
  }
}

async function rulesOf(
  workspace: Backend,
  folder: Path,
  entries: readonly Entry[],
  above: WalkRules,
): Promise<WalkRules> {
  const named = entries.map(({ path, kind }) => ({ name: basename(path), kind }));
  const finding = rulesIn(folder, named, above);
  let step = finding.next();
  while (!step.done) step = finding.next(await textOf(workspace, step.value as Path));
  return step.value;
}

async function textOf(workspace: Backend, path: Path): Promise<string | undefined> {
  try {
    return new TextDecoder().decode((await workspace.read(path)).bytes);
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "permission_denied", "wrong_kind"].includes(error.code)) return undefined;
    throw error;
  }
}
