import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { type Access, preparedOf } from "../policy/access.ts";
import { planModeKey } from "../policy/plan-mode.ts";
import { ask, type Policy } from "../policy/policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { openSession } from "../session/open-session.ts";
import type { SessionOptions } from "../session/session.ts";
import { defineTool } from "../tool.ts";

/** A tool whose access check counts, and whose run says for which check and which input it was prepared. */
function openPreparing(options: Partial<SessionOptions> = {}) {
  let checks = 0;
  const asked: string[] = [];
  const tool = defineTool({
    name: "open_door",
    category: "test",
    description: "Opens.",
    input: z.object({ door: z.string() }),
    hints: { readOnly: true, openWorld: false },
    access: ({ door }) => ({ accesses: [{ action: "read", target: door }], prepared: { door, check: ++checks } }),
    execute({ door }, _ctx, prepared) {
      expectTypeOf(prepared).toEqualTypeOf<{ door: string; check: number } | undefined>();
      return `${door}: ${JSON.stringify(prepared)}`;
    },
  });
  const policy: Policy = ({ access }) => {
    asked.push(access?.target ?? "");
    return access?.target === "locked" ? { effect: "deny", reason: "It is locked." } : { effect: "allow" };
  };
  return { tool, asked, session: openSession(createRegistry([tool]), { policy, ...options }) };
}

it("hands what access prepared to execute, of exactly the check that was permitted", async () => {
  const { session, asked } = openPreparing();
  await session.decide("open_door", { door: "a" }); // a check of its own, which the call does not get
  const [a, b] = await session.callAll(["a", "b"].map((door) => ({ tool: "open_door", input: { door } })));
  expect([a, b]).toMatchObject([{ output: 'a: {"door":"a","check":2}' }, { output: 'b: {"door":"b","check":3}' }]);
  expect(asked).toEqual(["a", "a", "b"]);
});

it("asks about an input that middleware put in place, and prepares it anew", async () => {
  const through = (door: string) => openPreparing({ use: [(call, next) => next({ ...call, input: { door } })] });
  const open = through("other");
  expect(await open.session.call("open_door", { door: "a" })).toMatchObject({
    output: 'other: {"door":"other","check":2}',
  });
  expect(open.asked).toEqual(["a", "other"]);
  expect(await through("locked").session.call("open_door", { door: "a" })).toMatchObject({
    error: { code: "permission_denied", message: expect.stringContaining("locked") },
  });
});

it("asks the user about the input that middleware put in place", async () => {
  const prompts: unknown[] = [];
  const { session } = openPreparing({
    policy: ask(),
    approve: ({ input }) => prompts.push(input) === 1,
    use: [(call, next) => next({ ...call, input: { door: "other" } })],
  });
  expect(await session.call("open_door", { door: "a" })).toMatchObject({ error: { code: "permission_denied" } });
  expect(prompts).toEqual([{ door: "a" }, { door: "other" }]);
});

it("prepares once, whatever else looks at the accesses meanwhile", async () => {
  const { session, tool } = openPreparing({
    use: [
      async (call, next) => {
        await tool.access?.(call.input as { door: string }, { cwd: call.cwd, state: session.state });
        return next(call);
      },
    ],
  });
  expect(session.state(planModeKey).active).toBe(false);
  expect(await session.call("open_door", { door: "a" })).toMatchObject({ output: 'a: {"door":"a","check":1}' });
});

it("has nothing prepared for a list of accesses", () => {
  const accesses: Access[] = [{ action: "read", target: "a" }];
  expect(preparedOf(accesses)).toEqual({ accesses, prepared: undefined });
  expect(preparedOf({ accesses, prepared: 1 })).toEqual({ accesses, prepared: 1 });
});
