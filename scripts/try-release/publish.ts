import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { exec } from "../_process.ts";
import { type Package, readWorkspace } from "../_workspace.ts";

/** Release a copy of the workspace as RELEASING.md says, to the registry of `env`. Returns what was published. */
export async function publishCopy(
  from: string,
  to: string,
  env: NodeJS.ProcessEnv,
  log: (text: string) => void,
): Promise<Package[]> {
  const step = async (command: string, args: readonly string[], cwd: string, more = {}): Promise<string> => {
    const { code, output } = await exec(command, args, cwd, more);
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output}`);
    return output;
  };
  const listed = await step("git", ["ls-files", "-z", "-co", "--exclude-standard", "--deduplicate"], from);
  for (const file of listed.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file), { verbatimSymlinks: true });
  }
  await step("git", ["init", "-q", "-b", "main"], to);
  log("installing the workspace");
  await step("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], to);
  // The workspace brings a Node for Linux only.
  const own = join(to, "node_modules/.bin/node");
  const node = existsSync(own) ? own : process.execPath;
  log("writing versions");
  await step(node, ["scripts/version.ts"], to);
  const person = ["-c", "user.name=stranger", "-c", "user.email=stranger@localhost"];
  await step("git", ["add", "-A"], to);
  await step("git", [...person, "commit", "-qm", "Release"], to);
  log("building, packing and publishing");
  const committer = { GIT_COMMITTER_NAME: "stranger", GIT_COMMITTER_EMAIL: "stranger@localhost" };
  await step(node, ["scripts/release.ts"], to, { ...env, ...committer });
  return readWorkspace(to).filter(({ manifest }) => manifest.private !== true);
}
