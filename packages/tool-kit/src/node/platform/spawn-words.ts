import { win32 } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { findProgram, findProgramIn, type ProgramSearch } from "./find-program.ts";
import { isWindows } from "./platform.ts";

/** What `spawn` takes to start a command. */
export interface SpawnWords {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are quoted already, for `cmd.exe`. */
  readonly windowsVerbatimArguments: boolean;
}

/**
 * What to pass to `spawn` for a command. On Windows the program is found first, because the system would take one of the current
 * folder before those of `PATH`, and a batch file, as npm's programs are, is started by `cmd.exe`. Throws `invalid_input` for an
 * argument that a batch file would not get as it is.
 */
export function spawnWords(command: readonly string[], cwd: string, search: ProgramSearch = {}): SpawnWords {
  const [program = "", ...args] = command;
  if (!isWindows(search.platform)) return { file: program, args, windowsVerbatimArguments: false };
  const file = locate(program, cwd, search);
  if (!/\.(?:bat|cmd)$/i.test(file)) return { file, args, windowsVerbatimArguments: false };
  const line = [file, ...args].map((word) => quoted(word, program)).join(" ");
  return {
    file: systemProgram("cmd.exe"),
    args: ["/d", "/s", "/v:off", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** A program of Windows itself, by its whole path: a program of the same name in the current folder is not it. */
export const systemProgram = (name: string): string =>
  win32.join(process.env.SystemRoot ?? "C:\\Windows", "System32", name);

function locate(program: string, cwd: string, search: ProgramSearch): string {
  if (!/[\\/:]/.test(program)) return findProgram(program, search) ?? systemProgram(program);
  const whole = win32.resolve(cwd, program);
  return findProgramIn(win32.dirname(whole), win32.basename(whole), search)?.file ?? whole;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end the line for cmd.exe
const unsafe = /["%\u0000-\u001f]/;

/** In quotes everything is itself for `cmd.exe` but these characters, and for programs but a backslash before the quote. */
function quoted(word: string, program: string): string {
  const [character] = unsafe.exec(word) ?? [];
  if (character === undefined) return `"${word.replace(/\\+$/, (end) => end + end)}"`;
  throw new ToolError(
    "invalid_input",
    `${program} is a batch file, and its argument ${JSON.stringify(word)} has ${JSON.stringify(character)}, which batch files change.`,
    {
      hint: 'Leave the character out, or name the program that the batch file starts, such as "node" with its script.',
    },
  );
}
