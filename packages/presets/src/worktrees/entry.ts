import { lstatSync, type Stats } from "node:fs";

/** A name of git below a folder. */
export const placeOf = (folder: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, "latin1")]);

/** What is at a path, without following a link. Undefined if nothing is. */
export function entryAt(place: Buffer | string): Stats | undefined {
  try {
    return lstatSync(place);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export const isMissing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
