import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, sizeOf } from "../scripts/_bundle.ts";
import { root } from "./lib/bundle.ts";
import { type BenchRows, row } from "./lib/harness.ts";

export const about = "What an application loads first, minified and gzipped, without zod, ai and undici";

/** For each kind of application: where it runs and what it imports. */
const applications: Readonly<Record<string, readonly ["node" | "browser", ...(readonly string[])]>> = {
  "an agent on the AI SDK": ["node", "ai-sdk: toAiTools", "presets/coding: coding", "tool-core: openSession"],
  "an editor in a browser": [
    "browser",
    "backends-compose: bind",
    "backends-memory: memoryBackend",
    "tool-core: allow, createRegistry, openSession",
    "tools-fs: fsTools",
  ],
  "a loop of one's own": ["node", "presets/minimal: minimal", "tool-core: contentText, openSession, toOpenAI"],
};

export async function* rows(): BenchRows {
  for (const [name, [platform, ...imports]] of Object.entries(applications)) {
    // In a folder from which every package of the workspace resolves.
    const entry = `size-${process.pid}.ts`;
    const file = join(root, "apps/cli", entry);
    writeFileSync(
      file,
      imports.map((line) => line.replace(/(.*): (.*)/, 'export { $2 } from "@holdall/$1";')).join("\n"),
    );
    try {
      const { first } = await bundle(join(root, "apps/cli"), `./${entry}`, {
        platform,
        external: ["zod", "zod/*", "ai", "undici"],
      });
      yield row(name, "nothing", sizeOf(first) / 1000, { unit: "kB" });
    } finally {
      rmSync(file);
    }
  }
}
