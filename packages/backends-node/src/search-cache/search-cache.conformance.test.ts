import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backendCases } from "@holdall/conformance";
import { type Backend, type Path, toPath } from "@holdall/tool-core";
import { afterAll, describe, expect, it } from "vitest";
import { fromErrno } from "../_errors.ts";
import { backendOver } from "../node-backend.ts";
import { openByHandle } from "../paths/_folder.ts";
import { search } from "../search/search.ts";
import { glob } from "../walk/glob.ts";
import { contextOf } from "./search-cache.fixture.ts";
import { createSearchCache } from "./search-cache.ts";

const answers = { cold: 0, kept: 0 };

/** A backend that walks and searches only what is kept, after looking at it as often as that takes. */
function knowing(root: string): Backend {
  const context = contextOf(root);
  const cache = createSearchCache(context, 1e8);

  /** Asks until nothing is read from the disk, unless only that can be the answer. */
  async function* ask<T>(path: Path, way: (walked: () => void) => AsyncIterable<T>) {
    try {
      const counting = () => way(() => answers.cold++);
      for (let tries = 0; tries < 30; tries++) {
        const before = answers.cold;
        await Array.fromAsync(counting());
        if (answers.cold === before) break;
        await new Promise(setImmediate);
      }
      const before = answers.cold;
      yield* counting();
      if (answers.cold === before) answers.kept++;
    } catch (error) {
      throw fromErrno(error, path);
    }
  }

  return {
    ...backendOver([root], openByHandle),
    glob: (path, query, io = {}) =>
      ask(path, (walked) =>
        cache.glob(path, query, io, (asking) => {
          walked();
          return glob(context, path, asking, io);
        }),
      ),
    search: (path, query, text, io) =>
      ask(path, (walked) =>
        cache.search(path, query, text, io, (asking, finds, misses) => {
          if (!finds) walked();
          return search(context, path, asking, text, io, { finds, misses });
        }),
      ),
    [Symbol.asyncDispose]: async () => cache.close(),
  };
}

function make() {
  const root = mkdtempSync(join(tmpdir(), "holdall-kept-"));
  const backend = knowing(root);
  return {
    backend,
    root: toPath(root),
    reopen: async () => knowing(root),
    link: async (path: Path, target: string) => symlinkSync(target, path),
    async dispose() {
      await backend[Symbol.asyncDispose]?.();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

describe("what is kept keeps the contract of walks and searches", () => {
  afterAll(() => expect(answers.kept).toBeGreaterThan(50));

  for (const { name, needs, run } of [...(backendCases.glob ?? []), ...(backendCases.search ?? [])]) {
    const probe = make();
    const reason = needs?.(probe);
    probe.dispose();
    if (reason !== undefined) continue;
    it(name, async () => {
      const fixture = make();
      try {
        await run(fixture);
      } finally {
        await fixture.dispose();
      }
    });
  }
});
