import { compileIgnore, type IgnoreLayer, type IgnoreRules } from "./ignore.ts";

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "symlink" | "other";
}

/** The ignore rules that hold in a folder. Start with `startRules`, go down with `rulesIn`. */
export interface WalkRules {
  /** All of them, the strongest first. */
  readonly layer: IgnoreLayer | undefined;
  /** Those that git knows: of the folder's repository, and the user's own. */
  readonly git: IgnoreLayer | undefined;
  /** Those of `.ignore` files, the nearest last: they are stronger than git's, and hold across repositories. */
  readonly own: readonly Omit<IgnoreLayer, "above">[];
  readonly excludes: IgnoreRules | undefined;
  readonly ignoreCase: boolean;
  /** Nothing outside of it is read. */
  readonly top: string;
}

/** Names in a folder that hold rules for it, or say where some are. */
export const ruleFiles = [".git", ".gitignore", ".cursorignore", ".ignore"] as const;

/**
 * The rules before any file was read: those of the user, if any, with the lowest priority. Outside of repositories, they apply
 * to paths below `top`.
 */
export function startRules(
  excludes = "",
  { ignoreCase = false, top = "/" }: { readonly ignoreCase?: boolean; readonly top?: string | undefined } = {},
): WalkRules {
  const rules = compileIgnore(excludes, { ignoreCase });
  const start = { layer: undefined, git: undefined, own: [], excludes: undefined, ignoreCase, top };
  return rules.size === 0 ? start : repository({ ...start, excludes: rules }, top);
}

/**
 * The rules that hold for the entries of a folder, from those that hold in the folder above it, as ripgrep has them, with
 * `.cursorignore` beside its `.ignore`. Strongest are these files, then `.gitignore` files, `.git/info/exclude`, the user's own; of files of one name, the
 * nearest. A folder with a `.git` is a repository of its own: the `.gitignore` files above it say nothing about its inside.
 *
 * Yields the paths of files to read, and takes back their text; undefined for one that is not there.
 */
export function* rulesIn(
  folder: string,
  entries: readonly FolderEntry[],
  above: WalkRules,
): Generator<string, WalkRules, string | undefined> {
  let [git, gitignore, cursorignore, ignore]: (FolderEntry | undefined)[] = [];
  for (const entry of entries) {
    if (entry.name === ".git") git = entry;
    else if (entry.kind !== "file") continue;
    else if (entry.name === ".gitignore") gitignore = entry;
    else if (entry.name === ".cursorignore") cursorignore = entry;
    else if (entry.name === ".ignore") ignore = entry;
  }
  const at = (name: string) => below(folder, name);
  let rules = above;
  if (git) {
    rules = repository(rules, folder);
    const inside = git.kind === "file" ? yield* linkedRepository(folder, at(".git"), rules.top) : at(".git");
    if (inside && isWithin(inside, rules.top)) rules = withGit(rules, folder, yield `${inside}/info/exclude`);
  }
  if (gitignore) rules = withGit(rules, folder, yield at(".gitignore"));
  if (cursorignore) rules = withOwn(rules, folder, yield at(".cursorignore"));
  if (ignore) rules = withOwn(rules, folder, yield at(".ignore"));
  return rules;
}

/** The folders above a folder, from `top` on: their rules are read first. */
export function foldersAbove(folder: string, top = "/"): string[] {
  const above: string[] = [];
  const start = top === "/" ? 0 : top.length;
  for (let end = folder === "/" ? -1 : folder.indexOf("/", start); end >= 0; end = folder.indexOf("/", end + 1))
    above.push(folder.slice(0, end) || "/");
  return above;
}

const below = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`);

function repository(rules: WalkRules, folder: string): WalkRules {
  const { excludes } = rules;
  return stacked({ ...rules, git: excludes && { folder: base(folder), rules: excludes, above: undefined } });
}

function withGit(rules: WalkRules, folder: string, text: string | undefined): WalkRules {
  const compiled = compileIgnore(text ?? "", rules);
  if (compiled.size === 0) return rules;
  return stacked({ ...rules, git: { folder: base(folder), rules: compiled, above: rules.git } });
}

function withOwn(rules: WalkRules, folder: string, text: string | undefined): WalkRules {
  const compiled = compileIgnore(text ?? "", rules);
  if (compiled.size === 0) return rules;
  return stacked({ ...rules, own: [...rules.own, { folder: base(folder), rules: compiled }] });
}

const stacked = (rules: WalkRules): WalkRules => ({
  ...rules,
  layer: rules.own.reduce<IgnoreLayer | undefined>((above, each) => ({ ...each, above }), rules.git),
});

const base = (folder: string): string => (folder === "/" ? "" : folder);

/** Where the `.git` file of a worktree or a submodule says that its repository is; worktrees share the one they come from. */
function* linkedRepository(
  folder: string,
  file: string,
  top: string,
): Generator<string, string | undefined, string | undefined> {
  const written = /^gitdir: (.+?)\s*$/m.exec((yield file) ?? "")?.[1];
  const gitFolder = written === undefined ? undefined : resolve(folder, written);
  if (gitFolder === undefined || !isWithin(gitFolder, top)) return undefined;
  const common = (yield `${gitFolder}/commondir`)?.trim();
  return common ? resolve(gitFolder, common) : gitFolder;
}

const isWithin = (path: string, top: string): boolean => top === "/" || path === top || path.startsWith(`${top}/`);

function resolve(folder: string, written: string): string {
  const posix = /^[a-z]:[\\/]/i.test(written) ? `/${written.replaceAll("\\", "/")}` : written;
  const kept: string[] = [];
  for (const name of (posix.startsWith("/") ? posix : `${folder}/${posix}`).split("/")) {
    if (name === "..") kept.pop();
    else if (name !== "" && name !== ".") kept.push(name);
  }
  return `/${kept.join("/")}`;
}
