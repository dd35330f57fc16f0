import { comparePaths } from "@holdall/tool-core";
import type { SkillFile } from "./skill.ts";

/** SHA-256 in hexadecimal digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One hash for all files of a skill, in order of their paths. */
export async function hashFiles(files: readonly SkillFile[]): Promise<string> {
  const lines = [...files]
    .sort((a, b) => comparePaths(a.path, b.path))
    .map(({ path, size, sha256: digest }) => JSON.stringify([path, size, digest]));
  return `sha256:${await sha256(new TextEncoder().encode(lines.join("\n")))}`;
}
