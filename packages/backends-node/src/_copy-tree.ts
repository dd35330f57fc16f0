import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  readSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import type { Path } from "@holdall/tool-core";
import { errno, isSpecial } from "./_errors.ts";
import { type OpenFolder, openChild } from "./_folder.ts";
import { lookAt, type Place } from "./_gate.ts";
import { childPath } from "./_host-path.ts";
import { isScratch } from "./_scratch-names.ts";
import { chunkSize, takeBreath } from "./_turns.ts";

/** Copy a file, a link or a folder to a free name, modes and times included, and compare every file with its copy. */
export async function copyTree(
  openFolder: OpenFolder,
  source: Place,
  target: Place,
  path: Path,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stat = lookAt(source);
  const [from, to] = [source.folder.at(source.name), target.folder.at(target.name)];
  if (stat?.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stat?.isFile()) await copyFile(source, target, signal);
  else if (stat?.isDirectory()) {
    mkdirSync(to, Number(stat.mode) & 0o777);
    using folder = openFolder(from, { follow: false });
    using copy = openFolder(to, { follow: false });
    for (const name of readdirSync(folder.at("."))) {
      if (isScratch(name)) continue;
      const [child, fresh] = [folder, copy].map((inside) => ({ ...source, folder: inside, name })) as [Place, Place];
      await copyTree(openFolder, child, fresh, childPath(path, name), signal);
    }
  } else if (stat) throw isSpecial(path);
}

async function copyFile(source: Place, target: Place, signal: AbortSignal | undefined): Promise<void> {
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
        await takeBreath(signal);
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
