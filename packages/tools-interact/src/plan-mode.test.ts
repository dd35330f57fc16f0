import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  ask,
  contentText,
  createRegistry,
  defineTool,
  deny,
  firstOf,
  openSession,
  type Policy,
  planModeKey,
  type Session,
  type SessionOptions,
  type Tool,
} from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { planReplies } from "./_answers.fixture.ts";
import { createAsker } from "./create-asker.ts";
import { interactTools } from "./interact-tools.ts";
import type { InteractToolsOptions } from "./options.ts";
import { type Asker, type PlanReply, type PlanRequest, planIdOf } from "./port/index.ts";
import { think } from "./think.ts";

const plan = "1. Write b.txt.\n2. Check it.";

const yes: Asker = {
  ask: () => ({ outcome: "unavailable" }),
  review: ({ planId }) => ({ outcome: "approved", planId }),
};
const answering = (reply: PlanReply): Asker => ({ ...yes, review: () => reply });

/** A tool of a server of others, as `@holdall/mcp` makes them. */
const foreign = (name: string, hints = {}): Tool =>
  defineTool({
    name,
    category: "mcp",
    description: "Do something elsewhere.",
    input: z.object({}),
    hints,
    access: () => [{ action: "execute", target: `mcp:${name}` }],
    execute: () => "done",
  }) as Tool;

function open(options: InteractToolsOptions & Partial<SessionOptions> = {}, more: readonly Tool[] = []): Session {
  const backend = memoryBackend({ files: { "/a.txt": "a\n" } });
  const tools = [...fsTools({ backend }), ...interactTools(options), think(), ...more];
  return openSession(createRegistry(tools), { policy: allow(), ...options });
}

const write = (session: Session, path = "/b.txt") => session.call("write_file", { path, content: "b\n" });
const isActive = (session: Session) => session.state(planModeKey).active;

describe("in plan mode", () => {
  it("what reads works, and the policy is not asked about the rest", async () => {
    const judged: string[] = [];
    const policy: Policy = ({ access }) => {
      judged.push(access?.action ?? "none");
      return { effect: "allow" };
    };
    const session = open({ policy });
    expect((await write(session, "/before.txt")).ok).toBe(true);
    await session.call("EnterPlanMode", { reason: "large" });
    judged.length = 0;
    expect((await session.call("read_file", { path: "/a.txt" })).ok).toBe(true);
    expect((await session.call("think", { thought: "hm" })).ok).toBe(true);
    expect(await write(session)).toMatchObject({
      error: { code: "permission_denied", message: expect.stringContaining("Plan mode") },
    });
    expect(await session.decide("delete_file", { path: "/a.txt" })).toMatchObject({ effect: "deny" });
    expect(judged).toEqual(["read", "none"]);
  });

  it("a call beside the one that turns it on, and after it, is refused", async () => {
    const session = open();
    const [first, on, late] = await session.callAll([
      { tool: "write_file", input: { path: "/before.txt", content: "" } },
      { tool: "enter_plan_mode", input: {} },
      { tool: "write_file", input: { path: "/b.txt", content: "" } },
    ]);
    expect([first?.ok, on?.ok, late?.ok]).toEqual([true, true, false]);
  });

  it("a policy that denies what reads still denies it", async () => {
    const session = open({ policy: firstOf(deny({ actions: ["read"] }), allow()) });
    await session.call("enter_plan_mode", {});
    expect(await session.call("read_file", { path: "/a.txt" })).toMatchObject({ error: { code: "permission_denied" } });
  });

  it("what only shows itself mid-call, and calls within calls, are judged as well", async () => {
    const outer = defineTool({
      name: "outer",
      category: "test",
      description: "Call others.",
      input: z.object({}),
      access: () => [],
      async execute(_, { call, require }) {
        const inner = await call("write_file", { path: "/b.txt", content: "" });
        const late = await require({ action: "write", target: "/c.txt" }).then(
          () => true,
          () => false,
        );
        return { inner: inner.ok, late };
      },
    });
    const session = open({}, [outer as Tool]);
    expect(await session.call("outer", {})).toMatchObject({ output: { inner: true, late: true } });
    await session.call("enter_plan_mode", {});
    expect(await session.call("outer", {})).toMatchObject({ output: { inner: false, late: false } });
  });

  it("bug: side effects over MCP (t3code#3744): tools of servers are denied, whatever their hints say, but for the host's list", async () => {
    const session = open({ readers: ["mcp__docs__look"] }, [
      foreign("mcp__docs__write"),
      foreign("mcp__docs__claims", { readOnly: true }),
      foreign("mcp__docs__look"),
    ]);
    await session.call("enter_plan_mode", {});
    const results = ["mcp__docs__write", "mcp__docs__claims", "mcp__docs__look"].map((name) => session.call(name, {}));
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([false, false, true]);
  });

  it("bug: children write in plan mode (opencode#39979, #2631), and leave it", async () => {
    const parent = open({ asker: yes });
    const child = open({ asker: yes });
    child.state(planModeKey).follow(parent.state(planModeKey));
    const inherited = planModeKey.inherit(parent.state(planModeKey));
    await parent.call("enter_plan_mode", {});
    expect((await write(child)).ok).toBe(false);
    expect(await child.call("exit_plan_mode", { plan })).toMatchObject({ error: { code: "permission_denied" } });
    expect([isActive(child), inherited.active]).toEqual([true, true]);
    await parent.call("exit_plan_mode", { plan });
    expect(inherited).toMatchObject({ active: false, plan: { text: plan } });
    expect((await write(child)).ok).toBe(true);
  });

  it("bug: resuming loses the mode (grida#905): a snapshot keeps it, and one that cannot be read opens nothing", async () => {
    const session = open();
    await session.call("enter_plan_mode", {});
    const snapshot = JSON.parse(JSON.stringify(session.snapshot()));
    expect((await write(open({ restore: snapshot }))).ok).toBe(false);
    const broken = { ...snapshot, state: { ...snapshot.state, planMode: { active: "no" } } };
    expect((await write(open({ restore: broken }))).ok).toBe(false);
  });
});

