import { describe, expect, it } from "vitest";
import { greet, sessionOf, toolOf, wave } from "../_greeting.fixture.ts";
import type { ToolEvent } from "../event.ts";
import type { Access } from "./access.ts";
import type { ApprovalRequest } from "./approval.ts";
import { allow, ask, deny, firstOf, type Policy, strictest } from "./policy.ts";

const reads = (...targets: string[]): Access[] => targets.map((target) => ({ action: "read", target }));
const touching = (...access: Access[]) => toolOf(() => "done", { access: () => access });
const call = async (policy: Policy, ...access: Access[]) => {
  const result = await sessionOf([touching(...access)], { policy }).call("run_it");
  return result.ok ? "allowed" : `${result.error.code}: ${result.error.message}`;
};

describe("policy", () => {
  it("denies when nobody has an opinion", async () => {
    expect(await call(() => undefined, ...reads("/a"))).toMatch(/^permission_denied: .*read \/a.*No rule/);
    expect(await call(allow({ actions: ["read"] }))).toMatch(/permission_denied/);
    expect(await call(allow({ actions: ["none"] }))).toBe("allowed");
  });

  it("asks about every access of a call; one that is not allowed stops it", async () => {
    const policy = allow({ actions: ["read"], under: "/src" });
    expect(await call(policy, ...reads("/src/a", "/src"))).toBe("allowed");
    expect(await call(policy, ...reads("/src/a", "/srcs/b"))).toMatch(/read \/srcs\/b/);
    expect(await call(policy, { action: "write", target: "/src/a" })).toMatch(/permission_denied/);
  });

  it("combines: the first opinion, or the strictest", async () => {
    expect(await call(firstOf(deny({ under: "/src/.env" }, "Secrets."), allow()), ...reads("/src/.env"))).toMatch(
      /Secrets\./,
    );
    expect(await call(firstOf(allow({ tools: ["run_it"] }), deny()), ...reads("/a"))).toBe("allowed");
    expect(await call(strictest(allow(), ask(), deny({ actions: ["read"] })), ...reads("/a"))).toMatch(
      /permission_denied/,
    );
    expect(
      await call(
        strictest(allow(), () => undefined),
        ...reads("/a"),
      ),
    ).toBe("allowed");
  });

  it("fails closed when a policy throws, and keeps the cause for the host", async () => {
    const broken: Policy = () => {
      throw new Error("typo");
    };
    expect(await call(broken, ...reads("/a"))).toMatch(/^permission_denied: Not permitted: the policy failed/);
  });

  it("answers a running tool at once while all policies do, and else when they have", async () => {
    const abstains: Policy = () => undefined;
    const late: Policy = async () => undefined;
    const asking = toolOf(
      (_, { decide }) => {
        const [a, b] = reads("/a", "/b").map(decide);
        return [typeof a, typeof b];
      },
      { access: () => reads("/a") },
    );
    const allowed = firstOf(deny({ under: "/b" }), allow());
    const types = async (policy: Policy) => (await sessionOf([asking], { policy }).call("run_it")).content[0];
    expect(await types(strictest(abstains, firstOf(abstains, allowed)))).toMatchObject({ text: '["string","string"]' });
    for (const policy of [
      firstOf(late, allowed),
      strictest(allowed, late),
      firstOf(abstains, strictest(late, allowed)),
    ]) {
      expect(await types(policy)).toMatchObject({ text: '["object","object"]' });
      expect(await call(policy, ...reads("/a"))).toBe("allowed");
      expect(await call(policy, ...reads("/b"))).toMatch(/permission_denied/);
    }
  });

  it("fails closed when a policy throws late", async () => {
    expect(
      await call(
        firstOf(async () => Promise.reject(new Error("typo")), allow()),
        ...reads("/a"),
      ),
    ).toMatch(/^permission_denied: Not permitted: the policy failed/);
  });

  it("counts a tool that declares nothing as execution, unless its hints say it is harmless", async () => {
    const { access: _, ...undeclared } = toolOf(() => 1);
    const policy = allow({ actions: ["none"] });
    expect(await sessionOf([undeclared], { policy }).call("run_it")).toMatchObject({
      error: { data: { access: [{ action: "execute", target: "run_it" }] } },
    });
    expect((await sessionOf([wave], { policy }).call("wave_hand")).ok).toBe(true);
  });

  it("explains itself without running", async () => {
    const session = sessionOf([greet], { policy: ask({ under: "/people" }) });
    expect(await session.decide("Greet", { who: "Ada" })).toEqual({
      effect: "ask",
      tool: "greet_person",
      prompt: "Greet person: read /people/Ada",
      access: reads("/people/Ada"),
      input: { first_name: "Ada" },
    });
    expect(await session.decide("Greet", { who: 7 })).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("first_name"),
    });
    expect(await session.decide("Nothing")).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("no tool"),
    });
  });
});

