import { join } from "node:path";
import { joinPath, toPath } from "@holdall/tool-core";
import { describe, test } from "vitest";
// By path, as packages must not need each other in a circle.
import { chromiumPath, noChromium, openSite, runner } from "../../backends-opfs/src/_browser.fixture.ts";
import { everyBackend } from "../../conformance/src/_every-backend.fixture.ts";
import { checkpointCases } from "./_cases.fixture.ts";
import type { CaseCommands } from "./_page.fixture.ts";

const stores = await everyBackend("checkpoints", { mounted: "/ws/src" });

describe.each(stores)("$name keeps checkpoints", ({ open, root: top = "/" }) => {
  test.each(checkpointCases.map(({ name, run }, i) => [name, run, i] as const))(
    "%s",
    { timeout: 60_000 },
    async (_, run, i) => {
      const workspace = await open();
      try {
        const root = joinPath(toPath(top), i === 0 ? "ws" : `ws${i}`);
        await workspace.createDirectory?.(root);
        await run({ workspace, root, store: workspace, folder: joinPath(toPath(top), `checkpoints-${i}`) });
      } finally {
        await workspace[Symbol.asyncDispose]?.();
      }
    },
  );
});

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`OPFS keeps checkpoints (${noChromium})`, () => {});
} else {
  test("OPFS keeps checkpoints in a page", { timeout: 120_000 }, async () => {
    await using site = await openClosing();
    const page = await site.open();
    for (const { name } of checkpointCases) await runner<CaseCommands>()(page, "runCase", [name]);
  });
}

async function openClosing() {
  const site = await openSite(join(import.meta.dirname, "_page.fixture.ts"), "in memory");
  return { open: () => site.open(), [Symbol.asyncDispose]: () => site.close() };
}
