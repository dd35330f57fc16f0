import { protectedReason } from "@holdall/sandbox/port";
import { type Path, relativePath, toPath } from "@holdall/tool-core";
import type { Effect, Risk } from "../analysis.ts";
import { absolute, type LookupContext } from "../files/paths.ts";
import { type Arg, everything, exact } from "../parse/arg.ts";
import { landing } from "./_copy-targets.ts";
import { both, here, named, set, touching } from "./_files.ts";
import {
  bringers,
  commands,
  type GitOptions,
  gitOptions,
  globalValues,
  plainGlobals,
  risky,
  riskyFor,
  runners,
} from "./_git-options.ts";
import { innerRisk, repositoryAt, repositoryRisk } from "./_git-repository.ts";
import { deletesOf } from "./git-deletes.ts";
import { hostOf } from "./network.ts";
import { type Call, isOption, type Meaning, type Program, splitArgs, type Words } from "./program.ts";

/** `git`: what it throws away, what it runs, and where it reaches outside. */
export const git: Program = (call) => {
  const { subcommand, args, bases, folders } = subcommandOf(call);
  const lost = subcommand?.kind === "exact" ? deletesOf({ name: subcommand.text, args, bases, folders, call }) : {};
  const { discards } = lost;
  return { ...both(lost, ownWork(call)), ...(discards !== undefined && { discards }) };
};

/** The subcommand and what comes behind it, the folders that options before it have named, and where it works. */
export function subcommandOf({ args, folders: from }: Call) {
  const bases: Arg[] = [];
  let folders = from;
  let at = 0;
  for (; args[at]?.text.startsWith("-"); at++) {
    const { text = "" } = args[at] ?? {};
    const [name = "", ...attached] = text.split("=");
    const value = attached.length > 0 ? exact(attached.join("=")) : globalValues.has(name) ? args[++at] : undefined;
    if (!value || !/^(-C|--git-dir|--work-tree)$/.test(name)) continue;
    bases.push(value);
    const isFollowed = name === "-C" && value.kind === "exact" && value.text !== "";
    folders = isFollowed ? folders?.map((folder) => toPath(value.text, folder)) : undefined;
  }
  return { subcommand: args[at], args: args.slice(at + 1), bases, folders };
}

/** What it does inside the project's own repository is its own; what it runs and accesses outside is reported. */
const ownWork: Program = (call) => {
  const { risks, reads, repositories, place, rest } = readGlobals(call);
  const [subcommand, ...args] = rest;
  const start = both(touching(call, { read: reads }), { risks });
  if (!subcommand) return start;
  if (subcommand.kind !== "exact") return { unknowns: ["which git command it is is only known when it runs"] };
  const name = subcommand.text;
  const spec = gitOptions[name] ?? {};
  const takesValue = set(`${spec.values ?? ""} ${spec.reads ?? ""} ${spec.writes ?? ""}`);
  const words = splitArgs(args, takesValue);
  const [first, ...others] = words.operands;
  const meaning = both(
    start,
    { risks: [...optionRisks(name, words), ...commandRisks(name, words, args)] },
    namedFiles(place, name, spec, words, args),
    otherRepository(call, name, place, repositories),
    { effects: hosts(name, words), brings: bringers.has(name) },
  );
  if (name === "worktree" && first?.text === "add")
    return both(meaning, touching(place, { modify: others.slice(0, 1) }));
  if (name === "init") return both(meaning, touching(place, { modify: [first ?? here] }));
  if (name === "clone")
    return both(meaning, touching(place, { read: named([first]).filter(isLocal), write: others.slice(0, 1) }));
  if (name === "mv")
    return both(meaning, landing(place, words.operands.slice(0, -1), words.operands.at(-1), { recursive: true }));
  if (name === "bundle")
    return both(meaning, touching(place, { [first?.text === "create" ? "modify" : "read"]: others.slice(0, 1) }));
  if (name === "merge-file" && !words.options.some((option) => /^(-p|--stdout)$/.test(option.name)))
    return both(meaning, touching(place, { modify: words.operands.slice(0, 1) }));
  if (name === "interpret-trailers" && words.options.some((option) => isOption(option.name, "--in-place")))
    return both(meaning, touching(place, { modify: words.operands }));
  if (/^(apply|am|format-patch)$/.test(name)) return both(meaning, touching(place, { modify: [here] }));
  // What is compared with another commit may be gone from the index.
  const isListed = name === "ls-files" || (name === "diff" && words.operands.length === 0);
  return { ...meaning, ...(printsPaths(name, words) && { prints: [tracked(place, isListed || name === "grep")] }) };
};

