import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { confine, mount, readOnly } from "@holdall/backends-compose";
import { nodeBackend } from "@holdall/backends-node";
import type { OwnCommands } from "@holdall/sandbox/port";
import { type Backend, type Path, toPath } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import { entryAt } from "./entry.ts";
import { fieldsOf, git, nameText } from "./git.ts";
import { besideOf, recordName, type Worktree } from "./record.ts";
import { type Checkout, gitOf } from "./repository.ts";

/** A root of the checkout, and the folder of the worktree that takes its place. */
export interface RootInWorktree {
  readonly root: Path;
  /** The same with links followed. */
  readonly real: string;
  readonly by: string;
}

interface ReplacedFolder extends RootInWorktree {
  /** Folders below the root that are the checkout's, and cannot be written. */
  readonly shown: readonly Path[];
}

/** Ignored folders that the worktree has not and that are large: packages, environments, build output. */
const shownNames = new Set(["node_modules", ".venv", "venv", "target", ".gradle", ".next", ".nuxt"]);
const maxShown = 200;

/** The roots of a checkout as its worktree has them. */
export const rootsIn = ({ checkout, path }: Worktree, roots: readonly Path[]): RootInWorktree[] =>
  roots.map((root) => {
    const real = realpathSync.native(root);
    return { root, real, by: join(path, relative(checkout.top, real)) };
  });

interface ReplacedFolders {
  readonly folders: readonly ReplacedFolder[];
  /** The same of the checkout beside its roots, as real paths. */
  readonly beside: readonly string[];
}

/** The same with what is shown of the checkout. Folders that the worktree has not are made. */
export async function replacedFolders(worktree: Worktree, roots: readonly Path[]): Promise<ReplacedFolders> {
  const { checkout, path } = worktree;
  const own = rootsIn(worktree, roots);
  for (const { by } of own) makeFolder(by, path);
  const large = (await largeFolders(checkout)).filter((name) => makeFolder(join(path, name), path));
  const places = large.map((name) => join(checkout.top, name));
  const isBeside = (place: string) => !own.some(({ real }) => isInside(place, real) || isInside(real, place));
  return {
    folders: own.map((folder) => {
      const inside = places.filter((place) => place !== folder.real && isInside(place, folder.real));
      return { ...folder, shown: inside.map((place) => toPath(join(folder.root, relative(folder.real, place)))) };
    }),
    beside: places.filter(isBeside),
  };
}

/** Make a folder, unless a file or a link that an agent has made is in the way. */
function makeFolder(folder: string, top: string): boolean {
  if (folder !== top && !makeFolder(dirname(folder), top)) return false;
  const there = entryAt(folder);
  if (!there) mkdirSync(folder);
  return there?.isDirectory() ?? true;
}

async function largeFolders(checkout: Checkout): Promise<string[]> {
  const words = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const run = { ...gitOf(checkout), cwd: checkout.top, env: { GIT_WORK_TREE: checkout.top } };
  const ignored = fieldsOf(await git(run, words)).map(nameText);
  return ignored
    .flatMap((name) => {
      const folder = name.replace(/\/$/, "");
      return name.endsWith("/") && shownNames.has(basename(folder)) ? folder : [];
    })
    .slice(0, maxShown);
}

/** A backend that has a worktree's files at the paths of its checkout. */
export function worktreeView(
  backend: Backend,
  worktree: Worktree,
  folders: readonly ReplacedFolder[],
): { readonly view: Backend; readonly close: () => Promise<void> } {
  const own = nodeBackend({ roots: worktree.path });
  const shownAt = (from: Backend, folder: string) => confine(from, folder, { as: "/", links: "trusted" });
  const mounts: Record<string, Backend> = { "/": backend };
  for (const { root, real, by, shown } of folders) {
    for (const name of new Set([root, toPath(real)])) mounts[name] = shownAt(own, toPath(by));
    for (const folder of shown) mounts[folder] = readOnly(shownAt(backend, folder));
  }
  return { view: mount(mounts), close: async () => own[Symbol.asyncDispose]?.() };
}

/** Parts of a repository's folder that `git_write` opens: the checkout's own index, HEAD and settings are not among them. */
const writable = ["objects", "refs", "logs", "reftable", "lfs", "rr-cache"];
/** Files in the git folder of a worktree that decide what git starts there, and what it belongs to. */
const kept = ["commondir", "gitdir", "config.worktree", "locked", recordName];

/** Lets commands see a worktree at the paths of its checkout, in a sandbox. */
export function worktreeCommands(worktree: Worktree, { folders, beside }: ReplacedFolders): OwnCommands {
  const { checkout, path, gitDir } = worktree;
  const id = `worktrees/${basename(gitDir)}`;
  const { shownAt, dotGit } = besideOf(path);
  const replaced = folders.map(({ root, real, by, shown }) => ({
    ...{ root: real, by },
    shown: shown.map((folder) => real + folder.slice(root.length)),
    git: {
      ...{ top: checkout.top, by: path, dotGit, folder: checkout.common, shownAt },
      ...{ shown: beside, hidden: dirname(dirname(path)) },
      writable: [...writable, id],
      kept: kept.map((name) => `${id}/${name}`),
    },
  }));
  return {
    async prepare() {
      mkdirSync(shownAt, { recursive: true });
      writeFileSync(dotGit, `gitdir: ${shownAt}/${id}\n`);
      return replaced;
    },
    settle: async () => [],
  };
}
