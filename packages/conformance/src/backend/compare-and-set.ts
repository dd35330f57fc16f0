import { type Backend, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { bytesOf, check, fails, same, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsCompareAndSwap, needsReopen, needsWrite } from "./_requirements.ts";

/** Who won and how the others failed, when every write ran at once. */
async function race(writes: readonly Promise<{ readonly version: string }>[]) {
  const outcomes = await Promise.allSettled(writes);
  const winners = outcomes.flatMap((outcome, index) => (outcome.status === "fulfilled" ? [index] : []));
  const codes = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [ToolError.is(outcome.reason) ? outcome.reason.code : String(outcome.reason)] : [],
  );
  return { winners, codes: [...new Set(codes)] };
}

/** Increment the number in a file, and retry until no other writer was faster. */
async function increment(backend: Backend, path: Path): Promise<void> {
  for (;;) {
    const { bytes, version } = await backend.read(path);
    try {
      await backend.write(path, bytesOf(String(Number(textOf(bytes)) + 1)), { ifVersion: version });
      return;
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "stale") throw error;
    }
  }
}

/** A write can be bound to what its writer has seen. */
export const compareAndSetCases: readonly BackendCase[] = [
  {
    name: "ifVersion null creates a new file and is already_exists for one that is there",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "new/file");
      await backend.write(path, bytesOf("first"), { ifVersion: null });
      await fails(backend.write(path, bytesOf("second"), { ifVersion: null }), "already_exists", "the second create");
      same(textOf((await backend.read(path)).bytes), "first", "the content");
      await backend.remove(path);
      await backend.write(path, bytesOf("third"), { ifVersion: null });
      same(textOf((await backend.read(path)).bytes), "third", "the content after remove and create");
    },
  },
  {
    name: "ifVersion replaces what was seen and is stale after a change",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version } = await backend.write(path, bytesOf("one"));
      const next = await backend.write(path, bytesOf("two"), { ifVersion: version });
      await fails(
        backend.write(path, bytesOf("three"), { ifVersion: version }),
        "stale",
        "a write with an old version",
      );
      same(textOf((await backend.read(path)).bytes), "two", "the content");
      await backend.write(path, bytesOf("three"), { ifVersion: next.version });
      same(textOf((await backend.read(path)).bytes), "three", "the content");
    },
  },
  {
    name: "ifVersion of a file that has gone is stale, and does not bring it back",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version } = await backend.write(path, bytesOf("one"));
      await backend.remove(path);
      await fails(backend.write(path, bytesOf("two"), { ifVersion: version }), "stale", "write");
      same(await backend.stat(path), null, "the file");
    },
  },
  {
    name: "remove honors ifVersion",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const { version } = await backend.write(path, bytesOf("one"));
      const next = await backend.write(path, bytesOf("two"));
      await fails(backend.remove(path, { ifVersion: version }), "stale", "remove with an old version");
      same(textOf((await backend.read(path)).bytes), "two", "the content");
      await backend.remove(path, { ifVersion: next.version });
      same(await backend.stat(path), null, "the file");
    },
  },
  {
    name: "of 20 concurrent creates one wins, the others are already_exists",
    needs: needsCompareAndSwap,
    async run({ backend, root }) {
      const path = joinPath(root, "deep/race.txt");
      const writes = Array.from({ length: 20 }, (_, i) =>
        backend.write(path, bytesOf(`writer ${i}`), { ifVersion: null }),
      );
      const { winners, codes } = await race(writes);
      same([winners.length, codes], [1, ["already_exists"]], "winners and failures");
      same(textOf((await backend.read(path)).bytes), `writer ${winners[0]}`, "the content");
    },
  },
  {
    name: "of 20 concurrent replacements one wins, the others are stale",
    needs: needsCompareAndSwap,
    async run({ backend, root }) {
      const path = joinPath(root, "race.txt");
      const { version } = await backend.write(path, bytesOf("start"));
      const writes = Array.from({ length: 20 }, (_, i) =>
        backend.write(path, bytesOf(`writer ${i}`), { ifVersion: version }),
      );
      const { winners, codes } = await race(writes);
      same([winners.length, codes], [1, ["stale"]], "winners and failures");
      same(textOf((await backend.read(path)).bytes), `writer ${winners[0]}`, "the content");
    },
  },
  {
    name: "of a concurrent remove and replacement of one version one wins",
    needs: needsCompareAndSwap,
    async run({ backend, root }) {
      const path = joinPath(root, "race.txt");
      for (let round = 0; round < 5; round++) {
        const { version } = await backend.write(path, bytesOf(`start ${round}`));
        const replaced = backend.write(path, bytesOf("replaced"), { ifVersion: version });
        const removed = backend.remove(path, { ifVersion: version }).then(() => ({ version: "" }));
        const { winners } = await race([replaced, removed]);
        same(winners.length, 1, "winners");
        same((await backend.stat(path)) !== null, winners[0] === 0, "the file is there");
      }
    },
  },
  {
    name: "no increment of 8 concurrent counters is lost",
    needs: needsCompareAndSwap,
    async run({ backend, root }) {
      const path = joinPath(root, "counter");
      await backend.write(path, bytesOf("0"));
      await Promise.all(Array.from({ length: 8 }, () => increment(backend, path)));
      same(textOf((await backend.read(path)).bytes), "8", "the counter");
    },
  },
  {
    name: "two handles on one storage see each other's writes and versions, and lose no increment",
    needs: needsReopen,
    async run({ backend, root, reopen }) {
      check(reopen !== undefined, "this fixture has no second handle");
      const other = await reopen();
      try {
        const path = joinPath(root, "counter");
        const { version } = await backend.write(path, bytesOf("0"));
        same((await other.read(path)).version, version, "the other handle's version");
        await Promise.all(Array.from({ length: 8 }, (_, i) => increment(i % 2 ? backend : other, path)));
        same(textOf((await other.read(path)).bytes), "8", "the counter");
        const exclusive = [backend, other].map((handle) =>
          handle.write(joinPath(root, "new"), bytesOf("x"), { ifVersion: null }),
        );
        same((await race(exclusive)).winners.length, 1, "winners of a create through both handles");
      } finally {
        if (other !== backend) await other[Symbol.asyncDispose]?.();
      }
    },
  },
];
