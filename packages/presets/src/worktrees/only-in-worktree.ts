import { readdirSync } from "node:fs";
import { placeOf } from "./entry.ts";
import { fieldsOf, type GitRun, git } from "./git.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * What a working tree has that no snapshot of it holds: ignored files, other repositories, and files in the folders of submodules,
 * which are empty in a worktree. Names in latin1; a folder stands for all that is in it.
 */
export async function onlyInWorktree(
  run: GitRun,
  { nested, submodules }: Pick<Snapshot, "nested" | "submodules">,
): Promise<string[]> {
  const { cwd = "/" } = run;
  const words = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const ignored = fieldsOf(await git(run, words));
  const filled = submodules.map((name) => `${name}/`);
  const candidates = [...ignored, ...filled].filter(
    (name) => !name.endsWith("/") || holdsFile(placeOf(cwd, name.slice(0, -1))),
  );
  return [...new Set([...candidates, ...nested.map((name) => `${name}/`)])];
}

/** Whether anything but folders is below a folder. Those that commands are shown instead of are empty. */
function holdsFile(folder: Buffer): boolean {
  return readdirSync(folder, { withFileTypes: true, encoding: "buffer" }).some(
    (entry) => !entry.isDirectory() || holdsFile(Buffer.concat([folder, Buffer.from("/"), entry.name])),
  );
}
