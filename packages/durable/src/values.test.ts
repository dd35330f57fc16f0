import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { untilState } from "./conformance/harness.ts";
import { memoryEngine, memoryRuns } from "./memory-engine.ts";

const long = "x".repeat(200_000);

test("large values go to a backend by their hash, once, and come back wherever they are used", async () => {
  const backend = memoryBackend();
  const runs = memoryRuns();
  await using engine = memoryEngine({ runs, large: { backend, folder: "/kept" } });
  engine.define("large", "1", async (ctx, input) => {
    const one = await ctx.step("one", () => ({ input, long }));
    await ctx.step("two", () => ({ input, long }));
    await ctx.sleep(1);
    return [one.long.length, await ctx.step("small", () => "s")];
  });
  await using _ = await engine.work();
  const run = await engine.start("large", { long });
  const ended = await untilState(engine, run);
  expect(ended).toMatchObject({ state: "completed", output: [long.length, "s"], input: { long } });
  const files = await Array.fromAsync(backend.list(toPath("/kept")));
  expect(files).toHaveLength(2);
  expect(files.every(({ path }) => /^\/kept\/[0-9a-f]{64}$/.test(path))).toBe(true);
  await using blind = memoryEngine({ runs });
  await expect(blind.get(run)).rejects.toMatchObject({ code: "unavailable" });
  await backend.write(files[0]!.path, new TextEncoder().encode('"other"'));
  await expect(engine.get(run)).rejects.toMatchObject({ code: "stale" });
});
