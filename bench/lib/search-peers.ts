import { spawn } from "node:child_process";
import { once } from "node:events";
import { rgPath } from "@vscode/ripgrep";
import { ripgrep as wasmRipgrep } from "ripgrep";

/** A line that ripgrep found, as a program needs it. */
export interface PeerRow {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const grepArguments = ["--no-config", "--no-heading", "--line-number", "--color=never"];

/** The rows that a spawned ripgrep 15 prints for a pattern below a folder, parsed. */
export async function rgRows(folder: string, pattern: string): Promise<PeerRow[]> {
  return rowsOf(await spawned([...grepArguments, "--null", "-e", pattern, "."], folder));
}

/** The same, stopped as soon as it has printed `limit` lines. */
export async function rgFirstRows(folder: string, pattern: string, limit: number): Promise<PeerRow[]> {
  return rowsOf(await spawned([...grepArguments, "--null", "-e", pattern, "."], folder, limit)).slice(0, limit);
}

/** All files that ripgrep would search, dot files too, with more arguments. */
export async function rgFiles(folder: string, ...more: readonly string[]): Promise<string[]> {
  const text = await spawned(["--no-config", "--files", "--hidden", "-g", "!.git", ...more, "."], folder);
  return text.split("\n").slice(0, -1);
}

/** The same rows by ripgrep's WebAssembly build, in this process. */
export async function wasmRows(folder: string, pattern: string): Promise<PeerRow[]> {
  const { code, stdout, stderr } = await wasmRipgrep([...grepArguments, "--null", "-e", pattern, "."], {
    buffer: true,
    preopens: { ".": folder },
  });
  if (code !== 0) throw new Error(`The WebAssembly build ended with ${code}: ${stderr}`);
  return rowsOf(stdout);
}

/** What ripgrep prints; with `mostLines` it is stopped once it has printed as many. */
async function spawned(args: readonly string[], cwd: string, mostLines = Number.POSITIVE_INFINITY): Promise<string> {
  const child = spawn(rgPath, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const chunks: Buffer[] = [];
  let lines = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (mostLines === Number.POSITIVE_INFINITY) return;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    if (lines >= mostLines) child.kill();
  });
  const [code] = await once(child, "close");
  if (code !== 0 && lines < mostLines) throw new Error(`rg ${args.join(" ")} ended with ${code}`);
  return Buffer.concat(chunks).toString();
}

function rowsOf(text: string): PeerRow[] {
  const rows: PeerRow[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const zero = text.indexOf("\0", at);
    const colon = text.indexOf(":", zero);
    if (end < 0 || zero < 0) break;
    rows.push({
      path: text.slice(at, zero),
      line: Number(text.slice(zero + 1, colon)),
      text: text.slice(colon + 1, end),
    });
    at = end + 1;
  }
  return rows;
}