describe("leaving it", () => {
  it("takes a person's yes, which ends with what was before", async () => {
    const policy = firstOf(ask({ actions: ["delete"] }), allow());
    const session = open({ asker: yes, policy });
    await session.call("enter_plan_mode", {});
    const result = await session.call("ExitPlanMode", { plan });
    expect(result).toMatchObject({ ok: true, output: { outcome: "approved", plan_id: await planIdOf(plan) } });
    expect((await write(session)).ok).toBe(true);
    expect(session.state(planModeKey).plan).toMatchObject({ text: plan, id: await planIdOf(plan) });
    // Bug: the wrong mode is restored (agenc-core#2533): the policy is what it was.
    expect(await session.decide("delete_file", { path: "/a.txt" })).toMatchObject({ effect: "ask" });
  });

  it.each(planReplies)("%s: it stays on, and nothing of the plan is kept", async (outcome, reply) => {
    const session = open({ asker: answering(reply) });
    await session.call("enter_plan_mode", {});
    const result = await session.call("exit_plan_mode", { plan });
    expect(result.ok ? result.output : result.error.data).toMatchObject({ outcome, plan_id: await planIdOf(plan) });
    expect((await write(session)).ok).toBe(false);
    // Bug: an unapproved plan is found later and carried out (antigravity-cli#295).
    expect(JSON.stringify(session.snapshot())).not.toContain("Write b.txt");
  });

  it("bug: an allow rule in a run without a person leaves plan mode (gemini-cli exit-plan-mode)", async () => {
    for (const policy of [allow(), allow({ tools: ["exit_plan_mode"] }), ask()]) {
      const session = open({ policy, approve: () => true });
      session.state(planModeKey).enter();
      const result = await session.call("exit_plan_mode", { plan });
      expect(result).toMatchObject({ ok: false, error: { data: { outcome: "unavailable" } } });
      expect(contentText(result.content)).toContain("End with the plan as your answer.");
      expect(isActive(session)).toBe(true);
    }
  });

  it("bug: approve A, refine to B, run (t3code#3744): a yes to another text is none", async () => {
    const session = open({ asker: answering({ outcome: "approved", planId: await planIdOf(plan) }) });
    await session.call("enter_plan_mode", {});
    expect(await session.call("exit_plan_mode", { plan: `${plan} ` })).toMatchObject({ error: { code: "stale" } });
    expect(isActive(session)).toBe(true);
    expect((await session.call("exit_plan_mode", { plan })).ok).toBe(true);
    // Consumed: the next plan mode needs its own yes, also to a text that was approved before.
    await session.call("enter_plan_mode", {});
    expect(session.state(planModeKey).plan).toBeUndefined();
    expect(isActive(session)).toBe(true);
  });

  it("bug: the dialog does not show the plan (clawcodex#852)", async () => {
    const shown: PlanRequest[] = [];
    const asker = createAsker({
      review(request) {
        shown.push(request);
        return { outcome: "declined" };
      },
    });
    const session = open({ asker });
    await session.call("enter_plan_mode", {});
    await session.call("exit_plan_mode", { plan, allow: [{ tool: "bash", scope: "npm test" }] });
    expect(shown).toMatchObject([{ plan, grants: [{ tool: "bash", scope: "npm test" }] }]);
  });

  it("bug: a path is approved, and the file changes afterwards (gemini-cli): only text is taken", async () => {
    const session = open({ asker: yes });
    await session.call("enter_plan_mode", {});
    expect(await session.call("exit_plan_mode", { plan_filename: "plan.md" })).toMatchObject({
      error: { code: "invalid_input", hint: expect.stringContaining("as `plan`") },
    });
    expect(isActive(session)).toBe(true);
  });

  it("fails outside of plan mode, and for a plan that is empty or longer than 20 kB", async () => {
    const session = open({ asker: yes });
    expect(await session.call("exit_plan_mode", { plan })).toMatchObject({ error: { code: "unsupported" } });
    await session.call("enter_plan_mode", {});
    for (const wrong of [" \n", "ä".repeat(10_001)]) {
      expect(await session.call("exit_plan_mode", { plan: wrong })).toMatchObject({ error: { code: "invalid_input" } });
    }
  });

  it("a person who is asked while the call is aborted approves nothing", async () => {
    const stop = new AbortController();
    const asker: Asker = {
      ...yes,
      review({ planId }) {
        stop.abort();
        return { outcome: "approved", planId };
      },
    };
    const session = open({ asker });
    await session.call("enter_plan_mode", {});
    await session.call("exit_plan_mode", { plan }, { signal: stop.signal });
    expect(isActive(session)).toBe(true);
  });
});

