import { ToolError } from "@holdall/tool-core";
import { entryAt, placeOf } from "./entry.ts";
import { fieldsOf, type GitRun, git, nameText } from "./git.ts";
import type { Scratch } from "./scratch.ts";

/** A working tree as it is: what is tracked, and what is neither tracked nor ignored. */
export interface Snapshot {
  readonly tree: string;
  /** Names below the top, in latin1, of files and links. */
  readonly files: readonly string[];
  readonly submodules: readonly string[];
  /** Changed files that a filter of git turns into other content. They are in `files`, and `tree` has what was committed. */
  readonly filtered: readonly string[];
  /** Repositories in the working tree that are not part of this one. */
  readonly nested: readonly string[];
  /** Files that are there and that git does not compare, because the index says so. They are in `files`, and `tree` has what was added. */
  readonly marked: readonly string[];
  /** Files that are not committed and that must not be read. They are in none of the others. */
  readonly denied: readonly string[];
  /** Committed files that must not be read. They are in `files`, and `tree` has what was committed. */
  readonly committed: readonly string[];
  /** Those of them that have changed since. */
  readonly changedSince: readonly string[];
}

interface SnapshotRules {
  /** Marked files that are not compared; all by default. */
  readonly staysMarked?: ((name: string) => boolean) | undefined;
  /** Files of which nothing is read: those that `head` has stay as they are there, and others stay out. */
  readonly isDenied?: ((name: string) => boolean) | undefined;
  /** The last commit; needed with `isDenied`. */
  readonly head?: string | undefined;
}

/**
 * Write the tree of a working tree into the objects of its repository. The index of the scratch has it afterwards. Files that are
 * marked with `--skip-worktree` or `--assume-unchanged` are compared all the same, unless `staysMarked` says otherwise.
 */
export async function takeSnapshot(
  { run, filters }: Scratch,
  { staysMarked = () => true, isDenied = () => false, head }: SnapshotRules = {},
): Promise<Snapshot> {
  const { cwd = "/" } = run;
  const list = (...words: string[]) => git(run, ["ls-files", "-z", ...words]).then(fieldsOf);
  const isThere = (name: string) => entryAt(placeOf(cwd, name)) !== undefined;
  const known = (await list("-v")).flatMap((entry) => (/^[a-zS] /.test(entry) ? entry.slice(2) : []));
  const unmarked = known.filter((name) => !staysMarked(name) || isDenied(name));
  await updateIndex(run, unmarked, "--no-assume-unchanged");
  await updateIndex(run, unmarked.filter(isThere), "--no-skip-worktree"); // others are outside a sparse checkout
  const unstaged = head === undefined ? { added: [], changed: [] } : await unstage(run, isDenied, head);
  const found = await list("-t", "--modified", "--others", "--exclude-standard");
  const others = new Set(found.flatMap((entry) => (entry.startsWith("? ") ? entry.slice(2) : [])));
  const all = new Set(found.map((entry) => entry.slice(2)));
  const isOut = new Set([...all].filter(isDenied));
  const changed = [...all].filter((name) => !isOut.has(name));
  const denied = new Set([...[...isOut].filter((name) => others.has(name)), ...unstaged.added]);
  const nested = changed.filter((name) => name.endsWith("/"));
  const plain = changed.filter((name) => !name.endsWith("/"));
  const filtered = await namesWithFilter(run, plain, filters);
  const taken = plain.filter((name) => !filtered.has(name));
  // First, because git does not add what is below a file that it still knows, nor a folder as a file, nor what is behind a link.
  const isBehindLink = linkFinder(cwd);
  const gone = new Set(taken.filter((name) => isBehindLink(name) || isPlainFolder(placeOf(cwd, name))));
  await updateIndex(run, [...gone], "--force-remove");
  const left = taken.filter((name) => !gone.has(name));
  await updateIndex(run, left, "--add", "--remove", "--replace");
  const files: string[] = [];
  const submodules: string[] = [];
  for (const entry of await list("--stage", "-t")) {
    const [, tag, mode, stage, name = ""] = /^(\S) (\d+) \S+ (\d)\t(.*)$/s.exec(entry) ?? [];
    if (stage !== "0") throw unmerged(nameText(name));
    if (mode === "160000") submodules.push(name);
    // Files outside a sparse checkout are not there.
    else if (tag !== "S" || isThere(name)) files.push(name);
  }
  const tree = (await git(run, ["write-tree", "--missing-ok"])).trim();
  const inIndex = new Set(files);
  return {
    tree,
    files: [...files, ...[...filtered].filter((name) => !inIndex.has(name))],
    submodules,
    filtered: [...filtered],
    nested: nested.map((name) => name.slice(0, -1)),
    denied: [...denied].sort(),
    committed: files.filter(isDenied),
    changedSince: [...new Set([...unstaged.changed, ...isOut])].filter((name) => !denied.has(name)).sort(),
    marked: known.filter((name) => staysMarked(name) && !isDenied(name) && isThere(name)),
  };
}

/** Make the index what was committed, for files that must not be read. Returns those that were added, and others that differed. */
async function unstage(run: GitRun, isDenied: (name: string) => boolean, head: string) {
  const [added, changed, entries]: [string[], string[], string[]] = [[], [], []];
  const words = ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--abbrev=64", head];
  const fields = fieldsOf(await git(run, words));
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", object = ""] = /^:(\d+) \d+ (\S+)/.exec(fields[at] ?? "") ?? [];
    const name = fields[at + 1] ?? "";
    if (!isDenied(name)) continue;
    if (mode === "000000") added.push(name);
    else {
      changed.push(name);
      entries.push(`${mode} ${object}\t${name}\0`);
    }
  }
  await updateIndex(run, added, "--force-remove");
  if (entries.length > 0) await git(run, ["update-index", "-z", "--index-info"], { input: entries.join("") });
  return { added, changed };
}

async function updateIndex(run: GitRun, names: readonly string[], ...how: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await git(run, ["update-index", "-z", ...how, "--stdin"], { input: names.map((name) => `${name}\0`).join("") });
}

/** A folder where a file or a submodule was. */
const isPlainFolder = (place: Buffer): boolean =>
  entryAt(place)?.isDirectory() === true && entryAt(Buffer.concat([place, Buffer.from("/.git")])) === undefined;

/** Finds out whether a link is on the way to a name: what git knows there is gone. */
function linkFinder(top: string): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const isBehindLink = (name: string): boolean => {
    const folder = name.slice(0, Math.max(0, name.lastIndexOf("/")));
    if (folder === "") return false;
    let found = known.get(folder);
    if (found === undefined) {
      found = isBehindLink(folder) || entryAt(placeOf(top, folder))?.isSymbolicLink() === true;
      known.set(folder, found);
    }
    return found;
  };
  return isBehindLink;
}

/** Those whose attributes name a filter with a program. */
async function namesWithFilter(
  run: GitRun,
  names: readonly string[],
  filters: ReadonlySet<string>,
): Promise<Set<string>> {
  const found = new Set<string>();
  if (filters.size === 0 || names.length === 0) return found;
  const input = names.map((name) => `${name}\0`).join("");
  const fields = fieldsOf(await git(run, ["check-attr", "-z", "--stdin", "filter"], { input }));
  for (let at = 0; at + 2 < fields.length; at += 3) if (filters.has(fields[at + 2] ?? "")) found.add(fields[at] ?? "");
  return found;
}

const unmerged = (name: string) =>
  new ToolError("unavailable", `${name} has conflicts of a merge that is in progress, and could not be read.`, {
    hint: "Finish the merge, then start the agent.",
    data: { path: name },
  });
