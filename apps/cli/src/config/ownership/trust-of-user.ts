import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SkillTrust } from "@holdall/tools-skills";
import { userFolder } from "./user-folder.ts";

/** Where the hashes are kept that the user trusts: of skills, and of extensions of a checkout. */
export const trustFile = (env: NodeJS.ProcessEnv): string => join(userFolder(env), "skill-trust.json");

/** What the user trusts by its content, kept with the user's own settings, where no tool may write. */
export async function trustOfUser(env: NodeJS.ProcessEnv): Promise<SkillTrust> {
  const folder = userFolder(env);
  const [{ fileSkillTrust, memorySkillTrust }, { nodeBackend }] = await Promise.all([
    import("@holdall/tools-skills"),
    import("@holdall/backends-node"),
  ]);
  const open = () => fileSkillTrust({ backend: nodeBackend({ roots: folder, private: true }), path: trustFile(env) });
  if (existsSync(folder)) return open();
  const nothing = memorySkillTrust();
  return {
    get: nothing.get,
    async set(place, pin) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await open().set(place, pin);
    },
  };
}
