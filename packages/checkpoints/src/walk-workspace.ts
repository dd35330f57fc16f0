import { ignoredIn, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { type Backend, basename, type Entry, isWithin, type Path, ToolError } from "@holdall/tool-core";
import { leftOut } from "./regenerated.ts";

/** Reads a folder itself, with what `list` tells of each entry. Undefined if it cannot be read; empty if it is gone or a link. */
export type ReadFolder = (folder: Path) => readonly Entry[] | undefined;

export interface WalkOptions {
  readonly workspace: Backend;
  readonly root: Path;
  /** Folders that are left out. */
  readonly exclude: readonly Path[];
  /** A faster way to read folders. */
  readonly readFolder?: ReadFolder | undefined;
  /** Stop with `too_large` beyond this number of entries. */
  readonly maxEntries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Walked {
  readonly found: Entry[];
  /** Folders that tools regenerate, which are left out. */
  readonly hidden: Path[];
  /** Folders that cannot be listed. */
  readonly unreadable: Path[];
}

/** Entries after which other work gets its turn. */
const perTurn = 2_000;

/** Everything below a root except folders that tools regenerate, links not followed. */
export async function walkWorkspace(options: WalkOptions): Promise<Walked> {
  const { workspace, root, exclude, readFolder, maxEntries = Number.POSITIVE_INFINITY, signal } = options;
  const found: Entry[] = [];
  const hidden: Path[] = [];
  const unreadable: Path[] = [];
  const isExcluded = (path: Path) => exclude.some((folder) => isWithin(path, folder));
  let turn = perTurn;

  async function visit(folder: Path, isInGit: boolean, above: () => Promise<WalkRules>): Promise<void> {
    const entries = readFolder ? readFolder(folder) : await listed(workspace, folder, signal);
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
    const own = basename(folder);
    for (const entry of entries) {
      const { path, kind } = entry;
      if (exclude.length > 0 && isExcluded(path)) continue;
      if (kind === "directory") {
        const name = basename(path);
        const left = leftOut(own, name, isInGit);
        if (left === true || (left && ignoredIn((await rules()).layer, folder)(name, true))) {
          hidden.push(path);
          continue;
        }
        folders.push(path);
      }
      found.push(entry);
    }
    if (found.length > maxEntries) throw tooMany(root, maxEntries);
    if (found.length > turn) {
      turn = found.length + perTurn;
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal?.throwIfAborted();
    }
    for (const each of folders) await visit(each, isInGit || basename(each) === ".git", rules);
  }

  await visit(root, false, async () => startRules("", { ignoreCase: !workspace.can.caseSensitive, top: root }));
  return { found, hidden, unreadable };
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
