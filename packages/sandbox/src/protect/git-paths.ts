import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type GitSetting, gitSettings } from "../port/index.ts";
import { createReader } from "./read-cached.ts";
import { lstatOf, statOf } from "./stat.ts";

/** Where a repository keeps what decides which programs git starts there. */
export interface Repository {
  /** Its folder, and the one it shares with other working trees; mostly the same. */
  readonly folders: readonly string[];
  /** What lies elsewhere: hooks, included configuration, attributes, programs. It need not exist. */
  readonly others: readonly string[];
  /** Where it borrows objects from. */
  readonly stores: readonly string[];
}

const settingsIn = createReader(gitSettings);
const textIn = createReader((text) => text);
const maxIncludes = 10;

/** Settings that name a folder or a file of git's own. */
const isPlace = /^core\.(hookspath|attributesfile)$/;
/** Settings that name a program, which may be in the working tree. */
const isProgram =
  /^(core\.(fsmonitor|sshcommand|editor|pager|askpass)|sequence\.editor|diff\.external|gpg\.(.+\.)?program|(filter|diff|merge)\..+\.(clean|smudge|process|command|textconv|driver))$/;

/** Follow a `.git`, a folder or a file that names one, to all that decides what git starts in its working tree. */
export function readRepository(dotGit: string, worktree: string): Repository {
  const own = folderOf(dotGit);
  if (own === undefined) return { folders: [], others: [], stores: [] };
  const common = resolve(own, textIn(join(own, "commondir"))?.trim() || ".");
  const others: string[] = [];
  const look = (file: string, isOurs: boolean, depth: number): void => {
    if (isOurs) others.push(file);
    for (const { key, value } of settingsIn(file) ?? []) {
      if (/^include(if\..*)?\.path$/s.test(key) && depth < maxIncludes)
        look(resolve(dirname(file), expand(value)), true, depth + 1);
      else others.push(...named({ key, value }, worktree));
    }
  };
  for (const file of globalFiles()) look(file, false, 0);
  for (const folder of new Set([common, own]))
    for (const name of ["config", "config.worktree"]) look(join(folder, name), false, 0);
  const stores = (textIn(join(common, "objects/info/alternates")) ?? "").split("\n").filter((line) => line !== "");
  return {
    folders: [...new Set([own, common])],
    others: [...new Set(others)],
    stores: stores.map((line) => resolve(common, "objects", line)),
  };
}

/** The folder that a `.git` is or names. */
function folderOf(dotGit: string): string | undefined {
  const stat = statOf(dotGit);
  if (stat?.isDirectory()) return dotGit;
  const target = /^gitdir: *(.+?)\s*$/.exec(textIn(dotGit) ?? "")?.[1];
  return target === undefined ? undefined : resolve(dirname(dotGit), target);
}

function named({ key, value }: GitSetting, worktree: string): string[] {
  if (isPlace.test(key)) return [resolve(worktree, expand(value))];
  const program = isProgram.test(key) ? /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(value) : null;
  const word = program?.[1] ?? program?.[2] ?? program?.[3];
  return word?.includes("/") ? [resolve(worktree, expand(word))] : [];
}

const expand = (path: string): string => path.replace(/^~(?=\/|$)/, homedir());

const globalFiles = (): string[] => [
  "/etc/gitconfig",
  join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git/config"),
  join(homedir(), ".gitconfig"),
];

/** Folders below a repository's that are looked into for those of its submodules and working trees. */
const maxDepth = 8;

/** What git starts, or lets decide what it starts, of all that is in a repository's folder: as far as it exists. */
export function partsOf(folder: string, depth = 0): string[] {
  const isThere = (path: string) => lstatOf(path) !== undefined;
  return [
    ...["config", "hooks", "config.worktree"].map((name) => join(folder, name)).filter(isThere),
    ...foldersIn(join(folder, "worktrees"))
      .map((tree) => join(tree, "config.worktree"))
      .filter(isThere),
    ...foldersIn(join(folder, "modules")).flatMap((module) => modulesAt(module, depth)),
  ];
}

/** A submodule's name may have slashes. What lies too deep to be looked into counts as a whole. */
const modulesAt = (path: string, depth: number): string[] =>
  depth > maxDepth
    ? [path]
    : statOf(join(path, "HEAD"))
      ? partsOf(path, depth + 1)
      : foldersIn(path).flatMap((each) => modulesAt(each, depth + 1));

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(path, entry.name)] : [],
    );
  } catch {
    return [];
  }
}

/** Keys of a configuration that make git start nothing. */
const harmless =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|worktree|sharedrepository|sparsecheckout(cone)?)|remote\..+\.(url|pushurl|fetch|push|tagopt|mirror|prune|promisor|partialclonefilter)|branch\..+\.(remote|merge|rebase|pushremote|description)|submodule\.(active|.+\.(url|active|path|branch))|user\.(name|email)|extensions\.(objectformat|worktreeconfig|partialclone|refstorage))$/s;

/** A part of a repository as git itself makes it: samples of hooks, and settings that start nothing. */
export function startsNothing(part: string): boolean {
  if (/\/config(\.worktree)?$/.test(part)) return settingsIn(part)?.every(({ key }) => harmless.test(key)) ?? false;
  try {
    return part.endsWith("/hooks") && readdirSync(part).every((name) => name.endsWith(".sample"));
  } catch {
    return false;
  }
}
