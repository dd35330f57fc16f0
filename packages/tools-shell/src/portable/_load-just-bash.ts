import { ToolError } from "@holdall/tool-core";

/** The interpreter: a peer that is installed by those who use the portable shell. */
export type JustBash = Pick<typeof import("just-bash"), "Bash" | "InMemoryFs" | "defineCommand" | "getCommandNames">;

/** Load the interpreter. Throws `unavailable` with the package to install. */
export async function loadJustBash(): Promise<JustBash> {
  try {
    return await import("just-bash");
  } catch (cause) {
    throw new ToolError("unavailable", "The portable shell needs the package just-bash, which is not installed.", {
      hint: "Tell the user: npm install just-bash.",
      cause,
    });
  }
}

/** Commands of the interpreter that its build for browsers does not have. */
export const commandsOutsideOfPages: readonly string[] = ["tar", "sqlite3", "yq", "xan"];
