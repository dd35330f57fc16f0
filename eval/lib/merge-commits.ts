import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergeText, type ThreeVersions } from "@holdall/backends-compose/merge";

export interface ReplayedFile {
  readonly name: string;
  readonly isSame: boolean;
  /** Both sides have changed it in ways that conflict, as git has it. */
  readonly isConflict: boolean;
}

/** The files that both sides of a repository's merge commits have changed, merged by us and by `git merge-file`. */
export function* replayMerges(repository: string, most: number): Generator<ReplayedFile> {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", repository, ...args], {
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const blob = (id: string): Uint8Array | undefined => {
    const { status, stdout } = spawnSync("git", ["-C", repository, "cat-file", "blob", id], { maxBuffer: 1e9 });
    return status === 0 ? new Uint8Array(stdout) : undefined;
  };
  const folder = mkdtempSync(join(tmpdir(), "holdall-merges-"));
  let count = 0;
  try {
    for (const line of git("log", "--merges", "--format=%H %P").trim().split("\n")) {
      const [commit, one, two, ...more] = line.split(" ");
      if (commit === undefined || one === undefined || two === undefined || more.length > 0) continue;
      const bases = spawnSync("git", ["-C", repository, "merge-base", "--all", one, two], { encoding: "utf8" })
        .stdout.trim()
        .split("\n");
      const [base] = bases;
      if (bases.length !== 1 || !base) continue;
      const [ours, theirs] = [one, two].map((side) => changesOf(git("diff-tree", "-r", "--no-renames", base, side)));
      for (const [path, { from, to }] of ours ?? []) {
        const other = theirs?.get(path);
        if (
          !other ||
          other.to === to ||
          /^0+$/.test(from + to + other.to) ||
          [from, to, other.to].some((id) => /^0+$/.test(id))
        )
          continue;
        const [was, now, next] = [from, to, other.to].map(blob);
        if (!was || !now || !next) continue;
        yield {
          name: `${commit.slice(0, 10)}:${path}`,
          ...compare(folder, { base: was, current: now, incoming: next }),
        };
        if (++count === most) return;
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compare(folder: string, { base = new Uint8Array(), current, incoming }: ThreeVersions) {
  const files = { current, base, incoming };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const { status, stdout } = spawnSync("git", ["merge-file", "-p", ...Object.keys(files)], {
    cwd: folder,
    maxBuffer: 1e9,
  });
  const isBinary = status === 255 || status === null;
  const merged = mergeText(files);
  if (isBinary) return { isSame: merged.kind === "binary", isConflict: true };
  const isConflict = status !== 0;
  const isSame = isConflict
    ? merged.kind === "conflict"
    : merged.kind === "merged" && Buffer.compare(merged.bytes, stdout) === 0;
  return { isSame, isConflict };
}

/** The blobs of changed files, from the raw form of a diff. */
function changesOf(raw: string): Map<string, { readonly from: string; readonly to: string }> {
  const changes = raw.split("\n").flatMap((line) => {
    const [, from, to, path] = /^:\d+ \d+ (\w+) (\w+) \w+\t(.*)$/.exec(line) ?? [];
    return from !== undefined && to !== undefined && path !== undefined ? [[path, { from, to }] as const] : [];
  });
  return new Map(changes);
}
