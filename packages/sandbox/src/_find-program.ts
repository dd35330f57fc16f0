import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where a program is, on the PATH of this process; never in a relative folder. Undefined when it is nowhere. */
export function findProgram(name: string, path = process.env.PATH ?? ""): string | undefined {
  const places = isAbsolute(name)
    ? [name]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
