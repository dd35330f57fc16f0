import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { entryAt, placeOf } from "./entry.ts";
import { type GitRun, git } from "./git.ts";
import type { Scratch } from "./scratch.ts";

/** Compare the index with the files of a working tree, so that git need not read them again. */
export const refresh = ({ run }: Scratch, path: string) =>
  git({ ...run, cwd: path, env: { ...run.env, GIT_WORK_TREE: path } }, ["update-index", "-q", "--refresh"], {
    alsoCode: 1,
  });

/** Write files of the index into a folder. */
export async function checkOut({ run }: Scratch, names: readonly string[], path: string): Promise<void> {
  if (names.length === 0) return;
  const input = names.map((name) => `${name}\0`).join("");
  await git(run, ["checkout-index", "-z", "--stdin", "--force", `--prefix=${path}/`], { input });
}

/** The author is who git is configured for; without one, the agent. */
export async function commitTree(run: GitRun, tree: string, parent: string, message: string): Promise<string> {
  const words = ["commit-tree", "--no-gpg-sign", tree, "-p", parent];
  const input = Buffer.from(`${message}\n`).toString("latin1");
  const nobody = ["-c", "user.name=Agent", "-c", "user.email=agent@localhost"];
  const made = await git(run, words, { input }).catch(() => git(run, [...nobody, ...words], { input }));
  return made.trim();
}

/** SHA-256 of each of these that is a file. */
export function hashesOf(folder: string, names: readonly string[]): Record<string, string> {
  const hashes = names.flatMap((name) => {
    const place = placeOf(folder, name);
    return entryAt(place)?.isFile()
      ? [[name, createHash("sha256").update(readFileSync(place)).digest("hex")] as const]
      : [];
  });
  return Object.fromEntries(hashes);
}
