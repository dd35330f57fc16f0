import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";

const folders = 1_500;

/** Searches twice, and ends when all is learned; but for a server nobody calls, nothing ever happens in it. */
const program = (root: string) => `
  import { createServer } from "node:net";
  import { toPath } from ${JSON.stringify(import.meta.resolve("@holdall/tool-core"))};
  import { chooseOpenFolder } from ${JSON.stringify(import.meta.resolve("../paths/_folder.ts"))};
  import { createPathGuard } from ${JSON.stringify(import.meta.resolve("../paths/_path-guard.ts"))};
  import { glob } from ${JSON.stringify(import.meta.resolve("../walk/glob.ts"))};
  import { createSearchCache } from ${JSON.stringify(import.meta.resolve("./search-cache.ts"))};
  const root = ${JSON.stringify(root)};
  const openFolder = chooseOpenFolder(root);
  const context = { guard: createPathGuard([root], openFolder), openFolder, caseSensitive: true };
  const query = { hidden: false, ignored: false, wants: () => true, permits: () => true };
  let populated = 0;
  const watch = async () => ({
    add() {
      if (++populated === ${folders + 1}) process.exit(0);
    },
    settle: async () => {},
  });
  const cache = createSearchCache(context, 1e8, watch);
  createServer().listen(0, "127.0.0.1", async () => {
    for (const _ of [1, 2]) {
      const found = cache.glob(toPath(root), query, {}, (asking) => glob(context, toPath(root), asking, {}));
      for await (const _ of found);
    }
  });`;

test("a search is learned from while the process waits for something else", { timeout: 10_000 }, async () => {
  const { root } = testFolder();
  for (let i = 0; i < folders; i++) mkdirSync(join(root, `folder-${i}`));
  const child = spawn(process.execPath, ["--input-type=module", "-e", program(root)], { stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "exit")).toEqual([0, null]);
});
