import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import type { SkillFile } from "@holdall/tools-skills";

/** The code of an extension as it was read: nothing else of its folder is part of it. */
export interface Code {
  /** `sha256:…` over the paths, sizes and contents of all files. */
  readonly hash: string;
  /** With paths from the folder. */
  readonly files: readonly SkillFile[];
  /** By absolute path, with links followed. */
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly entry: string;
}

const limits = { files: 512, bytes: 16_777_216 };

/**
 * Read a file and every file that a text in it, or in those, names by a path that starts with `./` or `../`: what it imports, and
 * data beside it. Throws for what lies outside of the folder, and above the limits; without a folder, the rest is not read.
 */
export async function readCode(file: string, folder?: string): Promise<Code> {
  const entry = realpathSync.native(file);
  const home = folder === undefined ? dirname(entry) : realpathSync.native(folder);
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (contents.has(path)) continue;
    if (folder !== undefined && !isInside(path, home)) throw outside(path, home);
    const content = readFileSync(path);
    bytes += content.length;
    if (contents.size >= limits.files || bytes > limits.bytes) {
      if (folder === undefined) break;
      throw tooLarge(file);
    }
    contents.set(path, content);
    waiting.push(...namedIn(content.toString("utf8"), dirname(path)));
  }
  const files = [...contents]
    .map(
      ([path, content]): SkillFile => ({
        path: relative(home, path).replaceAll(sep, "/"),
        size: content.length,
        sha256: createHash("sha256").update(content).digest("hex"),
      }),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const { hashFiles } = await import("@holdall/tools-skills");
  return { hash: await hashFiles(files), files, contents, entry };
}

/** Files that a text names. What is not there is refused when it is imported. */
function namedIn(text: string, folder: string): string[] {
  return [...text.matchAll(/(["'`])(\.\.?\/[^"'`\r\n]{1,400})\1/g)].flatMap(([, , path = ""]) => {
    const named = resolve(folder, path);
    return existsSync(named) && statSync(named).isFile() ? realpathSync.native(named) : [];
  });
}

const outside = (path: string, home: string) =>
  new ToolError("permission_denied", `${path} is outside of ${home}, so it cannot be part of the code of this folder.`);

const tooLarge = (file: string) =>
  new ToolError("too_large", `${file} names more than ${limits.files} files, or 16 MiB, as its code.`);
