import { completionScript, type Shell, shells } from "../../completion/completion-script.ts";
import { parseArguments } from "../../config/arguments.ts";
import type { Io } from "../../io.ts";
import { print } from "../../render/print.ts";
import { UsageError } from "../../usage-error.ts";
import type { Command, Commands } from "../command.ts";

export const options = {};

export const help = `holdall completion SHELL: print a script that completes commands and options

SHELL is bash, zsh or fish.

  bash   echo 'eval "$(holdall completion bash)"' >> ~/.bashrc
  zsh    holdall completion zsh > ~/.zfunc/_holdall, with ~/.zfunc in fpath
         before compinit runs
  fish   holdall completion fish > ~/.config/fish/completions/holdall.fish`;

/** Print the script of a shell. */
export async function run(argv: readonly string[], io: Io, all: Commands): Promise<number> {
  const { words } = parseArguments(argv, options, { most: 1 });
  const shell = shells.find((name) => name === words[0]);
  if (!shell) throw new UsageError("Name a shell.", `It is one of ${shells.join(", ")}.`);
  return print(await script(shell, all), io);
}

async function script(shell: Shell, all: Commands): Promise<string> {
  const loaded = await Promise.all(
    Object.entries(all).map(async ([name, load]): Promise<[string, Command]> => [name, await load()]),
  );
  return completionScript(
    shell,
    loaded.map(([name, { options: taken, help: text }]) => ({ name, about: aboutOf(text), options: taken })),
  );
}

/** What a command's help says of it in its first line. */
const aboutOf = (text: string): string => /^holdall [^\n]*?: ([^\n]*)/.exec(text)?.[1]?.replace(/[;,]$/, "") ?? "";
