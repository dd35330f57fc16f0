import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { tempFolder } from "./_temp.ts";

/** The repository root. */
export const root = join(import.meta.dirname, "..");

export interface Bundle {
  readonly file: string;
  /** Bytes after minifying and gzip. */
  readonly gzipped: number;
}

/** Bundle a TypeScript entry into one file, as a published package would be loaded: no types to strip, no sources to find. */
export async function bundle(entry: string, options: { minify?: boolean } = {}): Promise<Bundle> {
  const file = join(tempFolder("bundle"), "out.mjs");
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    minify: options.minify ?? true,
    write: false,
    logLevel: "silent",
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild made nothing of ${entry}.`);
  writeFileSync(file, output.contents);
  return { file, gzipped: gzipSync(output.contents, { level: 9 }).length };
}
