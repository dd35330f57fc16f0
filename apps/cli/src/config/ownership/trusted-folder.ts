import { existsSync } from "node:fs";
import { join } from "node:path";
import { isInside, realPlace } from "@holdall/tool-kit/node";
import { foreignReason } from "./ownership.ts";
import { homeFolder, userFolder } from "./user-folder.ts";

/**
 * A folder with code in the user's own, if it is there and no other process can have put something there: not by writing to it,
 * nor by a project that brings it along.
 */
export function ownCodeFolder(
  name: "node_modules" | "tools",
  worked: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  const user = userFolder(env);
  const [place, home] = [realPlace(user), realPlace(homeFolder(env))];
  const code = join(user, name);
  if (place === undefined || !existsSync(code)) return undefined;
  if ([user, code].some((each) => foreignReason(each) !== undefined)) return undefined;
  const isOwn = worked.every((each) => {
    const real = realPlace(each);
    return real !== undefined && (!isInside(place, real) || (home !== undefined && isInside(home, real)));
  });
  return isOwn ? code : undefined;
}
