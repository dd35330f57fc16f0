import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { tempFolder } from "./temp.ts";

/** The repository root. */
export const root = join(import.meta.dirname, "../..");

interface BundleOptions {
  /** Entries that are files of their own beside the first, such as workers, by their names. */
  readonly beside?: Readonly<Record<string, string>>;
  /** A folder of packages that stay outside, and their names. */
  readonly outside?: { readonly folder: string; readonly names: readonly string[] };
}

/** Bundle a TypeScript entry as a published command would be: no types to strip, no sources to find, lazy imports stay lazy. */
export async function bundle(entry: string, { beside = {}, outside }: BundleOptions = {}): Promise<string> {
  const folder = tempFolder("bundle");
  if (outside) symlinkSync(outside.folder, join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await build({
    entryPoints: { main: entry, ...beside },
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    external: ["sharp", ...(outside?.names ?? [])],
    logLevel: "silent",
  });
  return join(folder, "main.js");
}

/** Bytes of a file after gzip. */
export function gzipped(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
