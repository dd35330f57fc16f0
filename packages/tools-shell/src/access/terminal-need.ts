import type { CommandAnalysis } from "@holdall/shell-analysis";
import { basename, type Path, ToolError } from "@holdall/tool-core";

const editors = /^(vim?|nvim|vimdiff|view|nano|pico|micro|hx|helix|joe|jed|ne|mcedit|emacs)$/;
const monitors = /^(htop|btop|atop|glances|watch|mc|tig|lazygit|ranger|nnn|k9s)$/;
/** Options with which they draw no screen. */
const batch = /^(--(version|help|headless|batch|script(=.*)?|eval|remote.*)|-(es?|Es?|h|batch))$/;

/** A program of the command that draws on a terminal and waits for keys; undefined if there is none. */
export function terminalNeed({ programs }: CommandAnalysis): string | undefined {
  const all = programs.flatMap(({ argv, wrappers }) => [
    argv,
    ...wrappers.map((each) => each.argv.slice(0, each.ownWords)),
  ]);
  for (const [path = "", ...words] of all) {
    const name = basename(path as Path);
    const isScreen = editors.test(name) || monitors.test(name) || (name === "top" && !words.some(isBatchOfTop));
    if (isScreen && !words.some((word) => batch.test(word))) return name;
  }
  return undefined;
}

const isBatchOfTop = (word: string): boolean => /^-[a-zA-Z]*b/.test(word);

export const needsTerminal = (name: string): ToolError =>
  new ToolError("unsupported", `${name} needs a terminal, and commands have none. Nothing was run.`, {
    hint: editors.test(name)
      ? "Use {read_file} to see a file and {edit_file} or {write_file} to change it; in a command, sed, or the editor's own mode for scripts (vim -es, emacs --batch)."
      : "Use a program that prints and ends: top -b -n 1, ps aux, git log, ls; repeat a command with a loop and sleep.",
  });
