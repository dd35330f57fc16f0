import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { compileTextPattern } from "@holdall/pattern-core";
import { type Path, type TextQuery, toPath } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";
import { chooseOpenFolder } from "../paths/_folder.ts";
import { createPathGuard } from "../paths/_path-guard.ts";
import { search } from "../search/search.ts";
import { glob } from "../walk/glob.ts";
import { createWatching } from "./folder-watcher.ts";
import { createSearchCache } from "./search-cache.ts";

type Watch = typeof createWatching;

/** As when only some more folders may be watched. */
const watchHalf: Watch = async (lost) => {
  const watching = await createWatching(lost);
  let count = 0;
  return watching && { ...watching, add: (...folder) => (count++ % 2 === 0 ? watching.add(...folder) : undefined) };
};

const ways: readonly (readonly [string, Watch])[] = [
  ["every folder watched", createWatching],
  ["no folder watched", async () => undefined],
  ["every other folder watched", watchHalf],
];

const needles = [
  compileTextPattern("needle"),
  compileTextPattern("nee+dle", { ignoreCase: true }),
  compileTextPattern("日本$"),
];
const texts = needles.map(
  (pattern, i): TextQuery => ({
    ...pattern,
    pattern: String(i),
    literal: false,
    ignoreCase: pattern.ignoreCase,
    word: false,
    multiline: false,
  }),
);
const queries = [
  { hidden: false, ignored: false, wants: () => true, permits: () => true },
  { hidden: true, ignored: false, wants: () => true, permits: () => true },
  {
    hidden: false,
    ignored: false,
    wants: (path: Path, kind: string) => kind !== "file" || path.endsWith(".ts"),
    permits: () => true,
  },
  { hidden: false, ignored: false, wants: () => true, permits: (path: Path) => !path.includes("/x") },
];

/** One history, or with HOLDALL_STRESS=1 three. */
const seeds = process.env.HOLDALL_STRESS ? [1, 2, 3] : [1];

describe.each(ways)("with %s", (_, watch) => {
  test.each(seeds)(
    "what is kept is what is there, whatever another process does (seed %i)",
    { timeout: 30_000 },
    async (seed) => {
      const { root, outside } = testFolder();
      mkdirSync(join(root, ".git"));
      const change = startChanges(root, outside);
      for (let i = 0; i < 20; i++) await change(i);

      const openFolder = chooseOpenFolder(root);
      const context = {
        guard: createPathGuard([root], openFolder, true),
        openFolder,
        caseSensitive: true,
      };
      const cache = createSearchCache(context, 1e7, watch);
      onTestFinished(cache.close);
      let cold = 0;
      const fresh = <T>(found: AsyncIterable<T>) => {
        cold++;
        return found;
      };

      const path = toPath(root);
      for (let round = 0; round < 60; round++) {
        const done = await change(seed * 1_000 + round);
        const query = queries[round % queries.length]!;
        const text = texts[round % texts.length]!;
        const io = { maxBytes: 5_000, signal: undefined };
        const expected = await all(search(context, path, query, text, io));
        const found = await all(
          cache.search(path, query, text, io, (asking, finds, misses) => {
            const searching = search(context, path, asking, text, io, { finds, misses });
            return finds ? searching : fresh(searching);
          }),
        );
        expect(found, `round ${round}: ${done}`).toEqual(expected);
        const times = { times: true, signal: undefined };
        const files = await all(glob(context, path, query, times));
        const known = await all(cache.glob(path, query, times, (asking) => fresh(glob(context, path, asking, times))));
        expect(flat(known), `round ${round}: ${done}`).toEqual(flat(files));
      }
      expect(cold).toBeLessThan(30);
    },
  );
});

/** Another process; each call makes it change something, and is over when it has. */
function startChanges(root: string, outside: string): (seed: number) => Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "change-files.fixture.ts"), root, outside], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (seed) => {
    child.stdin.write(`${seed}\n`);
    return (await lines.next()).value ?? "the other process ended";
  };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const flat = (batches: readonly { readonly files: readonly object[]; readonly counts: object }[]) => ({
  files: batches.flatMap(({ files }) => files),
  counts: batches.at(-1)?.counts,
});