describe("what is permitted with a plan", () => {
  const policy = firstOf(deny({ under: "/locked" }), ask({ actions: ["write", "delete", "execute"] }), allow());

  async function approved(grants: readonly { tool: string; scope?: string; prompt?: string }[]) {
    const session = open({ asker: yes, policy }, [foreign("run")]);
    await session.call("enter_plan_mode", {});
    const allowed = grants.some(({ prompt }) => prompt !== undefined) ? { allowedPrompts: grants } : { allow: grants };
    return { session, result: await session.call("exit_plan_mode", { plan, ...allowed }) };
  }
  const effects = async (session: Session) => {
    const calls: [string, object][] = [
      ["write_file", { path: "/b.txt", content: "" }],
      ["write_file", { path: "/c.txt", content: "" }],
      ["delete_file", { path: "/b.txt" }],
      ["write_file", { path: "/locked/b.txt", content: "" }],
      ["run", {}],
    ];
    return Promise.all(calls.map(async ([tool, input]) => (await session.decide(tool, input)).effect));
  };

  it("is exactly that, ends with the plan, and lifts no denial", async () => {
    const { session, result } = await approved([
      { tool: "write_file", scope: "b.txt" },
      { tool: "write_file", scope: "/locked/b.txt" },
      { tool: "run", scope: "mcp:run" },
    ]);
    expect(contentText(result.content)).toContain("- write_file: b.txt");
    expect(await effects(session)).toEqual(["allow", "ask", "ask", "deny", "allow"]);
    const restored = openSession(session.registry, { policy, restore: JSON.parse(JSON.stringify(session.snapshot())) });
    expect(await effects(restored)).toEqual(["allow", "ask", "ask", "deny", "allow"]);
    session.state(planModeKey).endPlan();
    expect(await effects(session)).toEqual(["ask", "ask", "ask", "deny", "ask"]);
  });

  it("ends when plan mode is entered anew", async () => {
    const { session } = await approved([{ tool: "Write", scope: "/b.txt" }]);
    expect((await effects(session))[0]).toBe("allow");
    await session.call("enter_plan_mode", {});
    await session.call("exit_plan_mode", { plan: "Another." });
    expect((await effects(session))[0]).toBe("ask");
  });

  it("takes `allowedPrompts`, whose words permit what they say exactly and nothing that they describe", async () => {
    const { session, result } = await approved([
      { tool: "run", prompt: "run anything" },
      { tool: "Write", prompt: "/b.txt" },
    ]);
    expect(result.ok).toBe(true);
    expect(await effects(session)).toEqual(["allow", "ask", "ask", "deny", "ask"]);
  });

  it("attack: a plan cannot permit to leave the sandbox", async () => {
    const { session, result } = await approved([{ tool: "bash", scope: "sandbox:all" }]);
    expect(result).toMatchObject({ error: { code: "invalid_input" } });
    expect(isActive(session)).toBe(true);
  });
});
