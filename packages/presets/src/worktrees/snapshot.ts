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
}

/** Write the tree of a working tree into the objects of its repository. The index of the scratch has it afterwards. */
export async function takeSnapshot({ run, filters }: Scratch): Promise<Snapshot> {
  const list = (...words: string[]) => git(run, ["ls-files", "-z", ...words]).then(fieldsOf);
  const changed = [...new Set(await list("--modified", "--others", "--exclude-standard"))];
  const nested = changed.filter((name) => name.endsWith("/"));
  const plain = changed.filter((name) => !name.endsWith("/"));
  const filtered = await namesWithFilter(run, plain, filters);
  const taken = plain.filter((name) => !filtered.has(name));
  // First, because git does not add what is below a file that it still knows, nor a folder as a file.
  const { cwd = "/" } = run;
  const folders = taken.filter((name) => isPlainFolder(placeOf(cwd, name)));
  await updateIndex(run, folders, "--force-remove");
  const left = folders.length === 0 ? taken : taken.filter((name) => !folders.includes(name));
  await updateIndex(run, left, "--add", "--remove", "--replace");
  const files: string[] = [];
  const submodules: string[] = [];
  for (const entry of await list("--stage", "-t")) {
    const [, tag, mode, stage, name = ""] = /^(\S) (\d+) \S+ (\d)\t(.*)$/s.exec(entry) ?? [];
    if (stage !== "0") throw unmerged(nameText(name));
    if (mode === "160000") submodules.push(name);
    // Files outside a sparse checkout are not there.
    else if (tag !== "S") files.push(name);
  }
  const tree = (await git(run, ["write-tree", "--missing-ok"])).trim();
  const known = new Set(files);
  return {
    tree,
    files: [...files, ...[...filtered].filter((name) => !known.has(name))],
    submodules,
    filtered: [...filtered],
    nested: nested.map((name) => name.slice(0, -1)),
  };
}

async function updateIndex(run: GitRun, names: readonly string[], ...how: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await git(run, ["update-index", "-z", ...how, "--stdin"], { input: names.map((name) => `${name}\0`).join("") });
}

/** A folder where a file or a submodule was. */
const isPlainFolder = (place: Buffer): boolean =>
  entryAt(place)?.isDirectory() === true && entryAt(Buffer.concat([place, Buffer.from("/.git")])) === undefined;

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
