import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
// By path, as packages must not need each other in a circle.
import { chromiumPath, noChromium, openSite, runner } from "../../../backends-opfs/src/_browser.fixture.ts";
import { compareWithRecorded, recordedSession } from "./_identity.fixture.ts";
import type { ReplayCommands } from "./_identity-page.fixture.ts";
import { startFiles } from "./_recording.fixture.ts";

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`OPFS: the same results and the same bytes (${noChromium})`, () => {});
} else {
  const recorded = await recordedSession();
  const site = await openSite(join(import.meta.dirname, "_identity-page.fixture.ts"), "in memory");
  afterAll(() => site.close());
  test.each(["page", "worker"] as const)(
    "OPFS in a %s: the same results and the same bytes",
    { timeout: 60_000, concurrent: true },
    async (where) => {
      const page = await site.open();
      const files = Object.entries(startFiles).map(([path, bytes]) => [path, [...bytes]] as const);
      compareWithRecorded(
        recorded,
        await runner<ReplayCommands>()(page, "replay", [recorded.steps, Object.fromEntries(files)], where),
      );
    },
  );

  test("OPFS in a page: an engine loads with the first call that needs it, and not before", async () => {
    const page = await site.open();
    const loaded = (): Promise<string[]> =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .flatMap(
            ({ name }) => /(?:grep|execute-patch|edit-cell|plan-edit|read-notebook)(?=-\w+\.js$)/.exec(name) ?? [],
          ),
      );
    const notebook = [...(startFiles["notes/a.ipynb"] ?? [])];
    const call = async (tool: string, input: Record<string, unknown>) => {
      const files = { "a.txt": [97, 10], "a.ipynb": notebook };
      const { results } = await runner<ReplayCommands>()(page, "replay", [[{ tool, input }], files]);
      expect(results[0]).toContain('\n "ok": true');
    };
    await call("read_file", { path: "a.txt" });
    expect(await loaded()).toEqual([]);
    await call("grep_files", { pattern: "a" });
    expect(await loaded()).toEqual(["grep"]);
    await call("apply_patch", { patch: "*** Begin Patch\n*** Update File: a.txt\n-a\n+b\n*** End Patch" });
    expect(await loaded()).toEqual(["grep", "execute-patch"]);
    await call("read_file", { path: "a.ipynb" });
    expect(await loaded()).toEqual(["grep", "execute-patch", "read-notebook"]);
    await call("edit_notebook", { path: "a.ipynb", cell_id: "beta", new_source: "print(2)", version: "{now}" });
    await call("edit_file", { path: "a.txt", old_string: "a", new_string: "b", version: "{now}" });
    expect(await loaded()).toEqual(["grep", "execute-patch", "read-notebook", "edit-cell", "plan-edit"]);
    await page.close();
  });
}
