import { check, same } from "../_assert.ts";
import { changedPaths, snapshot, succeeded, watchTool } from "../adapter/tool-session.ts";
import type { ToolCase } from "../tool/tool-case.ts";

/** Milliseconds after which canceled work hangs: a busy machine needs more than one second for what ends at once. */
const timeout = 10_000;

function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not end within ${timeout} ms`)), timeout);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Cancelling a call ends it at once, and its work soon, with nothing half done. */
export const abortCases: readonly ToolCase[] = [
  {
    name: "does not start when its signal is aborted already",
    async run(tool, fixture) {
      const { call, runs } = await watchTool(tool, fixture);
      const before = await snapshot(fixture);
      const result = await soon(call({ signal: AbortSignal.abort() }), "the call");
      same(result.ok || result.error.code, "aborted", "the result");
      same(runs.length, 0, "runs of the tool");
      same(changedPaths(before, await snapshot(fixture)), [], "changed paths");
    },
  },
  {
    name: "ends when it is aborted midway, with everything done or nothing",
    async run(tool, fixture, fresh) {
      const whole = await watchTool(tool, fixture);
      succeeded(await whole.call(), "the sample");
      const after = await snapshot(fixture);
      for (const turns of [0, 1, 2, 4, 8, 16, 32, 64, 128]) {
        const [same, another] = await fresh();
        const { call, runs } = await watchTool(same, another);
        const before = await snapshot(another);
        const abort = new AbortController();
        const calling = call({ signal: abort.signal });
        for (let i = 0; i < turns; i++) await Promise.resolve();
        abort.abort();
        const result = await soon(calling, "the call");
        const outcome = result.ok ? "ok" : result.error.code;
        check(result.ok || outcome === "aborted", `a call aborted after ${turns} turns ended with ${outcome}`);
        await soon(Promise.all(runs), "the work of the tool");
        const left = await snapshot(another);
        const isNothing = changedPaths(before, left).length === 0;
        const isAll = changedPaths(after, left).length === 0;
        check(isAll || (isNothing && !result.ok), `${outcome} after ${turns} turns left ${changedPaths(before, left)}`);
        await another.dispose?.();
      }
    },
  },
];
