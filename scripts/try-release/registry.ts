import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { exec } from "../_process.ts";

/** The one that was tried. `node-fetch` is asked for by a tag that some mirrors of the registry do not have. */
const manifest = { private: true, dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.7.0" } };

export interface LocalRegistry {
  readonly url: string;
  /** Variables for npm, pnpm and bun: this registry, a login that it accepts, and caches of their own. */
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/** Start a registry that holds this workspace's packages and passes everything else on to the one that npm is set up for. */
export async function startRegistry(folder: string, log: (text: string) => void): Promise<LocalRegistry> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const upstream = (await exec("npm", ["config", "get", "registry"], folder)).output.match(/^https?:\S+$/m)?.[0];
  if (upstream === undefined) throw new Error("npm has no registry: `npm config get registry` prints no address.");
  log("installing verdaccio");
  const installed = await exec("npm", ["install", "--no-audit", "--no-fund"], folder);
  if (installed.code !== 0) throw new Error(`verdaccio does not install:\n${installed.output}`);
  writeFileSync(join(folder, "config.yaml"), configOf(upstream));
  const port = await freePort();
  const args = [join(folder, "node_modules/verdaccio/bin/verdaccio"), "-c", "config.yaml", "-l", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const url = `http://127.0.0.1:${port}/`;
  await ready(child, url);
  const npmrc = join(folder, "stranger.npmrc");
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=stranger\naudit=false\nfund=false\n`);
  const env = {
    npm_config_registry: url,
    npm_config_userconfig: npmrc,
    npm_config_cache: join(folder, "npm-cache"),
    BUN_CONFIG_REGISTRY: url,
    BUN_INSTALL_CACHE_DIR: join(folder, "bun-cache"),
    NEXT_TELEMETRY_DISABLED: "1",
  };
  return { url, env, close: () => void child.kill() };
}

const configOf = (upstream: string): string => `storage: ./storage
uplinks:
  upstream: { url: "${upstream}", timeout: 60s, maxage: 1h }
packages:
  "@holdall/*": { access: $all, publish: $all }
  holdall: { access: $all, publish: $all }
  "**": { access: $all, proxy: upstream }
max_body_size: 100mb
log: { type: stdout, level: error }
`;

async function ready(child: ChildProcess, url: string): Promise<void> {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`verdaccio ended with code ${child.exitCode}:\n${output}`);
    const answer = await fetch(`${url}-/ping`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
