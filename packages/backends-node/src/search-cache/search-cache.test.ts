import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { codeOf, testFolder } from "../_test-folder.fixture.ts";
import { watchesOfProcess as watches } from "./folder-watcher.ts";
import { all, openSearchCache, textQuery } from "./search-cache.fixture.ts";

const linux = process.platform === "linux";

function files(root: string, count = 20): void {
  for (let i = 0; i < count; i++) {
    mkdirSync(join(root, `d${i % 4}`), { recursive: true });
    writeFileSync(join(root, `d${i % 4}`, `f${i}`), i % 5 === 0 ? "a needle\n" : "straw\n");
  }
}

test("the first search reads the disk, later ones what is kept", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root);
  const first = await kept.search();
  expect(kept.colds).toBe(1);
  await kept.populate();
  const { colds } = kept;
  expect(await kept.search()).toEqual(first);
  expect(await kept.search({ wants: (path, kind) => kind === "directory" || path.includes("d1") })).toEqual(["d1/f5"]);
  expect(await kept.search({}, textQuery("STRAW", true))).toHaveLength(16);
  expect(kept.colds).toBe(colds);
});

test("who may see what is asked again in every search", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root);
  await kept.populate();
  const { colds } = kept;
  expect(await kept.search({ permits: (path) => !path.endsWith("f5") })).toEqual(["d0/f0", "d2/f10", "d3/f15"]);
  expect(await kept.search({ permits: async (path) => !path.includes("/d0") })).toEqual(["d1/f5", "d2/f10", "d3/f15"]);
  expect(kept.colds).toBe(colds);
});

test("a change is seen by the next search, without reading anything else", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root);
  await kept.populate();
  const { colds } = kept;
  writeFileSync(join(root, "d3/new"), "needle");
  rmSync(join(root, "d0/f0"));
  renameSync(join(root, "d1"), join(root, "d9"));
  expect(await kept.search()).toEqual(["d2/f10", "d3/f15", "d3/new", "d9/f5"]);
  expect(kept.colds).toBe(colds);
});

test("files that the index has no room for are read by every search", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root, { maxIndex: 1 });
  await kept.populate();
  for (let round = 1; round <= 3; round++) expect(await kept.search()).toHaveLength(4);
  writeFileSync(join(root, "d1/f1"), "now a needle too");
  expect(await kept.search()).toHaveLength(5);
});

test("files that surely lack a text are not even read", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root);
  await kept.populate();
  await vi.waitFor(async () => {
    let read = 0;
    // What was searched for before is not read again in any case.
    const absent = textQuery(`not-in-any-${Math.random()}`);
    const counting = { ...absent, mayMatch: (bytes: Uint8Array) => absent.mayMatch(bytes) || ++read < 0 };
    expect(await kept.search({}, counting)).toEqual([]);
    expect(read).toBe(0);
  }, 15_000);
});

test("files that a search found to lack a text are not read by the next one for the same text, until they change", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root, { maxIndex: 1 });
  await kept.populate();
  const text = textQuery("n.ed.e");
  const read = async () => {
    let count = 0;
    const mayMatch = (bytes: Uint8Array) => ++count > 0 && text.mayMatch(bytes);
    const names = await kept.search({}, { ...text, mayMatch });
    return { count, names: names.length };
  };
  await vi.waitFor(async () => expect(await read()).toEqual({ count: 4, names: 4 }), 15_000);
  // What is found is right at once; neighbors of a change may be read once more.
  writeFileSync(join(root, "d1/f1"), "a needle too");
  expect((await read()).names).toBe(5);
  await vi.waitFor(async () => expect(await read()).toEqual({ count: 5, names: 5 }), 15_000);
  writeFileSync(join(root, "d0/f0"), "no more");
  expect((await read()).names).toBe(4);
  await vi.waitFor(async () => expect((await read()).count).toBeLessThanOrEqual(5), 15_000);
  expect(await kept.search({}, textQuery("s.r.w"))).toHaveLength(15);
});

test("a search that was cancelled says so, whatever is known", async () => {
  const { root } = testFolder();
  files(root);
  const kept = openSearchCache(root);
  const cancelled = () => all(kept.candidates({}, textQuery("needle"), AbortSignal.abort()));
  expect(await codeOf(cancelled())).toBe("aborted");
  await kept.populate();
  expect(await codeOf(cancelled())).toBe("aborted");
});

test("a process that only keeps things ends by itself", async () => {
  const { root } = testFolder();
  files(root);
  const program = `
    import { nodeBackend } from ${JSON.stringify(import.meta.resolve("../node-backend.ts"))};
    import { compileTextPattern } from ${JSON.stringify(import.meta.resolve("@holdall/pattern-core"))};
    const backend = nodeBackend({ roots: ${JSON.stringify(root)} });
    const query = { hidden: false, ignored: false, wants: () => true, permits: () => true };
    const text = { ...compileTextPattern("needle"), pattern: "needle", literal: false, word: false, multiline: false };
    for (let round = 0; round < 4; round++) {
      const found = [];
      for await (const each of backend.search(${JSON.stringify(root)}, query, text, { maxBytes: 1e6 })) found.push(each);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
  expect(await once(child, "exit")).toEqual([0, null]);
});

// Linux: it has such a disk at hand.
test.skipIf(!linux)("nothing is kept of a disk that does not tell of changes (Linux: /proc)", async () => {
  const kept = openSearchCache("/proc/sys/fs/inotify");
  for (let round = 1; round <= 6; round++) {
    expect(await kept.search({}, textQuery("[0-9]"))).toEqual([]);
    await new Promise(setImmediate);
    expect(kept.colds).toBe(round);
  }
  expect(watches()).toBe(0);
});

// Linux: elsewhere nothing is watched.
test.skipIf(!linux)(
  "nothing is kept after five minutes without a search (Linux: its watches are counted)",
  async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { root } = testFolder();
      files(root);
      const kept = openSearchCache(root);
      await kept.populate();
      expect(watches()).toBe(5);
      vi.advanceTimersByTime(4 * 60_000);
      await kept.search();
      vi.advanceTimersByTime(4 * 60_000);
      await Promise.resolve();
      expect(watches()).toBe(5);
      vi.advanceTimersByTime(2 * 60_000);
      await expect.poll(watches).toBe(0);
      expect(await kept.search()).toHaveLength(4);
    } finally {
      vi.useRealTimers();
    }
  },
);

// Linux: elsewhere nothing is watched.
test.skipIf(!linux)(
  "a backend that is disposed of watches nothing, and can still search (Linux: its watches are counted)",
  async () => {
    const { root } = testFolder();
    files(root);
    const kept = openSearchCache(root);
    await kept.populate();
    kept.cache.close();
    await expect.poll(watches).toBe(0);
    for (let round = 0; round < 4; round++) expect(await kept.search()).toHaveLength(4);
    expect(watches()).toBe(0);
  },
);
