import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Imports modules of packages that are too heavy to be dependencies. npm installs them into the folder that
 * HOLDALL_BENCH_PEERS names, once; undefined without it.
 */
export function peers(packages: Readonly<Record<string, string>>): ((module: string) => Promise<unknown>) | undefined {
  const folder = process.env.HOLDALL_BENCH_PEERS;
  if (!folder) return undefined;
  const missing = Object.entries(packages).filter(([name]) => !existsSync(join(folder, "node_modules", name)));
  if (missing.length > 0) {
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), "{}");
    const wanted = missing.map(([name, version]) => `${name}@${version}`);
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], {
      cwd: folder,
      // npm leaves out packages of another version of Node without a word when others name them as optional.
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const require = createRequire(join(folder, "package.json"));
  return (module) => import(pathToFileURL(require.resolve(module)).href);
}
