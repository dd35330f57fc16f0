import { comparePaths } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { SkillFile } from "../parse/skill.ts";

/** One hash for all files of a skill, in order of their paths. */
export async function hashFiles(files: readonly SkillFile[]): Promise<string> {
  const lines = [...files]
    .sort((a, b) => comparePaths(a.path, b.path))
    .map(({ path, size, sha256: digest }) => JSON.stringify([path, size, digest]));
  return `sha256:${await sha256Hex(lines.join("\n"))}`;
}
