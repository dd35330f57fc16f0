import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { errnoOf } from "./_errors.ts";
import { gitSettings } from "./_git-settings.ts";

export interface GitExcludesOptions {
  /** A working tree whose own configuration counts too. */
  readonly folder?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly home?: string | undefined;
}

const maxIncludes = 10;

/**
 * The ignore rules that a person keeps for all repositories: the file that git's `core.excludesFile` names, else
 * `$XDG_CONFIG_HOME/git/ignore`, else `~/.config/git/ignore`. Empty where there is none, or it cannot be read, as for git.
 * Conditional includes are passed over. https://git-scm.com/docs/gitignore
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
    for (const { key, value } of gitSettings(textOf(file) ?? "")) {
      const path = resolve(dirname(file), value.replace(/^~(?=\/|$)/, home));
      if (key === "core.excludesfile") excludes = value === "" ? "" : path;
      else if (key === "include.path" && depth < maxIncludes) look(path, depth + 1);
    }
  };
  for (const file of [...system, ...global, ...local]) if (file !== "") look(file, 0);
  return (excludes && textOf(excludes)) || "";
}

/** Small files, most of them missing, before every search: to ask for each in turn takes ten times as long. */
function textOf(file: string): string | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : undefined;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"].includes(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}
