import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  readlinkSync,
  readSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import type { Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { errno, isSpecial } from "../_errors.ts";
import { chunkSize, yieldToEventLoop } from "../_yield.ts";
import { createDescent } from "../paths/_descent.ts";
import { openChild } from "../paths/_folder.ts";
import { lookAt, type ResolvedEntry } from "../paths/_path-guard.ts";
import { nearestNamed } from "../paths/_path-length.ts";
import { readFolder } from "../read/_read-folder.ts";
import { isScratch } from "./_scratch-names.ts";

/** Copy a file, a link or a folder to a free name, modes and times included, and compare every file with its copy. */
export async function copyTree(
  source: ResolvedEntry,
  target: ResolvedEntry,
  path: Path,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pause = createYield(signal);
  using from = createDescent(source.folder);
  using to = createDescent(target.folder);
  const visits: { readonly name: string; readonly names: readonly string[]; next: number }[] = [];
  const copy = async (name: string, fresh: string): Promise<void> => {
    const [old, copied] = [
      { ...source, folder: from.here, name },
      { ...target, folder: to.here, name: fresh },
    ];
    const stat = lookAt(old);
    const [at, free] = [old.folder.at(name), copied.folder.at(fresh)];
    if (stat?.isSymbolicLink()) symlinkSync(readlinkSync(at), free);
    else if (stat?.isFile()) await copyFile(old, copied, signal);
    else if (stat?.isDirectory()) {
      mkdirSync(free, Number(stat.mode) & 0o777);
      from.enter(name);
      to.enter(fresh);
      const found = await readFolder(from.here.at("."), pause);
      visits.push({ name, names: found.map((entry) => entry.name), next: 0 });
    } else if (stat) throw isSpecial(nearestNamed(path, [...visits.map((visit) => visit.name), name].slice(1)));
  };
  await copy(source.name, target.name);
  for (let here = visits.at(-1); here; here = visits.at(-1)) {
    await pause();
    const name = here.names[here.next++];
    if (name === undefined) {
      visits.pop();
      from.leave();
      to.leave();
    } else if (!isScratch(name)) await copy(name, name);
  }
}

async function copyFile(source: ResolvedEntry, target: ResolvedEntry, signal: AbortSignal | undefined): Promise<void> {
  const input = openChild(source.folder, source.name, constants.O_RDONLY);
  try {
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    const output = openChild(target.folder, target.name, O_RDWR | O_CREAT | O_EXCL, 0o600);
    try {
      const chunk = new Uint8Array(chunkSize);
      const check = new Uint8Array(chunkSize);
      for (let at = 0, count = -1; count !== 0; at += count) {
        count = readSync(input, chunk, 0, chunkSize, at);
        for (let done = 0; done < count; ) done += writeSync(output, chunk, done, count - done, at + done);
        const back = readSync(output, check, 0, count, at);
        if (Buffer.compare(chunk.subarray(0, count), check.subarray(0, back)) !== 0) throw errno("EIO");
        await yieldToEventLoop(signal);
      }
      const { mode, atime, mtime } = fstatSync(input);
      fchmodSync(output, mode & 0o7777);
      futimesSync(output, atime, mtime);
    } finally {
      closeSync(output);
    }
  } finally {
    closeSync(input);
  }
}
