import type { OptionTypes } from "../config/arguments.ts";
import type { Io } from "../io.ts";

/** What every file in `commands/` exports. */
export interface Command {
  /** What `holdall COMMAND --help` prints. */
  readonly help: string;
  /** What it takes. */
  readonly options: OptionTypes;
  /** Run with the words after the command's name, beside all that there are; resolves to the exit code. */
  run(argv: readonly string[], io: Io, all: Commands): Promise<number>;
}

/** Commands by name; each loads when it is wanted. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;
