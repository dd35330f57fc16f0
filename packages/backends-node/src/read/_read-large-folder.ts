import { type Dirent, opendirSync } from "node:fs";
import type { Pause } from "../_yield.ts";

/** Names between two looks at the clock. */
const namesATime = 512;

/** What is in a folder, by name, piece by piece: the system would sort and give all of it at once. */
export async function readLarge(at: string, pause: Pause): Promise<Dirent[]> {
  using folder = opendirSync(at, { bufferSize: namesATime });
  const found: Dirent[] = [];
  for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
    if (found.push(entry) % namesATime === 0) await pause();
  }
  return sortInTurns(found, (a, b) => (a.name < b.name ? -1 : 1), pause);
}

/** Items in order, a piece at a time: sorting all of them at once would keep others waiting. */
async function sortInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number, pause: Pause): Promise<T[]> {
  let runs: T[][] = [];
  for (let i = 0; i < items.length; i += 4 * namesATime) {
    runs.push(items.slice(i, i + 4 * namesATime).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i]!, runs[i + 1] ?? [], compare, pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(a: T[], b: T[], compare: (a: T, b: T) => number, pause: Pause): Promise<T[]> {
  const merged: T[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    merged.push(j >= b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0) ? a[i++]! : b[j++]!);
    if (merged.length % (8 * namesATime) === 0) await pause();
  }
  return merged;
}
