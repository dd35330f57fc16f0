import { ToolError } from "@holdall/tool-core";

/** A library that is installed by who wants it. Throws `unavailable` with the command that installs it. */
export async function optionalLibrary<T>(what: string, packages: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (ToolError.is(cause)) throw cause;
    throw new ToolError("unavailable", `${what} needs a library that is not installed.`, {
      hint: `Ask the user to run npm install ${packages}, or use CSV or JSON Lines.`,
      data: { packages: packages.split(" ") },
      cause,
    });
  }
}
