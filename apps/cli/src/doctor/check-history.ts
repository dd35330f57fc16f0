import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { regeneratedFolders, regeneratedIfIgnored } from "@holdall/checkpoints";
import type { Preset } from "@holdall/presets";
import { historyFolder } from "../config/ownership/user-folder.ts";
import type { Finding } from "./finding.ts";

/** Where changes of sessions are recorded, and what is left out. */
export function checkHistory({ history, name: preset }: Preset, env: NodeJS.ProcessEnv): Finding[] {
  const name = "undo";
  if (!history) {
    if (preset === "readonly" || preset === "research") return [];
    const text = "changes of commands are not recorded: the configuration says history: false";
    return [{ name, state: "missing", text, fix: "leave history out of the configuration to record them" }];
  }
  const folder = historyFolder(env);
  const left = `left out: ${regeneratedFolders.join(", ")}; where ignore rules hide them: ${regeneratedIfIgnored.join(", ")}`;
  if (!isWritable(folder)) {
    const text = `changes are recorded in memory only, because ${folder} cannot be written; ${left}`;
    return [{ name, state: "missing", text, fix: "set XDG_STATE_HOME to a folder of yours" }];
  }
  return [{ name, state: "works", text: `changes of every call are recorded in ${folder}; ${left}` }];
}

function isWritable(folder: string): boolean {
  let at = folder;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  try {
    accessSync(at, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
