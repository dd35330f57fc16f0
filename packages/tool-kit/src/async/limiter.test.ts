import { expect, test } from "vitest";
import { createLimiter } from "./limiter.ts";

/** Works that end when they are told, and the order in which they began. */
function works() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { began, work, end: (name: string) => ends.get(name)!() };
}

test("at most so many at once, then in order of arrival", async () => {
  const { began, work, end } = works();
  const limiter = createLimiter(2);
  const all = ["a", "b", "c", "d"].map((name) => limiter.run(work(name)));
  await expect.poll(() => began).toEqual(["a", "b"]);
  end("b");
  expect(await all[1]).toBe("b");
  await expect.poll(() => began).toEqual(["a", "b", "c"]);
  end("a");
  await all[0];
  await expect.poll(() => began).toEqual(["a", "b", "c", "d"]);
  end("c");
  end("d");
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
});

test("work that fails gives its place back", async () => {
  const limiter = createLimiter(1);
  await expect(limiter.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limiter.run(async () => "next")).toBe("next");
});

test("a signal ends the wait and takes no place with it", async () => {
  const limiter = createLimiter(1);
  await limiter.acquire();
  const stop = new AbortController();
  const waits = limiter.acquire(stop.signal);
  const next = limiter.acquire();
  stop.abort();
  await expect(waits).rejects.toMatchObject({ code: "aborted" });
  limiter.release();
  await next;
  limiter.release();
  await expect(limiter.acquire(AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
  await limiter.acquire();
});

test("a signal that aborts just after a place was given loses no place", async () => {
  const limiter = createLimiter(1);
  await limiter.acquire();
  const stop = new AbortController();
  const given = limiter.acquire(stop.signal);
  limiter.release();
  stop.abort();
  await given;
  limiter.release();
  await limiter.acquire();
});

test("positions in the queue are told, and one may go first", async () => {
  const limiter = createLimiter(1);
  await limiter.acquire();
  const positions: number[] = [];
  const order: string[] = [];
  const waits = [
    limiter.acquire(undefined, { onQueued: (at) => positions.push(at) }).then(() => order.push("second")),
    limiter.acquire(undefined, { onQueued: (at) => positions.push(at) }).then(() => order.push("third")),
    limiter.acquire(undefined, { first: true, onQueued: (at) => positions.push(at) }).then(() => order.push("first")),
  ];
  for (const _ of waits) limiter.release();
  await Promise.all(waits);
  expect(positions).toEqual([1, 2, 1]);
  expect(order).toEqual(["first", "second", "third"]);
});
