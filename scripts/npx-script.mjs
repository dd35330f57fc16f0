import { existsSync } from "node:fs";
import { win32 } from "node:path";

/** The script of npx on Windows: that of the npm which started this, else that of Node. A name without a folder would be looked up in the current folder. */
export function npxScript(npm, node, exists = existsSync) {
  const folders = [
    ...(npm && win32.isAbsolute(npm) ? [win32.dirname(npm)] : []),
    win32.join(win32.dirname(node), "node_modules/npm/bin"),
  ];
  return folders.map((folder) => win32.join(folder, "npx-cli.js")).find(exists);
}
