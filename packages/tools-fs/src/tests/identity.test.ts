import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
// By path, as backends-s3 tests itself with these tools, and packages must not need each other in a circle.
import { everyBackend } from "../../../conformance/src/_every-backend.fixture.ts";
import { compareWithRecorded, count, recordedSession } from "./_identity.fixture.ts";
import { startFiles } from "./_recording.fixture.ts";
import { startPlay } from "./guard/_play.fixture.ts";

const recorded = await recordedSession();
const stores = await everyBackend("identity", { mounted: "/ws/src" });

test("the recorded session has calls of every kind, good and bad", () => {
  const calls = recorded.steps.filter(({ tool }) => tool !== undefined);
  expect(calls).toHaveLength(count);
  const good = recorded.results.filter((text) => text.includes('\n "ok": true'));
  expect(good.length).toBeGreaterThan(calls.length / 2);
  expect(recorded.results.length - good.length).toBeGreaterThan(calls.length / 6);
});

test.each(stores)(
  "$name: the same results and the same bytes",
  { timeout: 60_000, concurrent: true },
  async ({ name, open, root = "/ws" }) => {
    await using backend = disposable(await open());
    const play = await startPlay(backend, root, startFiles);
    for (const step of recorded.steps) await play.run(step);
    // Its listings do not tell how large files are.
    compareWithRecorded(recorded, await play.end(), name === "unstorage" ? withoutSizes : undefined);
  },
);

/** Listings of folders without sizes; file_info tells them everywhere. */
const withoutSizes = (text: string): string =>
  text.startsWith("list_directory ")
    ? text.replace(/,\s+"bytes": \d+/g, "").replace(/ \([\d.,]+ [kKMG]?i?B\)/g, "")
    : text;

const disposable = (backend: Backend): Backend & AsyncDisposable => ({
  ...backend,
  [Symbol.asyncDispose]: async () => backend[Symbol.asyncDispose]?.(),
});
