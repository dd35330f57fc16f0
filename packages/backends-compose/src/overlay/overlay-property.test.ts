import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, ToolError } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { at, bytes, treeOf } from "../_fixtures.fixture.ts";
import { confine } from "../confine.ts";
import { mount } from "../mount/mount.ts";
import { overlay } from "./overlay.ts";

const path = fc
  .array(fc.constantFrom("a", "b", "a-", "😀"), { minLength: 1, maxLength: 3 })
  .map((names) => at(`/${names.join("/")}`));
const content = fc.constantFrom("", "1", "22", "$&");
const condition = fc.constantFrom("none", "none", "new", "seen", "old");

const operation = fc.oneof(
  fc.record({ do: fc.constant("write" as const), path, content, condition }),
  fc.record({ do: fc.constant("remove" as const), path, recursive: fc.boolean(), condition }),
  fc.record({ do: fc.constant("move" as const), path, to: path, overwrite: fc.boolean() }),
  fc.record({ do: fc.constant("createDirectory" as const), path }),
);
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

/** What an operation comes to: "done", or the code of its error. */
async function outcome(backend: Backend, step: Operation): Promise<string> {
  const seen = async () => (await backend.stat(step.path, { version: true }))?.version ?? "none";
  try {
    if (step.do === "write") {
      const ifVersion = { none: undefined, new: null, seen: await seen(), old: "old" }[step.condition];
      await backend.write(step.path, bytes(step.content), { ifVersion });
    } else if (step.do === "remove") {
      const ifVersion = { none: undefined, new: undefined, seen: await seen(), old: "old" }[step.condition];
      await backend.remove(step.path, { recursive: step.recursive, ifVersion });
    } else if (step.do === "move") await backend.move?.(step.path, step.to, { overwrite: step.overwrite });
    else await backend.createDirectory?.(step.path);
    return "done";
  } catch (error) {
    return ToolError.is(error) ? error.code : String(error);
  }
}

async function start(steps: readonly Operation[]): Promise<Backend> {
  const backend = memoryBackend();
  for (const step of steps) await outcome(backend, step);
  return backend;
}

const history = fc.array(operation, { maxLength: 12 });

test("an overlay behaves like a copy of its base, leaves the base alone, and becomes it when applied", async () => {
  await fc.assert(
    fc.asyncProperty(history, history, async (before, after) => {
      const [base, copy] = [await start(before), await start(before)];
      const untouched = await treeOf(base);
      const view = overlay(base);
      for (const step of after) {
        expect(await outcome(view, step), JSON.stringify(step)).toBe(await outcome(copy, step));
        expect(Object.entries(await treeOf(view))).toEqual(Object.entries(await treeOf(copy)));
      }
      expect(await treeOf(base)).toEqual(untouched);
      await view.apply();
      expect(await treeOf(base)).toEqual(await treeOf(copy));
      expect(await view.changes()).toEqual([]);
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 4_000 : 150 },
  );
});

test("an overlay whose changes are few and applied often ends at the same tree", async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.array(fc.tuple(operation, fc.boolean()), { maxLength: 12 }), async (before, after) => {
      const [base, copy] = [await start(before), await start(before)];
      const view = overlay(base, { top: memoryBackend() });
      for (const [step, commits] of after) {
        expect(await outcome(view, step)).toBe(await outcome(copy, step));
        if (commits) await view.apply();
      }
      await view.apply();
      expect(Object.entries(await treeOf(base))).toEqual(Object.entries(await treeOf(copy)));
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 80 },
  );
});

test("a rebased folder and a mount behave like a backend of their own", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const plain = memoryBackend();
      const rebased = confine(memoryBackend({ files: { "/beside": "x" } }), "/in/here", { as: "/" });
      const mounted = confine(mount({ "/": memoryBackend(), "/mnt": memoryBackend() }), "/mnt", { as: "/" });
      for (const step of steps) {
        const expected = await outcome(plain, step);
        expect(await outcome(rebased, step), JSON.stringify(step)).toBe(expected);
        expect(await outcome(mounted, step), JSON.stringify(step)).toBe(expected);
      }
      const expected = Object.entries(await treeOf(plain));
      expect(Object.entries(await treeOf(rebased))).toEqual(expected);
      expect(Object.entries(await treeOf(mounted))).toEqual(expected);
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 80 },
  );
});
