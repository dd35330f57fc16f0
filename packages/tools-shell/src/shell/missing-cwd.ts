import { statSync } from "node:fs";
import { type Path, ToolError } from "@holdall/tool-core";
import type { CommandCall } from "../_settings.ts";
import type { SessionShell } from "./session-shell.ts";

/** Why a command cannot run where it should; the session's shell goes back to where it began. */
export function missingCwd({ folder, isElsewhere }: CommandCall, shells: SessionShell, root: Path): ToolError {
  if (isElsewhere) {
    return new ToolError("not_found", `There is no folder ${folder}. Nothing was run.`, {
      hint: "Find the right path, or omit cwd.",
      data: { cwd: folder },
    });
  }
  shells.folder = root;
  return new ToolError("not_found", `The shell's folder ${folder} no longer exists. Nothing was run.`, {
    hint: `The shell is now in ${root}. Call again from there.`,
    data: { cwd: root },
  });
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