/** What is before the subcommand, and where git goes by it. */
function readGlobals(call: Call) {
  const risks: Risk[] = [];
  const reads: Arg[] = [];
  const repositories: Arg[] = [];
  let { folders } = call;
  let at = 0;
  for (; at < call.args.length; at++) {
    const arg = call.args[at];
    if (!arg?.text.startsWith("-")) break;
    const name = arg.text.split("=")[0] ?? "";
    const takesNext = globalValues.has(name) && !arg.text.includes("=");
    const value = takesNext ? call.args[at + 1] : { ...arg, text: arg.text.slice(name.length + 1) };
    const words = takesNext && value ? [arg.text, value.text] : [arg.text];
    if (/^(-C|--git-dir|--work-tree)$/.test(name) && value) reads.push(inFolders(value, call.folders, folders));
    if (name === "-C" && value)
      folders = value.kind === "exact" ? folders?.map((from) => placeOf(value.text, from, call.files)) : undefined;
    if (name === "--git-dir" && value) {
      repositories.push(value);
      if (value.kind !== "exact" || !/(^|\/)\.git\/?$/.test(value.text))
        risks.push({ words, reason: "git runs programs from the configuration of a repository" });
    }
    if (name === "--work-tree")
      risks.push({ words, reason: "it lets git write into another folder", startsNothing: true });
    if (/^(-c|--exec-path|--config-env|-p|--paginate)$/.test(name) && (name !== "--exec-path" || value?.text))
      risks.push({ words, reason: `git ${name} changes what git runs` });
    else if (!plainGlobals.has(name) && !globalValues.has(name))
      risks.push({ words, reason: `git ${name} is not a known option` });
    if (takesNext) at++;
  }
  return { risks, reads, repositories, place: { folders, files: call.files }, rest: call.args.slice(at) };
}

const placeOf = (text: string, from: Path, files: LookupContext["files"]) => {
  const written = absolute(text, from);
  return files ? files.realPath(written) : toPath(written);
};

/** A word that is relative to where earlier options went. */
const inFolders = (arg: Arg, start: LookupContext["folders"], now: LookupContext["folders"]): Arg =>
  start === now || now?.length !== 1 || arg.kind !== "exact" || arg.text.startsWith("/")
    ? arg
    : { ...arg, text: `${now[0]}/${arg.text}` };

function optionRisks(name: string, { options }: Words): Risk[] {
  return options.flatMap((option): Risk[] => {
    // Here -O is followed by a file that is read.
    if (option.name === "-O" && gitOptions[name]?.reads?.includes("-O")) return [];
    const long = option.name.startsWith("--") && option.name.length > 4;
    const found = [...risky, ...(riskyFor[name] ?? [])].some(
      (risk) =>
        (risk === option.name && (risk.startsWith("--") || riskyFor[name]?.has(risk))) ||
        (long && risk.startsWith(option.name)),
    );
    const reason = `git ${name} ${option.name} runs a program or writes a file`;
    return found ? [{ words: [name, ...option.words], reason }] : [];
  });
}

