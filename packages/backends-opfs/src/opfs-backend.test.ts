import { join } from "node:path";
import { backendCases } from "@holdall/conformance/cases";
import { toPath } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
// By path, as it is private to that package.
import { sortOut, tellOnce } from "../../conformance/src/tool/skipped-cases.ts";
import { chromiumPath, noChromium, openSite, runner } from "./_browser.fixture.ts";
import type { BackendCommands } from "./_page.fixture.ts";
import { opfsBackend } from "./opfs-backend.ts";

const run = runner<BackendCommands>();

const places = [
  { place: "a page", where: "page", domains: Object.keys(backendCases), prepare: () => {} },
  { place: "a worker", where: "worker", domains: Object.keys(backendCases), prepare: () => {} },
  {
    place: "a page without FileSystemObserver",
    where: "page",
    domains: ["watch"],
    prepare: () => Reflect.deleteProperty(globalThis, "FileSystemObserver"),
  },
] as const;

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`opfsBackend keeps the backend contract (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_page.fixture.ts"));
  afterAll(() => site.close());

  describe.each(places)(
    "opfsBackend keeps the backend contract in $place",
    { concurrent: true },
    async ({ where, domains, prepare }) => {
      const page = await site.open(prepare);
      const reasons = await run(page, "reasons", []);
      const asked = domains.flatMap((domain) => (backendCases[domain] ?? []).map(({ name }) => ({ domain, name })));
      const { cases, leftOut } = sortOut(asked, ({ name }) => reasons[name]);
      const tell = tellOnce(leftOut);
      for (const [domain, applying] of Object.entries(Object.groupBy(cases, ({ domain }) => domain)))
        describe(domain, () => {
          for (const { name } of applying ?? [])
            test(name, { timeout: 30_000 }, async (context) => {
              tell(context);
              await run(page, "runCase", [domain, name], where);
            });
        });
    },
  );
}

test("where there is no such file system, every call says so", async () => {
  const backend = opfsBackend();
  const path = toPath("/file");
  const calls = [backend.stat(path), backend.read(path), backend.write(path, new Uint8Array(1)), backend.remove(path)];
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: "unsupported" });
  await expect(Array.fromAsync(backend.list(path))).rejects.toMatchObject({ code: "unsupported" });
  const changes = backend.watch?.(path, { signal: new AbortController().signal }) ?? [];
  await expect(Array.fromAsync(changes)).rejects.toMatchObject({ code: "unsupported" });
});
