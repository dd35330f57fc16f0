import type { Path } from "@holdall/tool-core";

/** Why a path on disk is protected though its name does not say so: git's configuration or a link points to it. */
export function pointedReason(
  roots: readonly Path[],
): (path: string) => string | undefined | Promise<string | undefined> {
  let pointedReason: ((path: string) => string | undefined) | undefined;
  return (path) => {
    if (pointedReason) return pointedReason(path);
    return import("@holdall/sandbox").then(({ createPointedReason }) => {
      pointedReason ??= createPointedReason(roots);
      return pointedReason(path);
    });
  };
}