function commandRisks(name: string, { operands, options }: Words, args: readonly Arg[]): Risk[] {
  const [first] = operands;
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option.name));
  const risks: Risk[] = [];
  if (!commands.has(name)) risks.push({ words: [name], reason: `git ${name} may be an alias, or another program` });
  if (runners.has(name)) risks.push({ words: [name], reason: `git ${name} runs other programs` });
  if (name === "config" && changesConfig(operands, options))
    risks.push({ words: ["config"], reason: "git config can make git run programs" });
  if (name === "submodule" && first?.text === "foreach")
    risks.push({ words: ["submodule", "foreach"], reason: "it runs a program in every submodule" });
  const strategy = options.find((option) => option.name === "-s")?.value;
  if (/^(merge|pull|rebase|cherry-pick|revert)$/.test(name) && strategy && !ownStrategies.has(strategy.text))
    risks.push({ words: [name, "-s", strategy.text], reason: "it runs a program that merges" });
  if (name === "rebase" && has(/^-x$/))
    risks.push({ words: ["rebase", "-x"], reason: "it runs a program at every commit" });
  if (/^(apply|am)$/.test(name) && !(has(/^--(check|stat|numstat|summary)$/) && !has(/^--apply$/)) && args.length > 0)
    risks.push({ words: [name], reason: "the patch decides which files it writes", startsNothing: true });
  return risks;
}

const ownStrategies = set("ort recursive resolve octopus ours subtree");

/** Files that its options and operands name, outside of the repository or in it. */
function namedFiles(place: LookupContext, name: string, spec: GitOptions, words: Words, args: readonly Arg[]): Meaning {
  const [reads, writes] = [set(spec.reads ?? ""), set(spec.writes ?? "")];
  const valuesOf = (names: ReadonlySet<string>) =>
    words.options.flatMap((option) => (names.has(option.name) && option.value ? [option.value] : []));
  const outside = words.options.some((option) => option.name.length > 6 && isOption(option.name, "--no-index"));
  const from = args.findIndex(({ text, kind }) => text === "--" && kind === "exact");
  const behind = new Set(from < 0 ? [] : args.slice(from + 1));
  const files =
    spec.operands === "read" || outside
      ? words.operands
      : spec.operands === "maybe"
        ? words.operands.flatMap((arg) => fileOf(arg, place, behind.has(arg)))
        : [];
  const fromInput =
    name === "hash-object" && words.options.some((option) => option.name.startsWith("--stdin-"))
      ? ["which files it reads is only known when it runs"]
      : [];
  // What is taken from a commit is the repository's own business, unless it is protected.
  const restored = /^(checkout|restore)$/.test(name) ? words.operands.filter(isProtected) : [];
  return both(
    touching(place, {
      read: named([...valuesOf(reads), ...files]),
      modify: [...named(valuesOf(writes)), ...restored],
    }),
    { unknownFiles: fromInput },
  );
}

const isProtected = ({ text, kind }: Arg): boolean => kind === "exact" && protectedReason(text) !== undefined;

/** The file that an operand names, where it is not a revision: a path, a `pathspec`, or the file in `HEAD:file`. */
function fileOf(arg: Arg, place: LookupContext, isBehindDashes: boolean): Arg[] {
  if (arg.kind === "glob") return [arg];
  if (arg.kind === "dynamic") return [];
  const { text } = arg;
  if (/^:[!^]|^:\([^)]*exclude/.test(text)) return [];
  const magic = /^:(?:\/|\([^)]*\))?(.+)$/s.exec(text)?.[1];
  const inRevision = /^[^:/][^:]*:(.+)$/s.exec(text)?.[1];
  const path = magic ?? inRevision ?? text;
  const isPath =
    isBehindDashes || magic !== undefined || inRevision !== undefined || /^\.{0,2}\/|\/\.\.(\/|$)/.test(text);
  const exists = (place.folders ?? []).some(
    (from) => place.files && path.length < 4096 && place.files.kindOf(toPath(path, from)) !== "missing",
  );
  return (isPath && (path.startsWith("/") || place.folders)) || exists ? [{ ...arg, text: path }] : [];
}

