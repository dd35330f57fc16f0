import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { searchPath } from "../_environment.ts";

/** Where bash is. Throws `unavailable` with what to install. */
export function findBash(environment: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === "win32") {
    throw new ToolError("unavailable", "Commands cannot be run on Windows itself.", {
      hint: "Tell the user to start this program in WSL (`wsl --install`), where bash is.",
    });
  }
  const folders = [
    ...searchPath(environment.PATH).split(":"),
    "/bin",
    "/usr/bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
  ];
  const bash = folders.map((folder) => join(folder, "bash")).find(isExecutable);
  if (bash !== undefined) return bash;
  throw new ToolError("unavailable", "There is no bash on this machine, so commands cannot be run.", {
    hint: "Tell the user to install it: `apt-get install bash`, `apk add bash` or `brew install bash`.",
    data: { looked: folders },
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
