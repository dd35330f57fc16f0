import { mkdirSync } from "node:fs";
import { nodeBackend } from "@holdall/backends-node";
import type { CodingOptions } from "@holdall/presets";
import { outsideOfRoots } from "../ownership/folder-outside-roots.ts";
import type { Settings } from "../read/settings.ts";

/**
 * Notes in a folder, made where there is none. Not below a root, where the file tools could write them past what notes say of
 * who wrote them.
 */
export function openMemory(folder: string, isFlag: boolean, settings: Settings): NonNullable<CodingOptions["memory"]> {
  const instead = "--memory ~/.local/share/holdall/notes";
  const root = outsideOfRoots(folder, settings, { isFlag, what: "The notes", instead });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return { backend: nodeBackend({ roots: [root], private: true }), root };
}
