/** Options of a git command by what their value is. Only those whose value may be the next word; others have it attached or none. */
export interface GitOptions {
  readonly values?: string;
  /** Their value is a file that is read. */
  readonly reads?: string;
  /** Their value is a file that is written. */
  readonly writes?: string;
  /** What its operands are: files it reads, or names of which those are read that are files. */
  readonly operands?: "read" | "maybe";
}

const revisions = "-n --max-count --skip --since --until --after --before --author --committer --grep --date";
const diffs = "-S -G -l --output --diff-filter --src-prefix --dst-prefix --line-prefix --inter-hunk-context --anchored";
const log: GitOptions = { values: `${revisions} ${diffs} -L`, reads: "-O", operands: "maybe" };
const message = "-m --message";
const paths = "--pathspec-from-file";
const blame: GitOptions = {
  values: "-L --date --ignore-rev --since",
  reads: "-S --contents --ignore-revs-file",
  operands: "maybe",
};

/** Commands with options that name files, or are followed by a value. Source: git's own tables of options, 2.39. */
export const gitOptions: Readonly<Record<string, GitOptions>> = {
  diff: { values: diffs, reads: "-O", operands: "maybe" },
  "diff-index": { values: diffs, reads: "-O", operands: "maybe" },
  "diff-files": { values: diffs, reads: "-O", operands: "maybe" },
  "diff-tree": { values: diffs, reads: "-O", operands: "maybe" },
  "range-diff": { values: diffs, reads: "-O" },
  log,
  show: log,
  whatchanged: log,
  shortlog: { values: revisions },
  "format-patch": {
    values: `${revisions} ${diffs} --in-reply-to --to --cc --subject-prefix -v`,
    reads: "-O --signature-file",
    writes: "-o --output-directory",
  },
  "rev-list": { values: revisions },
  blame,
  annotate: blame,
  grep: { values: "-e -m --max-count --max-depth -A -B -C --context --threads", reads: "-f", operands: "maybe" },
  "cat-file": { operands: "maybe" },
  "hash-object": { values: "-t --path", operands: "read" },
  apply: {
    values: "-p -C --directory --exclude --include --whitespace",
    operands: "read",
    writes: "--build-fake-ancestor",
  },
  am: { values: "-p -C --directory --exclude --include --patch-format --whitespace", operands: "read" },
  archive: { values: "--format --prefix --remote --exec", reads: "--add-file", writes: "-o --output" },
  commit: {
    values: `${message} -c -C --reuse-message --reedit-message --fixup --squash --author --date --cleanup --trailer`,
    reads: `-F --file -t --template ${paths}`,
  },
  "commit-tree": { values: "-p -m", reads: "-F" },
  tag: { values: `${message} -u --local-user --cleanup --sort --points-at --format`, reads: "-F --file" },
  merge: { values: "-m -s --strategy -X --strategy-option --cleanup --into-name", reads: "-F --file" },
  notes: { values: "-m --message -C -c --ref", reads: "-F --file" },
  stash: { values: message, reads: paths },
  add: { values: "--chmod", reads: paths },
  rm: { reads: paths },
  reset: { reads: paths },
  checkout: { values: "-b -B --orphan --conflict", reads: paths },
  restore: { values: "-s --source --conflict", reads: paths },
  switch: { values: "-c -C --create --force-create --orphan --conflict" },
  branch: { values: "-u --set-upstream-to --sort --points-at --format" },
  config: { values: "--type --default", reads: "-f --file --blob" },
  "ls-files": { values: "-x --exclude --with-tree --format", reads: "-X --exclude-from" },
  clone: {
    values:
      "-o --origin -b --branch -u --upload-pack --depth -c --config -j --jobs --filter --template --separate-git-dir --shallow-since --server-option",
    reads: "--reference --reference-if-able",
  },
  fetch: { values: "--depth --deepen --shallow-since -j --jobs --upload-pack --refmap -o --server-option --filter" },
  pull: { values: "--depth --deepen -s --strategy -X --strategy-option -j --jobs --upload-pack -o --server-option" },
  push: { values: "-o --push-option --repo --receive-pack --exec" },
  "ls-remote": { values: "--sort -o --server-option --upload-pack --exec" },
  rebase: { values: "--onto -s --strategy -X --strategy-option -x --exec" },
  "cherry-pick": { values: "-m --mainline -X --strategy-option -s --strategy" },
  revert: { values: "-m --mainline -X --strategy-option -s --strategy" },
  worktree: { values: "-b -B --reason" },
  init: { values: "-b --initial-branch --template --object-format --separate-git-dir" },
  submodule: { values: "-b --branch --name --depth", reads: "--reference" },
  "interpret-trailers": { values: "--trailer --where --if-exists --if-missing", operands: "read" },
  "index-pack": { writes: "-o", operands: "read" },
  "verify-pack": { operands: "read" },
  "merge-file": { values: "-L", operands: "read" },
  "for-each-ref": { values: "--format --sort --points-at --count --contains" },
  "fast-export": { writes: "--export-marks", reads: "--import-marks --import-marks-if-exists" },
};

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Options before the subcommand whose value is the next word. */
export const globalValues = set(
  "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source",
);

