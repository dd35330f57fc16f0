import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { McpSkillServer } from "@holdall/mcp/client";
import type { Backend } from "@holdall/tool-core";
import type { Skills } from "@holdall/tools-skills";
import { trustOfUser } from "../ownership/trust-of-user.ts";
import { homeFolder, userFolder } from "../ownership/user-folder.ts";
import type { Settings } from "../read/settings.ts";

/** Where skills are in a project, and in the user's home. */
const names = [".agents/skills", ".claude/skills"];

export interface SkillPlaces {
  /** Where the files of the project live when not on disk. */
  readonly backend: Backend | undefined;
  /** The servers that have skills now; undefined where there are no servers. */
  readonly servers: (() => readonly McpSkillServer[]) | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Skills of the user's own folders, of folders that a configuration names, of the project, and of MCP servers. Those of the project and
 * of servers wait for the user. Undefined where there is no place for skills at all, so that nothing of them loads.
 */
export async function findSkills(
  { cwd, file, config, root, moreRoots }: Settings,
  { backend, servers, env }: SkillPlaces,
): Promise<Skills | undefined> {
  const { enabled = true, folders = [] } = config.skills ?? {};
  if (!enabled) return undefined;
  const home = homeFolder(env);
  const named = folders.map((folder) => resolve(file ? dirname(file) : cwd, folder.replace(/^~(?=\/|$)/, home)));
  const own = [...named, join(userFolder(env), "skills"), ...names.map((name) => join(home, name))].filter((folder) =>
    existsSync(folder),
  );
  const roots = [root, ...moreRoots];
  const ofProject = roots.flatMap((each) => names.map((name) => ({ base: each, folder: join(each, name) })));
  const inProject = backend ? ofProject : ofProject.filter(({ folder }) => existsSync(folder));
  if (own.length === 0 && inProject.length === 0 && !servers) return undefined;

  const [{ mcpSkills, openSkills, skillFolder }, { nodeBackend }] = await Promise.all([
    import("@holdall/tools-skills"),
    import("@holdall/backends-node"),
  ]);
  const disk =
    own.length > 0 || (!backend && inProject.length > 0)
      ? nodeBackend({ roots: [home, ...own, ...(backend ? [] : roots)].filter((folder) => existsSync(folder)) })
      : undefined;
  const project = backend ?? disk;
  const sources = [
    ...inProject.flatMap(({ base, folder }) =>
      project ? [skillFolder({ backend: project, root: folder, scope: "project", linksWithin: base })] : [],
    ),
    ...own.flatMap((folder) => (disk ? [skillFolder({ backend: disk, root: folder, scope: "user" })] : [])),
    ...(servers ? [mcpSkills(servers)] : []),
  ];
  return await openSkills({ sources, trust: await trustOfUser(env) });
}