describe("approvals", () => {
  it("asks the user once for all accesses, and tells the host", async () => {
    const asked: ApprovalRequest[] = [];
    const events: ToolEvent[] = [];
    const approve = (request: ApprovalRequest) => asked.push(request) > 0;
    const options = { policy: ask(), approve, onEvent: (event: ToolEvent) => void events.push(event) };
    expect((await sessionOf([touching(...reads("/a", "/b"))], options).call("run_it")).ok).toBe(true);
    expect(asked).toMatchObject([
      { tool: "run_it", access: reads("/a", "/b"), prompt: "Run it: read /a\nRun it: read /b" },
    ]);
    expect(events.map(({ type }) => type)).toEqual(["call-start", "permission-request", "call-end"]);
  });

  it.each([[["/ask", "/deny"]], [["/deny", "/ask"]], [["/ask", "/late/deny", "/open"]]])(
    "denies a call at once when one of its accesses is denied, and asks nobody about the others: %j",
    async (targets) => {
      const asked: ApprovalRequest[] = [];
      const events: string[] = [];
      const late: Policy = async ({ access }) =>
        access?.target === "/late/deny" ? { effect: "deny", reason: "Late." } : undefined;
      const result = await sessionOf([touching(...reads(...targets))], {
        policy: firstOf(deny({ under: "/deny" }), ask({ under: "/ask" }), late, allow()),
        approve: (request) => asked.push(request) > 0,
        onEvent: ({ type }) => void events.push(type),
      }).call("run_it");
      const denied = targets.filter((target) => target.endsWith("deny"));
      expect(!result.ok && result.error).toMatchObject({
        code: "permission_denied",
        data: { access: reads(...denied) },
      });
      expect(asked).toEqual([]);
      expect(events).toEqual(["call-start", "call-end"]);
    },
  );

  it("means no: no user to ask, a no, a no with a reason, an approver that fails", async () => {
    const message = async (approve?: () => boolean | { approved: boolean; reason: string }) => {
      const result = await sessionOf([touching(...reads("/a"))], { policy: ask(), approve }).call("run_it");
      return result.ok ? "ran" : result.error.message;
    };
    expect(await message()).toMatch(/the user cannot be asked/);
    expect(await message(() => false)).toMatch(/user declined/);
    expect(await message(() => ({ approved: false, reason: "Not on Fridays." }))).toMatch(
      /declined .*Not on Fridays\./,
    );
    expect(
      await message(() => {
        throw new Error("terminal gone");
      }),
    ).not.toBe("ran");
  });

  it("lets a host stand in for one call, and not for the calls below it", async () => {
    const inner = toolOf(() => "inner ran", { name: "inner_call", access: () => reads("/b") });
    const outer = toolOf((_, ctx) => ctx.call("inner_call", {}), { access: () => reads("/a") });
    const result = await sessionOf([inner, outer], { policy: ask() }).call("run_it", {}, { approve: () => true });
    expect(result).toMatchObject({ ok: true, output: { ok: false, error: { code: "permission_denied" } } });
  });

  it("stops waiting for an answer when the call is aborted", async () => {
    const controller = new AbortController();
    const approve = () => {
      controller.abort();
      return new Promise<boolean>(() => {});
    };
    const session = sessionOf([touching(...reads("/a"))], { policy: ask(), approve });
    expect(await session.call("run_it", {}, { signal: controller.signal })).toMatchObject({
      error: { code: "aborted" },
    });
  });

  it("judges what a tool discovers mid-call", async () => {
    const tool = toolOf(async (_, ctx) => {
      await ctx.require({ action: "network", target: "https://elsewhere.test" });
      return "reached";
    });
    expect(await sessionOf([tool], { policy: allow({ actions: ["none"] }) }).call("run_it")).toMatchObject({
      error: { code: "permission_denied" },
    });
    expect(await sessionOf([tool]).call("run_it")).toMatchObject({ output: "reached" });
  });
});

describe("dry run", () => {
  const writing = (more = {}) =>
    toolOf((_, ctx) => ctx.dryRun, { access: () => [{ action: "write", target: "/a" }], ...more });

  it("refuses what would change something and cannot preview it", async () => {
    expect(await sessionOf([writing()], { dryRun: true }).call("run_it")).toMatchObject({
      error: { code: "permission_denied", message: expect.stringMatching(/dry run/) },
    });
    expect(await sessionOf([writing({ previews: true })], { dryRun: true }).call("run_it")).toMatchObject({
      output: true,
    });
    expect(await sessionOf([touching(...reads("/a"))], { dryRun: true }).call("run_it")).toMatchObject({ ok: true });
  });
});
