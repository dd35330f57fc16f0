import { toPath } from "@holdall/tool-core";
import type { Folders } from "../files/paths.ts";
import type { Arg } from "../parse/arg.ts";
import { here, removing, set, touching } from "./_files.ts";
import { type Call, isOption, type Meaning, splitArgs, type Words } from "./program.ts";

const changes = "it discards uncommitted changes";
const commits = "it may discard commits that exist nowhere else";
const remote = "it overwrites or deletes branches or tags of a remote repository";

interface Command {
  readonly args: readonly Arg[];
  /** Words that come in only when it runs may be `--hard`, or a path. */
  readonly isOpen: boolean;
  readonly words: Words;
  readonly call: Call;
  /** Where it works, behind `-C`. */
  readonly folders: Folders;
  has(...names: readonly string[]): boolean;
}

/** Commands whose options or operands throw something away, and the reason when these do. */
const commands: Readonly<Record<string, (command: Command) => string | false | undefined>> = {
  checkout: (command) =>
    (command.has("-f", "--force", "-p", "--patch", "--ours", "--theirs", "-2", "-3", "-m", "--merge") && changes) ||
    (command.has("-B") && commits) ||
    ((command.isOpen || namesPaths(command)) && changes),
  restore: ({ has }) => (!has("-S", "--staged") || has("-W", "--worktree")) && changes,
  reset: ({ has, isOpen }) => (isOpen || has("--hard", "--merge", "--keep")) && changes,
  switch: ({ has, isOpen }) =>
    ((isOpen || has("-f", "--force", "--discard-changes")) && changes) || (has("-C", "--force-create") && commits),
  stash: ({ words: { operands }, isOpen }) =>
    (isOpen || /^(drop|clear)$/.test(operands[0]?.text ?? "")) && "it discards stashed changes",
  branch: ({ has, isOpen }) => (isOpen || has("-D", "-M", "-C", "-f", "--force")) && commits,
  tag: ({ has }) => has("-d", "--delete", "-f", "--force") && commits,
  "update-ref": () => commits,
  reflog: ({ words: { operands } }) => /^(expire|delete)$/.test(operands[0]?.text ?? "") && commits,
  prune: ({ has }) => !has("-n", "--dry-run") && commits,
  gc: ({ has }) => has("--prune") && commits,
  push: ({ has, words: { operands } }) =>
    (has("-f", "--force", "--force-with-lease", "-d", "--delete", "--mirror", "--prune") ||
      operands.some(({ text }) => /^[+:]./.test(text))) &&
    remote,
  submodule: ({ has, words: { operands } }) =>
    /^(deinit|update)$/.test(operands[0]?.text ?? "") && has("-f", "--force") && changes,
  "filter-branch": () => commits,
  "filter-repo": () => commits,
  "read-tree": ({ has }) => has("--reset", "-u") && changes,
  "checkout-index": ({ has }) => has("-f", "--force") && changes,
  mv: ({ has }) => has("-f", "--force") && changes,
  apply: ({ has }) => has("-R", "--reverse") && changes,
  ...Object.fromEntries(
    "rebase merge cherry-pick revert am"
      .split(" ")
      .map((name) => [name, ({ has }: Command) => has("--abort", "--skip") && changes]),
  ),
};

/** Options whose value is the next word. */
const values: Readonly<Record<string, string>> = {
  checkout: "-b -B --orphan --conflict --pathspec-from-file",
  restore: "-s --source --pathspec-from-file",
  rm: "--pathspec-from-file",
  clean: "-e --exclude",
  stash: "-m --message --pathspec-from-file",
  push: "-o --push-option --repo --receive-pack --exec",
  tag: "-m -F -u --message --file",
};

interface GitCall {
  readonly name: string;
  readonly args: readonly Arg[];
  /** Folders and repositories that options before the command have named. */
  readonly bases: readonly Arg[];
  readonly folders: Folders;
  readonly call: Call;
}

/** What a git command throws away: as effects where it names files, else in words. */
export function deletesOf({ name, args, bases, folders, call }: GitCall): Meaning {
  const words = splitArgs(args, set(Object.hasOwn(values, name) ? (values[name] ?? "") : ""));
  const has = (...names: readonly string[]) =>
    words.options.some((option) => names.some((each) => isOption(option.name, each)));
  const isOpen = words.operands.some(({ kind, mayBeOption }) => kind === "dynamic" && mayBeOption);
  if (name === "clean" && !has("-n", "--dry-run")) {
    const files = bases.length > 0 ? bases : words.operands.length > 0 ? words.operands : [here];
    return { ...touching(call, { delete: files }), discards: "it deletes files that are not in any commit" };
  }
  if (name === "rm" && !has("--cached", "-n", "--dry-run")) {
    const files = bases.length > 0 ? bases : words.operands;
    return touching(call, { delete: has("--pathspec-from-file") ? [...files, here] : files });
  }
  if (name === "worktree" && words.operands[0]?.text === "remove") return removing(call, words.operands.slice(1));
  const reason = Object.hasOwn(commands, name)
    ? commands[name]?.({ args, words, call, folders, has, isOpen })
    : undefined;
  return reason ? { discards: reason } : {};
}

/** `git checkout x` switches to the branch x, or gives up the changes of the file x. */
function namesPaths({ args, words, call, folders, has }: Command): boolean {
  if (has("-b", "--orphan", "--detach", "-d") || (has("-t", "--track") && words.operands.length < 2)) return false;
  if (args.some(({ text }) => text === "--") && args.at(-1)?.text !== "--") return true;
  if (has("--pathspec-from-file") || words.operands.length > 1) return true;
  return words.operands.some(
    ({ text, kind }) =>
      kind === "glob" ||
      /^\.{1,2}(\/|$)|^[/:]|\/$|[*?[]/.test(text) ||
      (kind === "exact" && isThere(call, folders, text)),
  );
}

/** Where it is not known from where a name is looked up, it may be there. */
const isThere = ({ kindOf }: Call, folders: Folders, text: string): boolean =>
  text !== "-" && (!folders || folders.some((folder) => kindOf?.(toPath(text, folder)) !== undefined));
