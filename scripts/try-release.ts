// Releases this workspace to a registry on this machine and uses it as strangers do: `npm run -s try-release [-- NAME]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapLimit } from "./_process.ts";
import { root } from "./_workspace.ts";
import { consumers } from "./try-release/consumers.ts";
import { publishCopy } from "./try-release/publish.ts";
import { startRegistry } from "./try-release/registry.ts";
import { installNode, makeStranger } from "./try-release/stranger.ts";

const filters = process.argv.slice(2);
const temp = mkdtempSync(join(tmpdir(), "holdall-release-"));
const log = (text: string): void => console.error(`… ${text}`);
const firstLines = (thrown: unknown): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.trim().split("\n").slice(0, 12).join("\n        ");
};
let failed = 0;

const registry = await startRegistry(join(temp, "registry"), log);
try {
  const published = await publishCopy(root, join(temp, "workspace"), registry.env, log);
  const versions = [...new Set(published.map(({ manifest }) => manifest.version))];
  console.log(`ok      published ${published.length} packages as ${versions.join(", ")}`);
  const nodes = new Map<number, Promise<string>>();
  const nodeOf = (major: number): Promise<string> => {
    const known = nodes.get(major) ?? installNode(major, join(temp, `node-${major}`), registry.env);
    nodes.set(major, known);
    return known;
  };
  const wanted = consumers(published).filter(({ name }) => filters.every((filter) => name.includes(filter)));
  await mapLimit(wanted, 2, async ({ name, node = 24, run }) => {
    const started = Date.now();
    const folder = join(temp, "strangers", name.replaceAll(/\W+/g, "-"));
    try {
      await run(makeStranger(folder, await nodeOf(node), registry.env));
      console.log(`ok      ${name} (${Math.round((Date.now() - started) / 1000)} s)`);
    } catch (thrown) {
      failed++;
      console.log(`FAILED  ${name}: ${firstLines(thrown)}`);
    }
  });
} catch (thrown) {
  failed++;
  console.log(`FAILED  publishing: ${firstLines(thrown)}`);
} finally {
  registry.close();
  if (process.env.KEEP === undefined) rmSync(temp, { recursive: true, force: true });
  else console.error(`Everything stays in ${temp}.`);
}
process.exitCode = failed === 0 ? 0 : 1;
