import { existsSync } from "node:fs";
import { sep } from "node:path";

/**
 * The folders of packages that a command's words lie in: a sandbox shows them though it hides what is around them, such as
 * the folder for temporary files.
 */
export function packageFolders(argv: readonly string[]): string[] {
  const inside = `${sep}node_modules${sep}`;
  const folders = argv.flatMap((word) => {
    const at = word.indexOf(inside);
    return at > 0 && existsSync(word) ? [word.slice(0, at + inside.length - 1)] : [];
  });
  return [...new Set(folders)];
}
