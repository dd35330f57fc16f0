import { dirname, resolve } from "node:path";
import { isInside, realPlace } from "@holdall/tool-kit/node";
import { UsageError } from "../../usage-error.ts";
import type { Settings } from "../read/settings.ts";

interface Named {
  /** As a flag names it; else the configuration, and then it starts from there. */
  readonly isFlag: boolean;
  /** What would be there: `The notes`. */
  readonly what: string;
  /** Where to put it instead. */
  readonly instead: string;
}

/** The real place of a folder that no file tool may reach. Throws UsageError for one below a root, and for one that holds a root. */
export function outsideOfRoots(
  folder: string,
  { cwd, file, root, moreRoots, backend }: Settings,
  { isFlag, what, instead }: Named,
): string {
  const place = resolve(isFlag || file === undefined ? cwd : dirname(file), folder);
  const real = realPlace(place) ?? place;
  const roots = backend ? [] : [root, ...moreRoots].map((each) => realPlace(each) ?? each);
  if (roots.some((each) => isInside(real, each) || isInside(each, real)))
    throw new UsageError(
      `${what} in ${place} would be inside the root, where the tools can change it.`,
      `Name a folder outside the root: ${instead}`,
    );
  return real;
}
