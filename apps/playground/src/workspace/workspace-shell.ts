import type { Backend, Policy, Tool } from "@holdall/tool-core";
import { provideLibrary } from "@holdall/tool-kit/file-tools";
import { knowsFile, recordCommand } from "@holdall/tools-fs";
import { portableBash } from "@holdall/tools-shell/portable";
import { taskTools } from "@holdall/tools-tasks";

/** A shell on the files of a workspace, in the page, and the tools for its commands in the background. */
export function workspaceShell(backend: Backend): readonly Tool[] {
  provideLibrary("just-bash", () => import("just-bash/browser"));
  return [portableBash({ backend, isKnown: knowsFile, onChanges: recordCommand }), ...taskTools()] as readonly Tool[];
}

/** A command may run: it runs no programs, and each of its files is decided as one of a file tool. */
export const shellAllows: Policy = ({ tool, access }) =>
  tool.name === "bash" && (!access || access.action === "execute") ? { effect: "allow" } : undefined;
