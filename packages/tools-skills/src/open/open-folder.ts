import {
  type Backend,
  comparePaths,
  type Io,
  isWithin,
  joinPath,
  type Path,
  relativePath,
  ToolError,
} from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { type OpenedSkill, type SkillFile, skillLimits } from "../parse/skill.ts";
import { hashFiles } from "./hash-files.ts";

/** Files that are read at a time. */
const atOnce = 8;

/** Hash the folder of a skill, which is its real place. A link counts by where it points to, and is followed inside of the folder. */
export async function openFolder(
  backend: Backend,
  folder: Path,
  signal: AbortSignal | undefined,
): Promise<OpenedSkill> {
  const io: Io = { signal, judged: (_, real) => isWithin(real, folder) };
  const found: { readonly path: Path; readonly link?: string }[] = [];
  for await (const { path, kind, target = "" } of backend.list(folder, { recursive: true, signal })) {
    if (kind === "file") found.push({ path });
    if (kind === "symlink") found.push({ path, link: target });
    if (found.length > skillLimits.files)
      throw tooLarge(`${folder} has more than ${skillLimits.files} files, the limit for a skill.`);
  }
  found.sort((a, b) => comparePaths(a.path, b.path));
  const files: SkillFile[] = [];
  const links = new Set<string>();
  let bytes = 0;
  for (let from = 0; from < found.length; from += atOnce) {
    const some = found.slice(from, from + atOnce);
    const read = await Promise.all(
      some.map(async ({ path, link }) => {
        if (link !== undefined) return new TextEncoder().encode(`link: ${link}`);
        const left = skillLimits.bytes - bytes;
        const { bytes: content, size } = await backend.read(path, { ...io, range: { start: 0, end: left + 1 } });
        if (size > left) throw tooLarge(`${folder} has more than ${skillLimits.bytes} bytes, the limit for a skill.`);
        return content;
      }),
    );
    for (const [i, content] of read.entries()) {
      bytes += content.length;
      const path = relativePath(some[i]!.path, folder);
      if (some[i]!.link !== undefined) links.add(path);
      files.push({ path, size: content.length, sha256: await sha256Hex(content) });
    }
    if (bytes > skillLimits.bytes)
      throw tooLarge(`${folder} has more than ${skillLimits.bytes} bytes, the limit for a skill.`);
  }
  return {
    hash: await hashFiles(files),
    files,
    async read(path, reading) {
      const file = files.find((each) => each.path === path);
      if (!file) throw notInSkill(path);
      const { bytes: content } = await backend
        .read(joinPath(folder, path), { ...io, signal: reading })
        .catch((error) => {
          throw ToolError.is(error) && error.code === "stale" ? leadsOut(path) : error;
        });
      if (links.has(path)) {
        // What it leads to is in the folder, and so was hashed under its own path.
        const digest = await sha256Hex(content);
        if (files.some((each) => each.sha256 === digest)) return content;
      } else if ((await sha256Hex(content)) === file.sha256) return content;
      throw changed(path);
    },
  };
}

/** A file that a skill does not have. */
export const notInSkill = (path: string): ToolError =>
  new ToolError("not_found", `The skill has no file ${JSON.stringify(path.slice(0, 300))}.`, {
    hint: "Load the skill without `path` to see its files.",
  });

/** A file that changed since it was inspected. */
export const changed = (path: string): ToolError =>
  new ToolError("stale", `${path} has changed since the skill was opened. It is not shown.`, {
    hint: "Load the skill again.",
  });

const leadsOut = (path: string): ToolError =>
  new ToolError("permission_denied", `${path} is a link to a location outside the folder of the skill.`, {
    hint: "Tell the user to replace the link with the file itself.",
  });

const tooLarge = (message: string): ToolError =>
  new ToolError("too_large", message, { hint: "Tell the user; the skill cannot be loaded." });
