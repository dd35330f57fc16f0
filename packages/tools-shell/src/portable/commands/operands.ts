import type { CommandContext } from "./command.ts";

/** A file that a command was given, as a string of bytes. */
export interface Operand {
  readonly name: string;
  readonly content: string;
}

interface Operands {
  readonly operands: readonly Operand[];
  /** What could not be read, as lines. */
  readonly errors: string;
}

/** Standard input as a string of bytes. */
export const inputOf = ({ stdin }: CommandContext): string => stdin as unknown as string;

/** The files that a command was given; without any, standard input. */
export async function readOperands(command: string, paths: readonly string[], ctx: CommandContext): Promise<Operands> {
  const operands: Operand[] = [];
  let errors = "";
  for (const name of paths.length > 0 ? paths : ["-"]) {
    if (name === "-") {
      operands.push({ name, content: inputOf(ctx) });
      continue;
    }
    try {
      operands.push({ name, content: await ctx.fs.readFile(ctx.fs.resolvePath(ctx.cwd, name), "binary") });
    } catch (error) {
      const { code = "" } = error as { readonly code?: string };
      if (code === "") throw error;
      errors += `${command}: ${reasonOf(code, name)}\n`;
    }
  }
  return { operands, errors };
}

/** Why a file cannot be read, in the words of the usual programs. */
export const reasonOf = (code: string, name: string): string =>
  code === "EISDIR"
    ? `${name}: Is a directory`
    : code === "EACCES"
      ? `${name}: Permission denied`
      : `${name}: No such file or directory`;

/** The lines of a text, without their ends. */
export function linesOf(content: string, end = "\n"): string[] {
  const lines = content.split(end);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The result of a command that prints bytes. */
export const printedBytes = (stdout: string, stderr = "", exitCode = stderr === "" ? 0 : 1) => ({
  stdout,
  stderr,
  exitCode,
  stdoutKind: "bytes" as const,
  stdoutEncoding: "binary" as const,
});
