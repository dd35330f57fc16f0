import { dirname, isWithin, joinPath, type Path } from "@holdall/tool-core";
import type { CommandFiles } from "../files/command-files.ts";
import { ownRisk } from "./_repository-risks.ts";

/** Where git would find a repository from a folder on. */
export interface Repository {
  /** The folder that holds it; that of a bare one is its own. */
  readonly top: Path;
  /** Where its configuration and its hooks lie. */
  readonly inside: Path;
  /** The list of its files. */
  readonly index: Path;
}

/** The repository that git uses in a folder: the nearest one above it, bare ones too. */
export function repositoryAt(folder: Path, files: CommandFiles): Repository | undefined {
  for (let top = files.realPath(folder); ; top = dirname(top)) {
    const git = joinPath(top, ".git");
    const kind = files.kindOf(git);
    if (kind !== "missing") return { top, ...insideOf(git, files) };
    if (isBare(top, files)) return { top, inside: top, index: joinPath(top, "index") };
    if (top === "/") return undefined;
  }
}

const isBare = (folder: Path, files: CommandFiles): boolean =>
  files.kindOf(joinPath(folder, "HEAD")) !== "missing" &&
  files.kindOf(joinPath(folder, "objects")) !== "missing" &&
  files.kindOf(joinPath(folder, "refs")) !== "missing";

/** A worktree and a submodule have a file that says where their repository is. */
function insideOf(git: Path, files: CommandFiles): Omit<Repository, "top"> {
  const real = files.realPath(git);
  const leads = /^gitdir: (.+?)\s*$/.exec(files.kindOf(real) === "file" ? (files.readText(real) ?? "") : "")?.[1];
  const inside =
    leads === undefined ? real : files.realPath(leads.startsWith("/") ? leads : `${dirname(real)}/${leads}`);
  const common = files.readText(joinPath(inside, "commondir"))?.trim();
  return {
    inside: common ? files.realPath(common.startsWith("/") ? common : `${inside}/${common}`) : inside,
    index: joinPath(inside, "index"),
  };
}

/**
 * What a repository makes git run, as far as its configuration and its hooks say. Nothing when it only has settings that are
 * known to run nothing. Of the project's own one (`trusted`, whose inside is protected), settings that may run something.
 */
export function repositoryRisk(
  inside: Path,
  { command, trusted, files }: { command: string; trusted: Path | undefined; files: CommandFiles },
): string | undefined {
  const own = trusted === undefined ? undefined : repositoryAt(trusted, files);
  if (own && isWithin(inside, own.inside)) return ownRisk(inside, command, files);
  for (const name of ["config", "config.worktree"]) {
    const file = joinPath(inside, name);
    if (files.kindOf(file) === "missing") continue;
    const key = firstUnknownKey(files.readText(file));
    if (key !== undefined) return `git runs what ${file} says, and ${key}`;
  }
  const hooks = joinPath(inside, "hooks");
  const hook = files.list(files.realPath(hooks))?.find(({ name }) => !name.endsWith(".sample"));
  return hook && `git runs the hooks in ${hooks}, and there is ${hook.name}`;
}

/** What repositories in a repository make git run: it looks into them by itself, wherever its index names one. */
export function innerRisk({ top, index }: Repository, asked: Parameters<typeof repositoryRisk>[1]): string | undefined {
  const { files } = asked;
  if (files.kindOf(index) === "missing") return undefined;
  const entries = files.readIndex(index);
  if (!entries)
    return `which repositories are in ${top} cannot be determined: its index is too large, split, or in an unknown format`;
  for (const { name } of entries.filter(({ kind }) => kind === "folder")) {
    const inner = repositoryAt(joinPath(top, name), files);
    const risk = inner && inner.top !== top ? repositoryRisk(inner.inside, asked) : undefined;
    if (risk) return risk;
  }
  return undefined;
}

/** Keys that choose names, formats and colors, and run nothing. */
const plainKey = new RegExp(
  `^(?:${[
    "core\\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|safecrlf|eol|abbrev|quotepath|compression|preloadindex|longpaths)",
    "extensions\\.(?:objectformat|refstorage|partialclone|noop)",
    "remote\\..+\\.(?:url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|skipdefaultupdate|skipfetchall)",
    "branch\\..+\\.(?:remote|pushremote|merge|rebase|description)",
    "submodule\\..+\\.(?:url|active|branch|ignore)",
    "submodule\\.(?:active|recurse)",
    "user\\.(?:name|email|useconfigonly)",
    "(?:init\\.defaultbranch|push\\.default|push\\.autosetupremote|pull\\.rebase|pull\\.ff|fetch\\.prune|merge\\.conflictstyle|merge\\.ff)",
    "(?:color|advice|column|status|gc|pack|index|feature|versionsort)\\..+",
  ].join("|")})$`,
);

/** The first setting of a configuration that is not known to run nothing, in words. */
function firstUnknownKey(text: string | undefined): string | undefined {
  if (text === undefined) return "it cannot be read";
  let section = "";
  for (const line of text.split("\n")) {
    const [, name, sub] = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*(?:[#;].*)?$/.exec(line) ?? [];
    const [, key, end] = /^\s*([A-Za-z][\w-]*)\s*(?:=.*?(\\?)|[#;].*)?\s*$/.exec(line) ?? [];
    if (name !== undefined) section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`;
    else if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    else if (key === undefined || end) return `the line ${line.trim().slice(0, 60)} is not known`;
    else if (!plainKey.test(`${section}.${key.toLowerCase()}`)) return `it sets ${section}.${key.toLowerCase()}`;
  }
  return undefined;
}
