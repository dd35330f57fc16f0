import type { CommandContext } from "../command.ts";

/**
 * What is hidden below the folders of a recursive search, in folders that it does not exclude. The interpreter leaves that out, and
 * searches it if it is named.
 */
export async function hiddenBelow(
  folders: readonly string[],
  excluded: readonly string[],
  { fs, cwd }: CommandContext,
): Promise<string[]> {
  const patterns = excluded.map((glob) => new RegExp(`^${patternOf(glob)}$`, "su"));
  const found: string[] = [];
  const pending = [...folders];
  for (let at = 0; at < pending.length; at++) {
    const folder = pending[at] ?? "";
    const entries = await entriesOf(fs, fs.resolvePath(cwd, folder));
    for (const { name, isDirectory } of entries) {
      if (isDirectory && patterns.some((pattern) => pattern.test(name))) continue;
      const path = folder === "." ? name : `${folder.replace(/\/+$/, "")}/${name}`;
      if (name.startsWith(".")) found.push(path);
      if (isDirectory) pending.push(path);
    }
  }
  return found;
}

/** Nothing for files, and for folders that the search itself reports as not readable. */
const entriesOf = async (fs: CommandContext["fs"], path: string) => {
  try {
    return (await fs.readdirWithFileTypes?.(path)) ?? [];
  } catch {
    return [];
  }
};

/** A glob of `--exclude-dir` as a regular expression. */
const patternOf = (glob: string): string =>
  glob
    .replace(/\/+$/, "")
    .replaceAll(/[\\^$.+()|{}]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
