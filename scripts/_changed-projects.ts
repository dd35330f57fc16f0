import { exec } from "./_process.ts";

const folders: readonly (readonly [pattern: RegExp, project: string])[] = [
  [/^(?:packages|apps)\/([^/]+)\//, ""],
  [/^scripts\/docs\/|^docs\/|^README\.md$/, "docs"],
  [/^(scripts|examples|bench|eval)\//, ""],
];

/**
 * The test projects with files that are not committed, or else with those of the last commit. Tests of other projects that
 * use them are left to a whole run.
 */
export async function changedProjects(root: string): Promise<string[]> {
  const git = async (...args: string[]) => (await exec("git", args, root)).output.split("\n").filter(Boolean);
  const open = [
    ...(await git("diff", "--name-only", "HEAD")),
    ...(await git("ls-files", "--others", "--exclude-standard")),
  ];
  const files = open.length > 0 ? open : await git("diff", "--name-only", "HEAD~1", "HEAD");
  const found = files.flatMap((file) => {
    const hit = folders.find(([pattern]) => pattern.test(file));
    return hit ? [hit[1] || (hit[0].exec(file)?.[1] ?? "")] : [];
  });
  return [...new Set(found)].sort();
}
