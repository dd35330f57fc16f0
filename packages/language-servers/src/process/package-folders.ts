import { existsSync } from "node:fs";
import { sep } from "node:path";

/**
 * Get the folders of the packages that contain the words of a command. A sandbox shows them although it hides the folders
 * around them, such as the folder for temporary files.
 */
export function packageFolders(argv: readonly string[]): string[] {
  const inside = `${sep}node_modules${sep}`;
  const folders = argv.flatMap((word) => {
    const at = word.indexOf(inside);
    return at > 0 && existsSync(word) ? [word.slice(0, at + inside.length - 1)] : [];
  });
  return [...new Set(folders)];
}
