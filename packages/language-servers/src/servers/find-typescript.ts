import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findProgram, hostPlatform, isWindows, programAt, resolveOptional } from "@holdall/tool-kit/node";
import { programEnvironment } from "../process/environment.ts";
import type { ServerPlace } from "../server-definition.ts";

/**
 * Find TypeScript 7 as a program: the installed package, else `tsc` or `tsgo` on the `PATH` outside of the project. Undefined
 * if there is none, or only an older version.
 */
export async function findTypescript({ roots }: ServerPlace): Promise<readonly string[] | undefined> {
  return installed() ?? (await onPath(roots));
}

function installed(): readonly string[] | undefined {
  try {
    const manifest = resolveOptional("typescript/package.json", import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
    if (Number.parseInt(version, 10) < 7) return undefined;
    // The program itself, without the script around it, which would be one process more.
    const platform = `@typescript/typescript-${hostPlatform()}-${process.arch}/package.json`;
    const binary = resolveOptional(platform, manifest);
    const name = isWindows() ? "tsc.exe" : "tsc";
    const file = join(dirname(binary), "lib", name);
    return programAt(file) ? [file] : undefined;
  } catch {
    // It is not installed.
    return undefined;
  }
}

async function onPath(roots: readonly string[]): Promise<readonly string[] | undefined> {
  for (const name of ["tsgo", "tsc"]) {
    const file = findProgram(name, { outside: roots });
    if (!file) continue;
    const { stdout } = await promisify(execFile)(file, ["--version"], {
      env: programEnvironment(),
      timeout: 10_000,
    }).catch(() => ({ stdout: "" }));
    if (/\b([7-9]|\d\d+)\.\d+/.test(stdout)) return [file];
  }
  return undefined;
}
