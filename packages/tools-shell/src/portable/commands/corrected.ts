import { type CommandContext, type Execute, failed } from "./command.ts";
import { inputOf } from "./operands.ts";

/** The command of the interpreter that one of these stands in for. */
const original = async ({ origCommand }: CommandContext, args: readonly string[]) =>
  origCommand ? origCommand([...args]) : failed("not available here", 127);

const oneLine = /^(\s*(?:(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)(?:,(?:\d+|\$|\/(?:[^/\\]|\\.)*\/))?)?\s*[aic])\\(?=[^\n])/;

/** `sed`: `a\text` on one line, and `-i.bak`, which keeps the old file. */
export const sed: Execute = async (args, ctx) => {
  const { fs, cwd } = ctx;
  const given: string[] = [];
  let suffix: string | undefined;
  for (const word of args) {
    const kept = /^(?:-i|--in-place=)(.+)$/.exec(word)?.[1];
    if (kept !== undefined) {
      suffix = kept;
      given.push("-i");
    } else given.push(word.replace(oneLine, "$1 "));
  }
  if (suffix !== undefined) {
    const words = given.filter((word, i) => !word.startsWith("-") && given[i - 1] !== "-e" && given[i - 1] !== "-f");
    const files = given.includes("-e") || given.includes("-f") ? words : words.slice(1);
    for (const file of files) {
      const path = fs.resolvePath(cwd, file);
      if (await fs.exists(path)) await fs.cp(path, path + suffix);
    }
  }
  return original(ctx, given);
};

/** `nl`: empty lines are as wide as numbers. */
export const nl: Execute = async (args, ctx) => {
  const result = await original(ctx, args);
  return { ...result, stdout: result.stdout.replace(/^ {6}\t$/gm, "       ") };
};

/** `bash` and `sh`: also with `-s`, and with `-n`, which only reads the script. */
export const bash: Execute = async (args, ctx) => {
  const { exec, fs, cwd } = ctx;
  if (args[0] === "-s" && exec) return original(ctx, ["-c", inputOf(ctx), "bash", ...args.slice(1)]);
  const options = args.findIndex((word) => !/^-[a-z]+$/.test(word));
  const letters = args.slice(0, Math.max(0, options)).join("");
  if (letters.includes("n") && !letters.includes("c") && exec) {
    const script = await fs.readFile(fs.resolvePath(cwd, args[options] ?? "")).catch(() => undefined);
    if (script === undefined) return failed(`bash: ${args[options] ?? ""}: No such file or directory`, 127);
    const checked = await exec(`if false; then\n${script}\nfi`, { cwd });
    return checked.exitCode === 2
      ? { stdout: "", stderr: checked.stderr, exitCode: 2 }
      : { stdout: "", stderr: "", exitCode: 0 };
  }
  return original(ctx, args);
};