/** Options before the subcommand that have no value, or only an attached one. */
export const plainGlobals = set(
  "-v --version -h --help -P --no-pager -p --paginate --bare --no-replace-objects --literal-pathspecs --glob-pathspecs " +
    "--noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --html-path --man-path --info-path --list-cmds",
);

/** Git's own commands. Any other may be an alias of the user, or a program. Source: `git --list-cmds`, 2.39, and what later versions add. */
export const commands = set(
  "add add--interactive am annotate apply archive backfill bisect bisect--helper blame branch bugreport bundle " +
    "cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout--worker checkout-index " +
    "cherry cherry-pick clean clone column commit commit-graph commit-tree config count-objects credential " +
    "credential-cache credential-cache--daemon credential-store daemon describe diagnose diff diff-files " +
    "diff-index diff-pairs diff-tree difftool difftool--helper env--helper fast-export fast-import fetch " +
    "fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsck-objects " +
    "fsmonitor--daemon gc get-tar-commit-id grep hash-object help history hook http-backend http-fetch http-push " +
    "imap-send index-pack init init-db instaweb interpret-trailers last-modified log ls-files ls-remote ls-tree " +
    "mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file " +
    "merge-ours merge-recursive merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree " +
    "merge-tree mergetool mergetool--lib mktag mktree multi-pack-index mv name-rev notes pack-objects " +
    "pack-redundant pack-refs patch-id pickaxe prune prune-packed pull push quiltimport range-diff read-tree " +
    "rebase receive-pack reflog refs remote remote-ext remote-fd remote-ftp remote-ftps remote-http remote-https " +
    "repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-pack sh-i18n " +
    "sh-i18n--envsubst sh-prompt sh-setup shell shortlog show show-branch show-index show-ref sparse-checkout " +
    "stage stash status stripspace submodule submodule--helper subtree survey switch symbolic-ref tag unpack-file " +
    "unpack-objects update-index update-ref update-server-info upload-archive upload-archive--writer upload-pack " +
    "var verify-commit verify-pack verify-tag version web--browse whatchanged worktree write-tree",
);

/** Options of any subcommand that run a program or write a file. */
export const risky = set(
  "--output --ext-diff --textconv --filters --exec --upload-pack --receive-pack --open-files-in-pager -O --extcmd --tool --paginate " +
    "--gpg-sign --template --config --separate-git-dir --execdir --strategy --unsafe-paths --export-marks --build-fake-ancestor --bundle-uri --object-dir",
);

/** The same where a short option means something else elsewhere. */
export const riskyFor: Readonly<Record<string, ReadonlySet<string>>> = {
  clone: set("-u -c --config --template"),
  "ls-remote": set("-u"),
  fetch: set("-u"),
  rebase: set("-x"),
  grep: set("-O"),
  difftool: set("-x"),
  "checkout-index": set("--prefix"),
  commit: set("-S"),
  tag: set("-s -u --sign --local-user"),
  help: set("-w --web"),
  "format-patch": set("-o --output-directory"),
  archive: set("-o --remote"),
};

/** Subcommands whose work is to run other programs, to hand out credentials, or to change what git runs. */
export const runners = set(
  "filter-branch bisect submodule--helper difftool mergetool instaweb daemon shell web--browse send-email p4 svn cvsserver fast-import " +
    "hook maintenance gui citool credential credential-cache credential-store remote-ext remote-fd for-each-repo http-backend imap-send " +
    "upload-pack receive-pack upload-archive send-pack fetch-pack http-push http-fetch remote-http remote-https remote-ftp remote-ftps cvsimport cvsexportcommit archimport quiltimport merge-index merge-one-file bugreport " +
    "diagnose scalar mailsplit mailinfo pack-objects unpack-file",
);

/** Subcommands that put files into the working tree that were not inspected. */
export const bringers = set(
  "apply am checkout switch restore reset merge pull rebase stash cherry-pick revert clone submodule worktree read-tree checkout-index",
);
