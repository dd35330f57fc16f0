import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { SavedChange } from "@holdall/backends-compose/merge";
import { toPath } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import { entryAt, placeOf } from "./entry.ts";
import { fieldsOf, git, nameText } from "./git.ts";
import type { Worktree } from "./record.ts";
import { openScratch } from "./scratch.ts";
import type { RootInWorktree } from "./worktree-view.ts";

/** What the commits of an agent change, as changes of the files of its parent. */
interface WorktreeChanges {
  readonly changes: readonly SavedChange[];
  /** The paths of all files that could be merged. */
  readonly paths: readonly string[];
  /** Names of what is on the branch and cannot be merged into files: links, submodules, and what is outside the roots. */
  readonly others: readonly string[];
  /** Set if they are too many to be merged other than by git. */
  readonly isTooLarge: boolean;
}

/** The mode of what is not in a commit. */
const none = "000000";
const maxFiles = 2_000;
const maxBytes = 64 * 1024 * 1024;

/** Read the changes from the commit that the agent started from to the one that is checked out. */
export async function changesOf(worktree: Worktree, folders: readonly RootInWorktree[]): Promise<WorktreeChanges> {
  const { checkout, path: top, gitDir, record } = worktree;
  const head = (await git({ top: checkout.top, gitDir }, ["rev-parse", "HEAD"])).trim();
  const words = ["diff-tree", "-r", "-z", "--no-renames", "--no-ext-diff", record.base, head];
  const fields = fieldsOf(await git({ top: checkout.top, gitDir }, words));
  const entries = Array.from({ length: fields.length / 2 }, (_, at) => {
    const [, before = "", after = ""] = /^:(\d+) (\d+)/.exec(fields[2 * at] ?? "") ?? [];
    return { name: fields[2 * at + 1] ?? "", before, after };
  });
  const pathOf = (name: string) => {
    const real = join(checkout.top, nameText(name));
    const folder = folders.find((each) => isInside(real, each.real));
    return folder && toPath(join(folder.root, relative(folder.real, real)));
  };
  const isFile = (mode: string) => mode === none || mode.startsWith("100");
  const files = entries.filter(
    ({ name, before, after }) => isFile(before) && isFile(after) && pathOf(name) !== undefined,
  );
  const others = entries.filter((entry) => !files.includes(entry)).map(({ name }) => nameText(name));
  const paths = files.flatMap(({ name }) => pathOf(name) ?? []);
  const tooLarge = { changes: [], paths, others, isTooLarge: true };
  if (files.length > maxFiles) return tooLarge;
  const made = await mkdtemp(join(tmpdir(), "holdall-changes-"));
  try {
    using scratch = await openScratch(checkout, { gitDir, path: top });
    // As they are in working trees, line ends included, but read from commits: the agent may have put links in the way.
    const write = async (commit: string, folder: string, names: readonly string[]) => {
      await git(scratch.run, ["read-tree", commit]);
      const input = names.map((name) => `${name}\0`).join("");
      const words = ["checkout-index", "-z", "--stdin", "-f", `--prefix=${folder}/`];
      if (names.length > 0) await git(scratch.run, words, { input });
    };
    const [was, is] = [join(made, "was"), join(made, "is")];
    await write(
      record.base,
      was,
      files.flatMap(({ name, before }) => (before === none ? [] : name)),
    );
    await write(
      head,
      is,
      files.flatMap(({ name, after }) => (after === none ? [] : name)),
    );
    let bytes = 0;
    const changes = files.flatMap(({ name, before, after }): SavedChange[] => {
      const path = pathOf(name);
      const now = after === none ? undefined : readEntry(is, name);
      const base = before === none ? undefined : readEntry(was, name);
      bytes += (now?.bytes.length ?? 0) + (base?.bytes.length ?? 0);
      if (!path) return [];
      const there = entryAt(path)?.mode;
      const mode =
        now && before !== after
          ? { mode: now.mode, before: base && there !== undefined ? there & 0o777 : undefined }
          : undefined;
      return [{ path, before: base?.bytes ?? "nothing", after: now?.bytes, mode }];
    });
    return bytes > maxBytes ? tooLarge : { changes, paths, others, isTooLarge: false };
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function readEntry(folder: string, name: string): { readonly bytes: Uint8Array; readonly mode: number } | undefined {
  const place = placeOf(folder, name);
  const stat = entryAt(place);
  return stat?.isFile() ? { bytes: new Uint8Array(readFileSync(place)), mode: stat.mode & 0o777 } : undefined;
}
