import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readGitExcludes } from "@holdall/backends-node";
import type { GitRun } from "./git.ts";
import { type Checkout, settingsOf } from "./repository.ts";

/** A folder for git with an index of its own and the objects of a repository, whose settings start nothing. */
export interface Scratch extends Disposable {
  readonly run: GitRun;
  readonly index: string;
  /** Drivers of filters that the settings of the repository name, and that do not run here. */
  readonly filters: ReadonlySet<string>;
}

/** Another working tree of the same repository. */
interface WorkTree {
  readonly gitDir?: string | undefined;
  readonly path?: string | undefined;
}

/** Settings that decide what contents and names are, and start nothing. */
const kept = [
  ...["core.autocrlf", "core.eol", "core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode"],
  ...["core.protecthfs", "core.protectntfs", "core.bigfilethreshold", "core.compression", "extensions.objectformat"],
];

/**
 * Open a folder in which git reads a working tree without the settings of its repository: filters, hooks and monitors have no
 * programs there. The index is a copy; nothing of the checkout changes.
 */
export async function openScratch(checkout: Checkout, own: WorkTree = {}): Promise<Scratch> {
  const { common, top } = checkout;
  const { gitDir = checkout.gitDir, path: workTree = top } = own;
  const folder = await mkdtemp(join(tmpdir(), "holdall-git-"));
  const settings = await settingsOf(checkout);
  for (const part of ["refs", "info"]) mkdirSync(join(folder, part));
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(folder, "config"), configOf(settings));
  const copied = (name: string) => {
    const from = join(common, "info", name);
    return existsSync(from) ? readFileSync(from, "utf8") : "";
  };
  writeFileSync(join(folder, "info/attributes"), copied("attributes"));
  writeFileSync(join(folder, "info/exclude"), `${await readGitExcludes({ folder: top })}\n${copied("exclude")}`);
  const index = join(folder, "index");
  copyIndex(gitDir, folder);
  const drivers = [...settings.keys()].flatMap(
    (key) => /^filter\.(.+)\.(?:clean|smudge|process)$/s.exec(key)?.[1] ?? [],
  );
  return {
    index,
    filters: new Set(drivers),
    run: {
      top,
      gitDir: folder,
      cwd: workTree,
      env: {
        GIT_WORK_TREE: workTree,
        GIT_INDEX_FILE: index,
        GIT_OBJECT_DIRECTORY: join(common, "objects"),
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
      },
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function configOf(settings: ReadonlyMap<string, string>): string {
  const values = kept.flatMap((key) => {
    const value = settings.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  const version = settings.has("extensions.objectformat") ? "1" : "0";
  const own = [
    ["core.repositoryformatversion", version],
    ["core.bare", "false"],
    ["core.safecrlf", "false"],
    ["core.splitindex", "false"],
    ["core.untrackedcache", "false"],
  ] as const;
  return [...values, ...own]
    .map(
      ([key, value]) =>
        `[${key.slice(0, key.indexOf("."))}]\n\t${key.slice(key.indexOf(".") + 1)} = ${JSON.stringify(value)}\n`,
    )
    .join("");
}

/** The copy is as old as the index, rounded down, so that git takes no file that changed as late as that for unchanged. */
function copyIndex(from: string, to: string): void {
  const index = join(from, "index");
  if (!existsSync(index)) return;
  const seconds = Math.floor(statSync(index).mtimeMs / 1_000);
  copyFileSync(index, join(to, "index"));
  utimesSync(join(to, "index"), seconds, seconds);
  for (const name of readdirSync(from))
    if (name.startsWith("sharedindex.")) symlinkSync(join(from, name), join(to, name));
}
