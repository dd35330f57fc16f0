import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { tempFolder } from "./temp.ts";

/** The repository root. */
export const root = join(import.meta.dirname, "../..");

/** Bundle a TypeScript entry as a published command would be: no types to strip, no sources to find, lazy imports stay lazy. */
export async function bundle(entry: string): Promise<string> {
  const folder = tempFolder("bundle");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await build({
    entryPoints: { main: entry },
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    external: ["sharp"],
    logLevel: "silent",
  });
  return join(folder, "main.js");
}

/** Bytes of a file after gzip. */
export function gzipped(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
