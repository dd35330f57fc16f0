import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { CodingOptions } from "@holdall/presets";
import { UsageError } from "../usage-error.ts";
import { isInside, realPlace } from "./real-path.ts";
import type { Settings } from "./settings.ts";

/**
 * Notes in a folder, made where there is none. Not below a root, where the file tools could write them past what notes say of
 * who wrote them.
 */
export function openMemory(
  folder: string,
  { file, root, moreRoots, backend }: Settings,
): NonNullable<CodingOptions["memory"]> {
  const place = resolve(file === undefined ? "." : dirname(file), folder);
  const real = realPlace(place) ?? place;
  const roots = backend ? [] : [root, ...moreRoots].map((each) => realPlace(each) ?? each);
  if (roots.some((each) => isInside(real, each) || isInside(each, real)))
    throw new UsageError(
      `The notes in ${place} would lie among the files of the tools.`,
      "Name a folder outside of the root: --memory ~/.local/share/holdall/notes",
    );
  mkdirSync(real, { recursive: true, mode: 0o700 });
  return { backend: nodeBackend({ roots: [real], private: true }), root: real };
}
