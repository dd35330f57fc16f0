import { memoryBackend } from "@holdall/backends-memory";
import { ask, createRegistry, openSession } from "@holdall/tool-core";
import { readFile } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { createCallStore } from "../call/call-store.ts";
import { createApprovals } from "./approvals.ts";

const files = { "/a.txt": "hello\n" };

function open(approvals: ReturnType<typeof createApprovals>, store = createCallStore()) {
  const registry = createRegistry([readFile({ backend: memoryBackend({ files }) })]);
  const { approve } = approvals;
  return openSession(registry, { policy: ask(), approve, onEvent: store.onEvent });
}

/** Wait until something is asked. */
const asked = (approvals: ReturnType<typeof createApprovals>) =>
  new Promise<void>((resolve) => {
    const stop = approvals.subscribe(() => {
      if (approvals.pending().length === 0) return;
      stop();
      resolve();
    });
  });

test("a call waits for its answer, and a no carries its reason to the model", async () => {
  const approvals = createApprovals();
  await using session = open(approvals);
  for (const [answer, ok] of [
    ["once", true],
    ["deny", false],
  ] as const) {
    const waiting = asked(approvals);
    const call = session.call("read_file", { path: "a.txt" });
    await waiting;
    const [request] = approvals.pending();
    expect(request).toMatchObject({ tool: "read_file", access: [{ action: "read", target: "/a.txt" }] });
    expect(approvals.answer(request?.callId ?? "", answer, "secret")).toBe(true);
    const result = await call;
    expect(result.ok).toBe(ok);
    if (!result.ok) expect(result.error.message).toContain("secret");
    expect(approvals.pending()).toEqual([]);
  }
  expect(approvals.answer("nobody", "once")).toBe(false);
});

test("a yes that lasts is kept before the call goes on; one that cannot be kept is a no", async () => {
  const grants: string[] = [];
  const approvals = createApprovals({
    onGrant: ({ scope, request }) => {
      grants.push(`${scope} ${request.tool}`);
      if (scope === "always") throw new Error("the disk is full");
    },
  });
  await using session = open(approvals);
  const results = [];
  for (const answer of ["session", "always"] as const) {
    const waiting = asked(approvals);
    const call = session.call("read_file", { path: "a.txt" });
    await waiting;
    approvals.answer(approvals.pending()[0]?.callId ?? "", answer);
    results.push(await call);
  }
  expect(grants).toEqual(["session read_file", "always read_file"]);
  expect(results.map(({ ok }) => ok)).toEqual([true, false]);
  expect(JSON.stringify(results[1])).toContain("the disk is full");
});

test("a cancelled call takes its question with it", async () => {
  const approvals = createApprovals();
  await using session = open(approvals);
  const stop = new AbortController();
  const waiting = asked(approvals);
  const call = session.call("read_file", { path: "a.txt" }, { signal: stop.signal });
  await waiting;
  stop.abort();
  expect((await call).ok).toBe(false);
  expect(approvals.pending()).toEqual([]);
});

test("a store tells once of what happened in one turn", async () => {
  const approvals = createApprovals();
  const store = createCallStore();
  await using session = open(approvals, store);
  let told = 0;
  store.subscribe(() => {
    told += 1;
  });
  const waiting = asked(approvals);
  const call = session.call("read_file", { path: "a.txt" });
  await waiting;
  approvals.answer(approvals.pending()[0]?.callId ?? "", "once");
  await call;
  await Promise.resolve();
  expect(store.calls()).toMatchObject([{ state: "success", subject: "a.txt", outcome: "1 line" }]);
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThanOrEqual(3);
});
