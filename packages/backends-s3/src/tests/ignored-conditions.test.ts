import { backendCases, describeBackend } from "@holdall/conformance";
import { afterAll, expect, test } from "vitest";
import { bucketsOn, leftBy, openBucket, startS3Server } from "../_bucket.fixture.ts";

const lying = await startS3Server({ honors: [], pageSize: 7, wholeSeconds: true });
const partly = await startS3Server({ honors: ["create", "replace", "remove"], pageSize: 7, wholeSeconds: true });
afterAll(() => Promise.all([lying, partly].map((server) => server[Symbol.asyncDispose]())));

/** These read what plain writes have made: the same requests as to a store that honors conditions, and the same answers. */
const reading = ["listing", "ranges", "stream", "glob", "search"];
const skip = Object.fromEntries(
  reading.flatMap((domain) => backendCases[domain] ?? []).map(({ name }) => [name, "reads as s3Backend does"]),
);

describeBackend("s3Backend on a store that ignores conditions", bucketsOn(lying), { skip });
describeBackend("s3Backend on a store that ignores conditions on copies and parts", bucketsOn(partly), { skip });

test("a store that ignores conditions is found out, and compareAndSwap is not promised", async () => {
  const { conditions, can, move } = await openBucket(lying, { prefix: "probe" });
  expect(conditions).toEqual({ create: false, replace: false, remove: false });
  expect([can.compareAndSwap, can.write, move]).toEqual([false, true, undefined]);
});

test("no probe key and no part is left behind", () => {
  for (const server of [lying, partly]) expect(leftBy(server)).toEqual([]);
});
