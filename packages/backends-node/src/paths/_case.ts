import { lstatSync, opendirSync } from "node:fs";

const enough = 20;

/**
 * True if `A` and `a` are two files in this folder. Tested with an existing name in the other case; nothing is written.
 */
export function isCaseSensitive(host: string): boolean {
  using folder = opendirSync(host);
  for (let i = 0; i < enough; i++) {
    const name = folder.readSync()?.name;
    if (name === undefined) break;
    if (swapCase(name) !== name) return !isSameFile(`${host}/${name}`, `${host}/${swapCase(name)}`);
  }
  return !isSameFile(host, swapCase(host));
}

const swapCase = (name: string): string => (name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase());

function isSameFile(host: string, other: string): boolean {
  if (host === other) return false;
  const [a, b] = [host, other].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
