import type { CommandAnalysis } from "@holdall/shell-analysis";
import { basename, type Path } from "@holdall/tool-core";
import type { BashOutput } from "../run/bash-output.ts";

/** Subcommands that write in `.git`. */
const writing =
  /^(add|am|bisect|branch|checkout|cherry-pick|clean|clone|commit|fetch|gc|init|merge|mv|notes|pull|rebase|reset|restore|revert|rm|stash|submodule|switch|tag|update-index|update-ref|worktree)$/;

/** Which level to ask for when git failed for want of it, and did not say so in a way that the sandbox recognizes. */
export function gitWriteNotes({ programs }: CommandAnalysis, output: BashOutput, level: string): string[] {
  const { exit_code: code = 0, denied } = output;
  if (!denied || code === 0 || denied.write.length > 0 || (level !== "default" && level !== "network")) return [];
  const said = `${output.output}\n${output.errors ?? ""}`;
  const verb = programs.map(({ argv }) => verbOf(argv)).find((each) => each !== undefined);
  const isMute = said.trim() === "" && code === 1;
  if (verb === undefined || !(isMute || /\.git\/|index\.lock|read-only file system/i.test(said))) return [];
  return [
    `git ${verb} writes in .git, which is read-only at the level ${level}. Call again with permissions: "git_write" to ask the user for it.`,
  ];
}

function verbOf([path = "", ...words]: readonly string[]): string | undefined {
  if (basename(path as Path) !== "git") return undefined;
  const at = words.findIndex((word, i) => !word.startsWith("-") && words[i - 1] !== "-C" && words[i - 1] !== "-c");
  const verb = words[at];
  return verb !== undefined && writing.test(verb) ? verb : undefined;
}
