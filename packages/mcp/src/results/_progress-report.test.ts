import type { Progress } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { createProgressReport } from "./_progress-report.ts";

type Notify = Parameters<typeof createProgressReport>[0]["notify"];

function reportTo(notify: Notify, progressToken: string | undefined = "token") {
  return createProgressReport({ _meta: { progressToken }, notify });
}

async function sentFor(steps: readonly Progress[]) {
  const sent: unknown[] = [];
  const progress = reportTo(async ({ params }) => void sent.push(params));
  for (const step of steps) progress?.report(step);
  await progress?.finish();
  return sent;
}

describe("createProgressReport", () => {
  it("is silent when nobody asked", () => {
    expect(createProgressReport({ notify: async () => {} })).toBeUndefined();
  });

  it("passes on what the tool counts, from zero", async () => {
    const sent = await sentFor([
      { progress: 0, total: 2 },
      { progress: 1.5, total: 2, message: "nearly" },
    ]);
    expect(sent).toEqual([
      { progressToken: "token", progress: 0, total: 2 },
      { progressToken: "token", progress: 1.5, total: 2, message: "nearly" },
    ]);
  });

  it("counts for a tool that only says things", async () => {
    const sent = await sentFor([{ message: "one" }, { message: "two" }]);
    expect(sent).toMatchObject([{ progress: 1 }, { progress: 2 }]);
  });

  it("grows even when the tool stands still or goes back, and stays within the total", async () => {
    const big = 1e12;
    const sent = (await sentFor([
      { progress: 5e11, total: big },
      { progress: 5e11, total: big },
      { progress: 3, total: big },
      { message: "still", total: big },
      { progress: big, total: big },
    ])) as { progress: number }[];
    const numbers = sent.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.at(-1)).toBe(big);
  });

  it("finishes after everything is on its way, and then drops reports", async () => {
    let release = () => {};
    const order: string[] = [];
    const progress = reportTo(async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      order.push("sent");
    });
    progress?.report({ message: "last" });
    const finished = progress?.finish().then(() => order.push("finished"));
    progress?.report({ message: "too late" });
    release();
    await finished;
    expect(order).toEqual(["sent", "finished"]);
  });

  it("survives a client that has gone", async () => {
    const progress = reportTo(() => Promise.reject(new Error("gone")));
    progress?.report({ message: "hello?" });
    await expect(progress?.finish()).resolves.toBeUndefined();
  });
});
