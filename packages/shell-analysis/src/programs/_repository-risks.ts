import { gitSettings } from "@holdall/sandbox/port";
import { dirname, joinPath, type Path, toPath } from "@holdall/tool-core";
import type { CommandFiles } from "../files/command-files.ts";

/** Commands that only look. Of what a configuration names, they start filters and what shows differences. */
const looking = new Set(
  (
    "status diff log show blame annotate grep ls-files ls-tree rev-parse rev-list describe shortlog reflog cat-file branch tag " +
    "diff-tree diff-index diff-files for-each-ref show-ref whatchanged"
  ).split(" "),
);

/** Settings that name a program which any command may start, or that bring in others. */
const always =
  /^(filter\..+\.(clean|smudge|process)|diff\.external|diff\..+\.(command|textconv)|include(if\..*)?\.path)$/s;

/** Settings that name a program which a command starts that changes something or reaches another machine. */
const other = new RegExp(
  `^(${[
    "core\\.(sshcommand|gitproxy|askpass|alternaterefscommand)",
    "credential\\.(.+\\.)?helper",
    "gpg\\.(.+\\.)?(program|defaultkeycommand)",
    "merge\\..+\\.driver",
    "(merge|diff)tool\\..+\\.(cmd|path)",
    "remote\\..+\\.(uploadpack|receivepack|vcs)",
    "uploadpack\\.packobjectshook",
    "protocol\\.(.+\\.)?allow",
    "trailer\\..+\\.(command|cmd)",
    "(tar|browser|man)\\..+\\.(command|cmd|path)",
    "(interactive\\.difffilter|init\\.templatedir|imap\\.tunnel|sendemail\\..+)",
  ].join("|")})$`,
  "s",
);

/** Values that name a program of git's own or of a well-known companion, and nothing that a checkout brings along. */
const harmless: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^filter\.lfs\./, /^git-lfs (clean -- %f|smudge( --skip)? -- %f|filter-process( --skip)?)$/],
  [/^credential\./, /^(store|cache|osxkeychain|manager|manager-core|libsecret|wincred)?$/],
  [/^gpg\./, /^gpg2?$/],
  [/^protocol\./, /^never$/],
];

/**
 * What the configuration of the project's own repository makes a git command run, as it may have come with the checkout.
 * Hooks are not among it: a rule for `git commit` covers those, except the one that commands start which only look. What the
 * environment of commands overrides is not either.
 */
export function ownRisk(inside: Path, command: string, files: CommandFiles): string | undefined {
  let hooks = joinPath(inside, "hooks");
  for (const name of ["config", "config.worktree"]) {
    const file = joinPath(inside, name);
    if (files.kindOf(file) === "missing") continue;
    const text = files.readText(file);
    if (text === undefined) return `git runs what ${file} says, and it cannot be read`;
    const settings = gitSettings(text);
    const place = settings.findLast(({ key }) => key === "core.hookspath")?.value;
    if (place !== undefined) hooks = toPath(place, dirname(inside));
    const found = settings.find(({ key, value }) => {
      if (harmless.some(([keys, values]) => keys.test(key) && values.test(value))) return false;
      if (/^submodule\..+\.update$/s.test(key)) return value.startsWith("!");
      return always.test(key) || (!looking.has(command) && other.test(key));
    });
    if (found) return `git may run what ${file} says, and it sets ${found.key}`;
  }
  const hook = joinPath(hooks, "post-index-change");
  return files.kindOf(hook) === "missing" ? undefined : `git runs the hook ${hook}`;
}
