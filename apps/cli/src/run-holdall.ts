import { commands } from "./commands/commands.ts";
import type { Io } from "./io.ts";

/** Run the command with the words after its name; resolves to the exit code. What it has of a process is given to it. */
export async function runHoldall(words: readonly string[], io: Io): Promise<number> {
  const [first = "--help", ...rest] = words;
  try {
    // "help serve" is "serve --help".
    const isHelp = first === "help" && rest[0] !== undefined;
    const [name = "", ...argv] = isHelp ? rest : [first, ...rest];
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const command = load
      ? await load()
      : (await import("./commands/information/overview.ts")).overview(name, Object.keys(commands));
    const asksForHelp = (isHelp && load) || argv.includes("--help") || argv.includes("-h");
    return asksForHelp
      ? (await import("./render/print.ts")).print(command.help, io)
      : await command.run(argv, io, commands);
  } catch (thrown) {
    const { reportFailure } = await import("./report-failure.ts");
    return reportFailure(thrown, io);
  }
}
