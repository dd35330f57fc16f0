import { statSync } from "node:fs";
import { type Path, ToolError } from "@holdall/tool-core";
import type { CommandCall } from "../_settings.ts";
import type { SessionShell } from "./session-shell.ts";

/** Why a command cannot run where it should; the session's shell goes back to where it began. */
export function missingCwd({ folder, isElsewhere }: CommandCall, shells: SessionShell, root: Path): ToolError {
  if (isElsewhere) {
    return new ToolError("not_found", `There is no folder ${folder}. Nothing was run.`, {
      hint: "Look for it, or leave cwd out.",
      data: { cwd: folder },
    });
  }
  shells.folder = root;
  return new ToolError("not_found", `${folder}, where the shell was, is gone. Nothing was run.`, {
    hint: `The shell is in ${root} now: call again from there.`,
    data: { cwd: root },
  });
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
