import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { isWindows } from "@holdall/tool-kit/node";
import { searchPath } from "../_environment.ts";

/** Where bash is, by the PATH and where systems have it. Throws `unavailable` with what to install. */
export function findBash(environment: NodeJS.ProcessEnv = process.env): string {
  if (isWindows()) {
    throw new ToolError("unavailable", "Commands cannot run directly on Windows.", {
      hint: "Tell the user to start this program in WSL (`wsl --install`), which has bash, or to use the portable shell (`--shell portable`).",
    });
  }
  const folders = [...ownPath(environment.PATH).split(":"), "/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];
  const bash = folders.map((folder) => join(folder, "bash")).find(isExecutable);
  if (bash !== undefined) return bash;
  throw new ToolError("unavailable", "bash was not found on this machine, so commands cannot run.", {
    hint: "Tell the user to install it: `apt-get install bash`, `apk add bash` or `brew install bash`; or to use the portable shell (`--shell portable`).",
    data: { looked: folders },
  });
}

/**
 * The PATH for what starts before any sandbox, and must be no program that the files bring along: without a `node_modules`,
 * as npm puts those of a project in front, and without what lies in the folder of this process.
 */
export function ownPath(path: string | undefined, here = process.cwd()): string {
  const isElsewhere = (folder: string) =>
    !/(^|\/)node_modules(\/|$)/.test(folder) && (here === "/" || !`${folder}/`.startsWith(`${here}/`));
  return searchPath(searchPath(path).split(":").filter(isElsewhere).join(":"));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
