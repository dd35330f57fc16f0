import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { expect, test } from "vitest";
// By path, as packages must not need each other in a circle.
import { chromiumPath, noChromium, openSite, runner } from "../../../backends-opfs/src/_browser.fixture.ts";
import { everyBackend } from "../../../conformance/src/_every-backend.fixture.ts";
import { answersOn } from "./_code.fixture.ts";
import type { PageCommands } from "./_page.fixture.ts";

const stores = await everyBackend("code", { mounted: "/src" });
const expected = await answersOn(memoryBackend());

test.each(stores)("$name: the same answers in the same order", { timeout: 30_000 }, async ({ open, root }) => {
  const backend = await open();
  expect(await answersOn(backend, root)).toBe(expected);
  await backend[Symbol.asyncDispose]?.();
});

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`OPFS in a page: the same answers (${noChromium})`, () => {});
} else {
  test("OPFS in a page: the same answers", { timeout: 60_000 }, async () => {
    const site = await openSite(join(import.meta.dirname, "_page.fixture.ts"), "in memory");
    try {
      expect(await runner<PageCommands>()(await site.open(), "answers", [])).toBe(expected);
    } finally {
      await site.close();
    }
  });
}
