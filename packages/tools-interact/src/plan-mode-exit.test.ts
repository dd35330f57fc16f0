import { memoryBackend } from "@holdall/backends-memory";
import { allow, ask, createRegistry, firstOf, openSession, planModeKey } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { createAsker } from "./create-asker.ts";
import { interactTools } from "./interact-tools.ts";

test("a person may end plan mode without a plan: then nothing is permitted by it, and an earlier plan's grants are gone", async () => {
  const asker = createAsker({ review: ({ planId }) => ({ outcome: "approved", planId }) });
  const registry = createRegistry([...fsTools({ backend: memoryBackend() }), ...interactTools({ asker })]);
  await using session = openSession(registry, { policy: firstOf(ask({ actions: ["write"] }), allow()) });
  const write = () => session.call("write_file", { path: "/b.txt", content: "b", overwrite: true });
  const mode = session.state(planModeKey);
  mode.enter();
  await session.call("exit_plan_mode", { plan: "Write it.", allow: [{ tool: "write_file", scope: "/b.txt" }] });
  expect(await write()).toMatchObject({ ok: true });
  mode.enter();
  mode.leave();
  expect([mode.active, mode.plan]).toEqual([false, undefined]);
  expect(await write()).toMatchObject({ ok: false, error: { code: "permission_denied" } });
});
