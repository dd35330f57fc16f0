import type { Command } from "just-bash";

/** What a command gets. */
export type CommandContext = Parameters<Command["execute"]>[1];
/** What a command answers. */
export type CommandResult = Awaited<ReturnType<Command["execute"]>>;
/** A command of the portable shell. */
export type Execute = (args: readonly string[], ctx: CommandContext) => CommandResult | Promise<CommandResult>;

export const printed = (stdout: string): CommandResult => ({ stdout, stderr: "", exitCode: 0 });
export const failed = (stderr: string, exitCode = 1): CommandResult => ({
  stdout: "",
  stderr: `${stderr}\n`,
  exitCode,
});

/** Options of one letter, and everything else. `--` ends options. Letters of `valued` take the next word, or the end of theirs. */
export function readOptions(
  args: readonly string[],
  valued = "",
): { flags: ReadonlyMap<string, string>; rest: string[] } {
  const flags = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? "";
    if (word === "--") {
      rest.push(...args.slice(i + 1));
      break;
    }
    if (word.startsWith("--")) {
      const [name = "", value = ""] = word.slice(2).split(/=(.*)/s);
      flags.set(name, value);
    } else if (word.startsWith("-") && word.length > 1) {
      for (let at = 1; at < word.length; at++) {
        const letter = word[at] ?? "";
        if (!valued.includes(letter)) {
          flags.set(letter, "");
          continue;
        }
        flags.set(letter, word.slice(at + 1) || (args[++i] ?? ""));
        break;
      }
    } else rest.push(word);
  }
  return { flags, rest };
}
