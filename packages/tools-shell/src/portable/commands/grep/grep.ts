import { type CommandContext, type Execute, failed } from "../command.ts";
import { grepArguments } from "./grep-arguments.ts";
import { hiddenBelow } from "./hidden-files.ts";

/**
 * `grep`: all spellings of options and several patterns; names below `.` begin with `./`, and hidden files are searched, too.
 */
export const grep: Execute = async (args, ctx) => {
  const { options, files, excludedFolders, isRecursive, isNamed, isUnnamed, isSilent } = grepArguments(args);
  const hidden = isRecursive ? await hiddenBelow(files.length > 0 ? files : ["."], excludedFolders, ctx) : [];
  const places = hidden.length > 0 && files.length === 0 ? [".", ...hidden] : [...files, ...hidden];
  // With a second file, which is empty, the name of the first is told.
  const isAlone = isNamed && !isRecursive && places.length === 1;
  const all = isAlone ? [...places, "/dev/null"] : places;
  const result = await original(ctx, [...options, ...(all.length > 0 ? ["--", ...all] : [])]);
  const lines = result.stdout.split("\n");
  const told = isAlone ? lines.filter((line) => !/^\/dev\/null(?::0)?$/.test(line)) : lines;
  const isBelow = files.filter((word) => word === "." || word === "./").length === 1;
  const isShort = isRecursive && isBelow && !isUnnamed && !options.includes("-q");
  return {
    ...result,
    stdout: (isShort ? told.map((line) => (isPrefixed(line) ? line : `./${line}`)) : told).join("\n"),
    ...(isSilent && { stderr: "" }),
  };
};

const original = async ({ origCommand }: CommandContext, args: readonly string[]) =>
  origCommand ? origCommand([...args]) : failed("not available here", 127);

const isPrefixed = (line: string) =>
  line === "" || line === "--" || line.startsWith("./") || line.startsWith("Binary file ");
