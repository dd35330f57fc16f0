import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gitSettings } from "@holdall/sandbox/port";
import { errnoOf } from "./_errors.ts";
import { createStampOf, isUnchanged, type Stamp } from "./search-cache/stamp.ts";

export interface GitExcludesOptions {
  /** A working tree whose own configuration is also read. */
  readonly folder?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly home?: string | undefined;
}

const maxIncludes = 10;

/**
 * Read the user's global ignore rules: the file in git's `core.excludesFile`, otherwise `$XDG_CONFIG_HOME/git/ignore`,
 * otherwise `~/.config/git/ignore`. Empty if it does not exist or cannot be read, as in git. Conditional includes are ignored.
 * https://git-scm.com/docs/gitignore
 */
export async function readGitExcludes({
  folder,
  env = process.env,
  home = homedir(),
}: GitExcludesOptions = {}): Promise<string> {
  const own = join(env.XDG_CONFIG_HOME || join(home, ".config"), "git");
  const system = env.GIT_CONFIG_NOSYSTEM ? [] : [env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig"];
  const global =
    env.GIT_CONFIG_GLOBAL === undefined ? [join(own, "config"), join(home, ".gitconfig")] : [env.GIT_CONFIG_GLOBAL];
  const local = folder === undefined ? [] : [join(folder, ".git", "config")];

  let excludes = join(own, "ignore");
  const look = (file: string, depth: number): void => {
    for (const { key, value } of settingsIn(file) ?? []) {
      const path = resolve(dirname(file), value.replace(/^~(?=\/|$)/, home));
      if (key === "core.excludesfile") excludes = value === "" ? "" : path;
      else if (key === "include.path" && depth < maxIncludes) look(path, depth + 1);
    }
  };
  for (const file of [...system, ...global, ...local]) if (file !== "") look(file, 0);
  return (excludes && textIn(excludes)) || "";
}

const maxKept = 64;
const stampOf = createStampOf();
const settingsIn = createReader(gitSettings);
const textIn = createReader((text) => text);

/**
 * Makes a function that reads a file and makes something of it, or gives what it made last time while the file is the
 * same. Small files, most of them missing, before every search: to ask for each in turn takes ten times as long.
 */
function createReader<T>(make: (text: string) => T): (file: string) => T | undefined {
  const known = new Map<string, { readonly stamp: Stamp; readonly value: T }>();
  return (file) => {
    try {
      const since = Date.now();
      const stat = statSync(file, { throwIfNoEntry: false });
      if (!stat?.isFile()) return undefined;
      const stamp = stampOf(stat, file, since);
      const last = known.get(file);
      if (last && isUnchanged(last.stamp, stamp)) return last.value;
      const value = make(readFileSync(file, "utf8"));
      if (known.size >= maxKept) known.clear();
      known.set(file, { stamp, value });
      return value;
    } catch (error) {
      if (["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"].includes(errnoOf(error) ?? "")) return undefined;
      throw error;
    }
  };
}
