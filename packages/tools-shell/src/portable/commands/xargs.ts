import { type Execute, failed } from "./command.ts";
import { inputOf, linesOf } from "./operands.ts";

interface XargsOptions {
  max?: number;
  lines?: number;
  replace?: string;
  delimiter?: string;
  noRunIfEmpty?: boolean;
  trace?: boolean;
}

/** `xargs`: run a command with words of standard input. */
export const xargs: Execute = async (args, ctx) => {
  const { options, command } = readXargs(args);
  const { exec, cwd, signal } = ctx;
  if (!exec) return failed("xargs: cannot run commands here", 126);
  const input = inputOf(ctx);
  const words = splitInput(input, options);
  const [program = "echo", ...fixed] = command;
  const batches = batchesOf(words, options, input);
  let [stdout, stderr, exitCode] = ["", "", 0];
  for (const batch of batches) {
    signal?.throwIfAborted();
    const { replace } = options;
    const given =
      replace === undefined ? [...fixed, ...batch] : fixed.map((word) => word.split(replace).join(batch[0] ?? ""));
    const names = replace === undefined ? program : program.split(replace).join(batch[0] ?? "");
    if (options.trace) stderr += `${[names, ...given].join(" ")}\n`;
    // The words go to the command as they are, and through no shell.
    const ran = await exec(quoted(names), { cwd, args: given });
    stdout += ran.stdout;
    stderr += ran.stderr;
    if (ran.exitCode === 255)
      return { stdout, stderr: `${stderr}xargs: ${names}: exited with status 255; aborting\n`, exitCode: 124 };
    if (ran.exitCode === 126 || ran.exitCode === 127) return { stdout, stderr, exitCode: ran.exitCode };
    if (ran.exitCode !== 0) exitCode = 123;
  }
  return { stdout, stderr, exitCode };
};

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

function readXargs(args: readonly string[]): { readonly options: XargsOptions; readonly command: string[] } {
  const options: XargsOptions = {};
  let at = 0;
  const optionValue = (word: string, length: number) => word.slice(length) || (args[++at] ?? "");
  for (; at < args.length; at++) {
    const word = args[at] ?? "";
    if (!word.startsWith("-") || word === "-") break;
    if (word === "--") {
      at++;
      break;
    }
    if (/^-n/.test(word)) options.max = Number(optionValue(word, 2));
    else if (/^--max-args=/.test(word)) options.max = Number(word.slice(11));
    else if (/^-L/.test(word)) options.lines = Number(optionValue(word, 2));
    else if (/^-I/.test(word)) options.replace = optionValue(word, 2);
    else if (/^-i/.test(word) || /^--replace/.test(word))
      options.replace = word.replace(/^-i|^--replace=?/, "") || "{}";
    else if (/^-d/.test(word)) options.delimiter = readEscapes(optionValue(word, 2));
    else if (/^--delimiter=/.test(word)) options.delimiter = readEscapes(word.slice(12));
    else if (/^-[Ps]/.test(word)) optionValue(word, 2);
    else if (word === "--null") options.delimiter = "\0";
    else if (word === "--no-run-if-empty") options.noRunIfEmpty = true;
    else {
      const letters = word.slice(1);
      for (let i = 0; i < letters.length; i++) {
        if (letters[i] === "0") options.delimiter = "\0";
        if (letters[i] === "r") options.noRunIfEmpty = true;
        if (letters[i] === "t") options.trace = true;
        if (letters[i] !== "n" && letters[i] !== "I" && letters[i] !== "L") continue;
        const value = letters.slice(i + 1) || (args[++at] ?? "");
        if (letters[i] === "I") options.replace = value;
        else if (letters[i] === "n") options.max = Number(value);
        else options.lines = Number(value);
        break;
      }
    }
  }
  return { options, command: args.slice(at) };
}

const readEscapes = (text: string): string =>
  text.replace(/\\([nt0\\])/g, (_, letter: string) => ({ n: "\n", t: "\t", 0: "\0", "\\": "\\" })[letter] ?? letter);

function splitInput(input: string, { delimiter, replace }: XargsOptions): string[] {
  if (delimiter !== undefined) return linesOf(input, delimiter);
  if (replace !== undefined)
    return linesOf(input)
      .map((line) => line.trimStart())
      .filter((line) => line !== "");
  return Array.from(input.matchAll(/(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^\s"'\\])+/g), ([word]) =>
    word.replace(/"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])/g, (_, a, b, c) => a ?? b ?? c),
  );
}

function batchesOf(
  words: readonly string[],
  { max, lines, replace, noRunIfEmpty }: XargsOptions,
  input: string,
): (readonly string[])[] {
  if (replace !== undefined) return words.map((word) => [word]);
  if (words.length === 0) return noRunIfEmpty ? [] : [[]];
  if (lines !== undefined) {
    const all = linesOf(input)
      .map((line) => splitInput(line, {}))
      .filter((line) => line.length > 0);
    return Array.from({ length: Math.ceil(all.length / lines) }, (_, i) =>
      all.slice(i * lines, (i + 1) * lines).flat(),
    );
  }
  const size = max ?? words.length;
  return Array.from({ length: Math.ceil(words.length / size) }, (_, i) => words.slice(i * size, (i + 1) * size));
}
