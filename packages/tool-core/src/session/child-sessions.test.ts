import { expect, it } from "vitest";
import { sessionOf, toolOf } from "../_greeting.fixture.ts";
import type { ToolEvent } from "../event.ts";
import { allow, ask, deny, firstOf } from "../policy/policy.ts";
import { type ChildOptions, openChild } from "./child-sessions.ts";
import type { Session, SessionOptions } from "./session.ts";
import type { StateKey } from "./state.ts";

const remove = toolOf(() => "removed", { name: "remove_it", access: () => [{ action: "delete", target: "/a" }] });

/** A child that was opened by a call of a session with these options. */
async function childOf(options: Partial<SessionOptions>, child: Partial<ChildOptions> = {}) {
  let opened: Session | undefined;
  let again: (() => Session) | undefined;
  const open = toolOf(
    (_input, ctx) => {
      opened = openChild(ctx, { name: "helper", only: ({ name }) => name !== "open_child", ...child });
      again = () => openChild(ctx, { name: "late", only: () => true });
      return "opened";
    },
    { name: "open_child" },
  );
  const session = sessionOf([open, remove], options);
  await session.call("open_child", {}, { callId: "the-call" });
  if (!opened || !again) throw new Error("The call did not open a session.");
  return { session, child: opened, again };
}

it("a child has the tools it is given, and its calls name the call that it works for", async () => {
  const events: ToolEvent[] = [];
  const { child } = await childOf({ onEvent: (event) => void events.push(event) });
  expect(child.registry.tools().map(({ name }) => name)).toEqual(["remove_it"]);
  expect(await child.call("open_child", {})).toMatchObject({ ok: false, error: { code: "unknown_tool" } });
  await child.call("remove_it", {});
  const starts = events.filter((event) => event.type === "call-start" && event.tool === "remove_it");
  expect(starts).toMatchObject([{ parentId: "the-call", callId: "the-call-2", sessionId: child.id }]);
});

it("the stricter of both policies stands, and where the parent's has no opinion the child's allows nothing", async () => {
  const quiet = allow({ tools: ["open_child"] });
  for (const policy of [quiet, firstOf(quiet, deny()), firstOf(quiet, ask())]) {
    const { child } = await childOf({ policy }, { policy: allow() });
    expect(await child.call("remove_it", {})).toMatchObject({ ok: false, error: { code: "permission_denied" } });
  }
  const { child } = await childOf({}, { policy: deny({ actions: ["delete"] }) });
  expect(await child.call("remove_it", {})).toMatchObject({ ok: false, error: { code: "permission_denied" } });
});

it("what it must ask goes to the parent's approver, with the name in path and prompt", async () => {
  const asked: unknown[] = [];
  const policy = firstOf(allow({ tools: ["open_child"] }), ask());
  const { child } = await childOf({ policy, approve: ({ path, prompt }) => asked.push([path, prompt]) > 0 });
  expect(await child.call("remove_it", {})).toMatchObject({ ok: true });
  expect(asked).toEqual([[["helper"], "helper: Remove it: delete /a"]]);
  const silent = await childOf({ policy, approve: () => true }, { approve: () => undefined });
  expect(await silent.child.call("remove_it", {})).toMatchObject({ ok: false });
});

it("it closes with its parent, and a closed session opens none", async () => {
  const { session, child, again } = await childOf({});
  await session[Symbol.asyncDispose]();
  expect(again).toThrow("The session of this call is closed.");
  expect(await child.call("remove_it", {})).toMatchObject({ ok: false, error: { code: "aborted" } });
});

it("its state is its own but for keys that say what it inherits", async () => {
  const own: StateKey<string[]> = { name: "own", create: () => [] };
  const shared: StateKey<string[]> = { name: "shared", create: () => [], inherit: (parent) => parent };
  const { session, child } = await childOf({});
  for (const key of [own, shared]) child.state(key).push("from the child");
  expect([session.state(own), session.state(shared)]).toEqual([[], ["from the child"]]);
});
