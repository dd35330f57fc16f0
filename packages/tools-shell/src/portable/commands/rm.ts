import { type Execute, failed, readOptions } from "./command.ts";

/** `rm`: also with `-f`, what may not be removed is an error. */
export const rm: Execute = async (args, { fs, cwd }) => {
  const { flags, rest } = readOptions(args);
  const has = (...names: string[]) => names.some((name) => flags.has(name));
  const [force, recursive] = [has("f", "force"), has("r", "R", "recursive")];
  if (rest.length === 0) return force ? { stdout: "", stderr: "", exitCode: 0 } : failed("rm: missing operand");
  let [stdout, stderr] = ["", ""];
  for (const path of rest) {
    const whole = fs.resolvePath(cwd, path);
    const name = path.replace(/\/+$/, "").split("/").at(-1);
    if (name === "." || name === "..") {
      stderr += `rm: refusing to remove '.' or '..' directory: skipping '${path}'\n`;
      continue;
    }
    try {
      const stat = await fs.lstat(whole);
      if (stat.isDirectory && !recursive) {
        const isEmpty = has("d", "dir") && (await fs.readdir(whole)).length === 0;
        if (!isEmpty) {
          stderr += `rm: cannot remove '${path}': Is a directory\n`;
          continue;
        }
      }
      await fs.rm(whole, { recursive });
      if (has("v", "verbose")) stdout += `removed ${stat.isDirectory ? "directory " : ""}'${path}'\n`;
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (code === "") throw error;
      if (code !== "ENOENT") stderr += `rm: cannot remove '${path}': ${reasons[code] ?? (error as Error).message}\n`;
      else if (!force) stderr += `rm: cannot remove '${path}': No such file or directory\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  ENOTEMPTY: "Directory not empty",
};
