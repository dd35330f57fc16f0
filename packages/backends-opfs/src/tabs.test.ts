import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { chromiumPath, noChromium, openSite, runner } from "./_browser.fixture.ts";
import type { BackendCommands, BackendPage } from "./_page.fixture.ts";

declare const holdall: BackendPage;

const run = runner<BackendCommands>();

const places = ["page", "worker"] as const;

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`tabs share opfsBackend's files (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_page.fixture.ts"));
  const tab = await site.open();
  afterAll(() => site.close());
  afterEach(async () => {
    for (const path of await run(tab, "listed", [])) if (path.lastIndexOf("/") === 0) await run(tab, "remove", [path]);
  });

  test("two tabs, a worker and a backend on the folder count in one file, and no count is lost", async () => {
    const other = await site.open();
    expect(await run(tab, "fill", ["/shared/n", "0", 1])).toBeUndefined();
    const lost = await Promise.all([
      run(tab, "count", ["/shared/n", 10]),
      run(tab, "count", ["/shared/n", 10], "worker"),
      run(other, "count", ["/shared/n", 10]),
      run(other, "count", ["/n", 10, "shared"]),
    ]);
    expect(await run(tab, "text", ["/shared/n"])).toBe("40");
    expect(lost.reduce((sum, each) => sum + each)).toBeGreaterThan(0);
    await other.close();
  });

  describe.each(places)("in a %s", (where) => {
    test("a full storage is a clear error, loses nothing, and takes the same write once there is room", async () => {
      const cdp = await tab.context().newCDPSession(tab);
      const setQuota = (quotaSize?: number) =>
        cdp.send("Storage.overrideQuotaForOrigin", {
          origin: site.origin,
          ...(quotaSize !== undefined && { quotaSize }),
        });
      await run(tab, "fill", ["/file", "a", 1_000_000], where);
      await setQuota(6_000_000);
      const error = await run(tab, "fill", ["/file", "b", 8_000_000], where);
      expect(error).toMatchObject({
        code: "unavailable",
        message: expect.stringMatching(/^\/file .*this site's browser storage is full; nothing was changed/),
      });
      expect(error?.hint).toContain("remove files");
      expect(await run(tab, "fill", ["/new/file", "b", 8_000_000], where)).toMatchObject({ code: "unavailable" });
      expect(await run(tab, "rawNames", [])).toEqual([".holdall-tmp", "file"]);
      expect(await run(tab, "letters", ["/file"])).toEqual({ a: 1_000_000 });
      await setQuota();
      expect(await run(tab, "fill", ["/file", "b", 8_000_000], where)).toBeUndefined();
      expect(await run(tab, "letters", ["/file"])).toEqual({ b: 8_000_000 });
    });
  });

  /** Makes a tab stop forever at a step of a write, and say so. */
  const stops = {
    "half of the bytes are written": () => {
      const { write } = FileSystemWritableFileStream.prototype;
      FileSystemWritableFileStream.prototype.write = async function (data) {
        await write.call(this, (data as Uint8Array<ArrayBuffer>).subarray(0, 500_000));
        Object.assign(globalThis, { stopped: true });
        await new Promise(() => {});
      };
    },
    "all bytes are written, but not under their name": () => {
      Object.assign(FileSystemFileHandle.prototype, {
        move: () => {
          Object.assign(globalThis, { stopped: true });
          return new Promise(() => {});
        },
      });
    },
  };

  test.each(Object.entries(stops))(
    "a tab killed when %s leaves the old file, and nobody waits for it",
    async (_, stop) => {
      await run(tab, "fill", ["/file", "a", 1_000_000]);
      const killed = await site.open(stop);
      const ended = run(killed, "fill", ["/file", "b", 1_000_000]).catch(() => "killed");
      await killed.waitForFunction(() => "stopped" in globalThis);
      const left = (await run(tab, "rawNames", [])).filter((name) => name.startsWith(".holdall-tmp/"));
      expect(left.length).toBeGreaterThan(0);
      const waiting = run(tab, "fill", ["/file", "c", 10]);
      await crash(killed);
      expect(await ended).toBe("killed");
      expect(await waiting).toBeUndefined();
      expect(await run(tab, "letters", ["/file"])).toEqual({ c: 10 });
      expect(await run(tab, "listed", [])).toEqual(["/file"]);
      // The next handle sweeps what was left.
      const next = await site.open();
      await run(next, "fill", ["/file", "d", 10]);
      expect(await run(next, "rawNames", [])).toEqual([".holdall-tmp", "file"]);
      await next.close();
    },
  );

  test.each([
    ["with FileSystemObserver", () => {}],
    ["without FileSystemObserver", () => Reflect.deleteProperty(globalThis, "FileSystemObserver")],
  ])("a watch hears of another tab's changes, %s", async (_, prepare) => {
    const [watching, writing] = await Promise.all([site.open(prepare), site.open(prepare)]);
    const heard = run(watching, "hear", ["/docs", "removed /docs/a"]);
    await watching.waitForFunction(() => "hearing" in globalThis);
    const everything = run(watching, "hear", ["/", "removed /docs/a"]);
    await run(watching, "fill", ["/elsewhere", "x", 1]);
    await run(writing, "fill", ["/docs/a", "x", 1]);
    await run(writing, "remove", ["/docs/a"]);
    expect((await heard).filter((change) => !change.includes("/docs"))).toEqual([]);
    expect(await heard).toContain("changed /docs/a");
    expect((await everything).filter((change) => change.includes(".holdall-tmp"))).toEqual([]);
    await Promise.all([watching.close(), writing.close()]);
  });

  test("a folder with a file that is held open does not move at all", async () => {
    const names = ["a", "b/c", "d"];
    for (const name of names) await run(tab, "fill", [`/from/${name}`, "x", 1]);
    for (const held of names) {
      const error = await tab.evaluate(async (name) => {
        const { backend, toPath } = holdall;
        let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("from");
        for (const part of name.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(part);
        const stream = await (await folder.getFileHandle(name.split("/").at(-1) ?? "")).createWritable();
        const outcome = await backend.move?.(toPath("/from"), toPath("/to")).catch((thrown) => thrown.toJSON());
        await stream.abort();
        return outcome;
      }, held);
      expect(error).toMatchObject({ code: "unavailable", message: "/from is held open by other code on this site." });
      expect(await run(tab, "listed", [])).toEqual(["/from", "/from/a", "/from/b", "/from/b/c", "/from/d"]);
    }
  });

  test("who waits for another tab's work can be stopped, and then changes nothing", async () => {
    const codes = await tab.evaluate(() => {
      const { backend, toPath } = holdall;
      return navigator.locks.request("holdall-opfs", async () => {
        const reasons = [new DOMException("late", "TimeoutError"), new DOMException("stop", "AbortError"), "enough"];
        const calls = reasons.flatMap((reason) => {
          const abort = new AbortController();
          const { signal } = abort;
          const both = [
            backend.write(toPath("/file"), new Uint8Array(1), { signal }),
            backend.stat(toPath("/"), { signal }),
          ];
          setTimeout(() => abort.abort(reason));
          return both.map((call) => call.catch((thrown) => thrown.code));
        });
        return Promise.all(calls);
      });
    });
    expect(codes).toEqual(["timeout", "timeout", "aborted", "aborted", "aborted", "aborted"]);
    expect(await run(tab, "listed", [])).toEqual([]);
  });

  test("a name that some browser cannot keep is refused, and is nowhere", async () => {
    for (const name of ["n".repeat(256), "half \ud83d", ".holdall-tmp", `folder/${"n".repeat(256)}/file`]) {
      expect(await run(tab, "fill", [`/${name}`, "x", 1])).toMatchObject({ code: "too_large" });
    }
    expect(await run(tab, "listed", [])).toEqual([]);
  });
}

/** End a tab's process. */
async function crash(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await Promise.race([cdp.send("Page.crash").catch(() => {}), page.waitForEvent("crash")]);
  await page.close();
}
