import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { type Channel, changeSeenFrom, channel } from "./watch.ts";

function open(signal: AbortSignal) {
  let filled: Channel<number> | undefined;
  let stops = 0;
  const values = channel<number>(signal, (into) => {
    filled = into;
    return () => stops++;
  });
  return { values, into: () => filled, stops: () => stops };
}

test("a channel keeps what comes before the first read, and ends with its signal", async () => {
  const abort = new AbortController();
  const { values, into, stops } = open(abort.signal);
  into()?.push(1);
  into()?.push(2);
  const seen: number[] = [];
  for await (const value of values) {
    seen.push(value);
    if (value === 2) setImmediate(() => into()?.push(3));
    if (value === 3) abort.abort();
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(stops()).toBeGreaterThan(0);
});

test("a failure comes after what was there, and a reader that leaves stops the source", async () => {
  const failing = open(new AbortController().signal);
  failing.into()?.push(1);
  failing.into()?.fail(new Error("lost"));
  const seen: number[] = [];
  const reading = (async () => {
    for await (const value of failing.values) seen.push(value);
  })();
  await expect(reading).rejects.toThrow("lost");
  expect([seen, failing.stops()]).toEqual([[1], 1]);

  const left = open(new AbortController().signal);
  left.into()?.push(1);
  for await (const _ of left.values) break;
  expect(left.stops()).toBe(1);
});

test("a channel whose signal has aborted starts nothing", async () => {
  const { values, into } = open(AbortSignal.abort());
  expect([into(), await Array.fromAsync(values)]).toEqual([undefined, []]);
});

test("a watch is told of what is below, and of the loss of a folder around it", () => {
  const [watched, below, above, beside] = [toPath("/a/b"), toPath("/a/b/c"), toPath("/a"), toPath("/a/bc")];
  expect(changeSeenFrom(watched, { path: below, kind: "changed" })).toEqual({ path: below, kind: "changed" });
  expect(changeSeenFrom(watched, { path: above, kind: "removed" })).toEqual({ path: watched, kind: "removed" });
  expect(changeSeenFrom(watched, { path: above, kind: "changed" })).toBeUndefined();
  expect(changeSeenFrom(watched, { path: beside, kind: "removed" })).toBeUndefined();
});
