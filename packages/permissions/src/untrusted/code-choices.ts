import type { ChosenValue } from "./chosen-value.ts";
import { leavesOf } from "./field-choices.ts";

/** Files with commands that run later: by a build, a package manager, a shell, an editor or a CI service. */
const runs =
  /(^|\/)(package\.json|makefile|justfile|rakefile|gemfile|dockerfile[^/]*|(docker-)?compose[^/]*\.ya?ml|jenkinsfile|procfile|vagrantfile|\.envrc|\.gitlab-ci\.yml|\.pre-commit-config\.yaml|setup\.(py|cfg)|pyproject\.toml|conftest\.py|tox\.ini|noxfile\.py|build\.(gradle|rs|xml)|pom\.xml|crontab|[^/]+\.(sh|bash|zsh|fish|ps1|bat|cmd|service|timer|mk)|[^/]+\.config\.[cm]?[jt]s)$|(^|\/)(\.github|\.circleci|\.husky|\.githooks|\.vscode)\//i;

/** Returns true if a file at this path may be run, or holds commands that are run. */
export const isRunLater = (path: string): boolean => runs.test(path);

const minLine = 12;

/** The lines that a call writes, as far as they are long enough to be a command. */
export function codeChoices(input: unknown): ChosenValue[] {
  const lines = leavesOf(input).flatMap(({ text }) => text.split("\n"));
  const parts = lines.flatMap((line) => [
    line.replace(/^[+\s-]+/, ""),
    ...[...line.matchAll(/"([^"]+)"|'([^']+)'/g)].map(([, double, single]) => double ?? single ?? ""),
  ]);
  const commands = parts.map((part) => part.trim()).filter((part) => part.length >= minLine && /\s/.test(part));
  return [...new Set(commands)].map((value) => ({ kind: "code", value }));
}

/** The lines of a note. */
export function noteChoices(input: unknown): ChosenValue[] {
  const lines = leavesOf(input).flatMap(({ text }) => text.split("\n").map((line) => line.trim()));
  return [...new Set(lines.filter((line) => line.length >= minLine))].map((value) => ({ kind: "note", value }));
}
