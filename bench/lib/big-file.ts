import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./temp.ts";

export interface BigFile {
  readonly path: string;
  readonly bytes: number;
  /** The first line of the page in the middle, 1-based, and what it says. */
  readonly middle: { readonly line: number; readonly text: string };
  /** The byte where line `line` starts. */
  offset(line: number): number;
}

const linesPerBlock = 16_384;

/** Write a text file of about `megabytes`, lines of 8 to 119 characters, removed when the process ends. */
export function bigFile(megabytes: number): BigFile {
  const path = join(tempFolder("big"), "big.txt");
  const lengths = Array.from({ length: linesPerBlock }, (_, index) => 8 + ((index * 7919) % 112));
  const block = Buffer.from(lengths.map((length, index) => `${words(index, length)}\n`).join(""));
  const starts = [0];
  for (const length of lengths) starts.push(starts.at(-1)! + length + 1);
  const blocks = Math.ceil((megabytes * 1024 * 1024) / block.length);
  const handle = openSync(path, "w");
  for (let index = 0; index < blocks; index++) {
    block.write(label(index), 0, "latin1");
    writeSync(handle, block);
  }
  closeSync(handle);
  const half = blocks >> 1;
  return {
    path,
    bytes: blocks * block.length,
    middle: { line: half * linesPerBlock + 1, text: label(half) },
    offset: (line) => Math.floor((line - 1) / linesPerBlock) * block.length + starts[(line - 1) % linesPerBlock]!,
  };
}

/** Eight characters that say which block this is. */
const label = (block: number): string => `b${String(block).padStart(7, "0")}`;

function words(seed: number, length: number): string {
  const text =
    "const value = compute(item, index) + offset; // keep the sum of what was seen so far, line by line, to the end; ";
  const from = seed % text.length;
  return (text + text + text).slice(from, from + length);
}