/** A repository may say what git runs, above all one that is not the project's own. */
function otherRepository(call: Call, name: string, { folders, files }: LookupContext, named: readonly Arg[]): Meaning {
  if (!files) return {};
  if (!folders) return { seen: ["in which repository git runs is only known when it runs"] };
  const asked = { command: name, trusted: call.trusted, files };
  const found = named.length > 0 ? [] : folders.flatMap((folder) => repositoryAt(folder, files) ?? []);
  const insides = [
    ...found.map(({ inside }) => inside),
    ...named.flatMap(({ text, kind }) =>
      kind === "exact" ? folders.map((folder) => placeOf(text, folder, files)) : [],
    ),
  ];
  return {
    seen: [
      ...insides.flatMap((inside) => repositoryRisk(inside, asked) ?? []),
      ...(staysOutside.has(name) ? [] : found.flatMap((each) => innerRisk(each, asked) ?? [])),
    ],
  };
}

/** Commands that do not look into the repositories inside of one. */
const staysOutside = set(
  "log show blame annotate branch tag rev-parse ls-files cat-file config remote shortlog reflog describe",
);

const hosts = (name: string, { operands }: Words): Effect[] =>
  /^(clone|fetch|pull|push|ls-remote|remote|submodule)$/.test(name)
    ? operands.flatMap((arg) => hostOf(arg.text) ?? [])
    : [];

const isLocal = ({ text }: Arg): boolean => !hostOf(text) && !/^[a-z][a-z0-9+.-]*:/i.test(text);

/** Paths of tracked files, as far as the index tells; the inside of the repository is never among them. */
function tracked({ folders, files }: LookupContext, isListed: boolean): Arg {
  const below = {
    ...everything,
    fits: (path: string) => path !== ".git" && !path.startsWith(".git/"),
    enters: (path: string) => path !== ".git",
  };
  const paths: Arg = { ...here, text: "*", kind: "glob", splits: true, mayBeOption: true, below };
  const [folder, ...others] = folders ?? [];
  const repository = files && folder && others.length === 0 ? repositoryAt(folder, files) : undefined;
  const names = isListed && repository ? files?.readIndex(repository.index)?.map(({ name }) => name) : undefined;
  if (!names || !repository || !folder || !files) return paths;
  // Some commands print paths from the folder on, others from the repository's top.
  const start = `${relativePath(files.realPath(folder), repository.top)}/`;
  const among = [
    ...new Set([...names, ...names.flatMap((name) => (name.startsWith(start) ? name.slice(start.length) : []))]),
  ];
  const mayBeOption = among.some((name) => name.startsWith("-"));
  return { ...paths, ...(!mayBeOption && { text: "./*", mayBeOption }), below: { ...below, among } };
}

function printsPaths(name: string, { operands, options }: Words): boolean {
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option.name));
  if (operands.some(({ text, kind }) => kind === "dynamic" || /(^|\/)\.\.(\/|$)/.test(text))) return false;
  if (name === "ls-files") return !has(/^(-[stvf]|--stage|--debug|--format|--eol|--unmerged|-u)$/);
  if (name === "diff" || name === "ls-tree") return has(/^--name-only$/);
  return name === "grep" && has(/^(-[lL]|--files-with-matches|--files-without-match|--name-only)$/);
}

function changesConfig(operands: readonly Arg[], options: readonly { readonly name: string }[]): boolean {
  const reads = options.some(({ name }) =>
    /^(--get|--get-all|--get-regexp|--list|-l|--show-origin|--get-urlmatch)$/.test(name),
  );
  return (
    !reads &&
    (operands.length > 1 ||
      operands[0]?.text === "edit" ||
      options.some(({ name }) => /^(--add|--unset|--replace-all|--edit|-e)$/.test(name))) &&
    operands[0]?.text !== "get" &&
    operands[0]?.text !== "list"
  );
}
