import type { Execute } from "./command.ts";

/** `sort`, also of entries that end with NUL. */
export const sort: Execute = async (args, ctx) => {
  const { origCommand, exec, cwd, fs } = ctx;
  const at = args.findIndex((word) => word === "--zero-terminated" || /^-[a-zA-Z]*z[a-zA-Z]*$/.test(word));
  if (at < 0 || !origCommand || !exec)
    return origCommand ? origCommand([...args]) : { stdout: "", stderr: "", exitCode: 2 };
  const rest = args.flatMap((word, i) => (i !== at ? word : /^-z?$|^--/.test(word) ? [] : word.replace("z", "")));
  const files = rest.filter((word) => !word.startsWith("-"));
  const parts = await Promise.all(files.map((path) => fs.readFile(fs.resolvePath(cwd, path), "binary")));
  const stdin = (files.length > 0 ? parts.join("") : (ctx.stdin as unknown as string))
    .replaceAll("\n", "\u0001")
    .replaceAll("\0", "\n");
  const options = rest.filter((word) => word.startsWith("-"));
  const sorted = await exec("sort", { cwd, stdin, stdinKind: "bytes", args: options });
  const stdout = sorted.stdout.replaceAll("\n", "\0").replaceAll("\u0001", "\n");
  return { ...sorted, stdout };
};
