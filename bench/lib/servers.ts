import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./bundle.ts";

const require = createRequire(import.meta.url);

/** The arguments that start the official filesystem server on a folder. */
export function officialServer(folder: string): string[] {
  const manifest = require.resolve("@modelcontextprotocol/server-filesystem/package.json");
  return [join(manifest, "../dist/index.js"), folder];
}

/** The arguments that start our server on a folder, from a fresh build. */
export function ourServer(folder: string, preset = "minimal"): string[] {
  return [builtCommand(), "serve", "--preset", preset, "--root", folder];
}

/** The arguments that start a server with one tool and no dependencies. */
export const zeroServer = [join(import.meta.dirname, "../fixtures/zero-server.mjs")];

let built = false;

/** The built `holdall` command, built again as it may have changed. */
export function builtCommand(): string {
  const file = join(root, "apps/cli/dist/main.js");
  if (built) return file;
  const build = [join(root, "scripts/build-command.ts")];
  const { status, stdout, stderr } = spawnSync(process.execPath, build, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`apps/cli could not be built:\n${stdout}${stderr}`.trim());
  built = true;
  return file;
}
