import { expect, test } from "vitest";
import { createSerialQueue } from "./serial-queue.ts";

test("jobs run one after the other, in their order, and one that fails holds up none", async () => {
  const run = createSerialQueue();
  const log: string[] = [];
  const job = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === "b") throw new Error("no");
    return name;
  };
  const results = await Promise.allSettled(["a", "b", "c"].map((name) => run(job(name))));
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
    "a",
    "failed",
    "c",
  ]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});
