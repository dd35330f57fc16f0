import { memoryEngine } from "@holdall/durable";
import type { RunDetails } from "@holdall/durable/port";
import { createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { callInRun } from "@holdall/tools-agents/port";
import { expect, test } from "vitest";
import * as z from "zod";
import { viewRun } from "./view-run.ts";

const send = defineTool({
  name: "send_note",
  category: "messages",
  description: "Send a note.",
  input: z.object({ text: z.string() }),
  output: z.object({ sent: z.string() }),
  access: ({ text }) => [{ action: "message", target: `note:${text}` }],
  execute: ({ text }) => ({ sent: text }),
  render: ({ sent }) => sent,
});

test("a run that asks the user shows the question, and its steps once it has ended", async () => {
  await using engine = memoryEngine();
  engine.define("notes", "1", async (ctx) => {
    await ctx.step("prepare", () => ({ lines: 3 }));
    const open = async () =>
      openSession(createRegistry([send]), { id: "s", policy: () => ({ effect: "ask", prompt: "Send \u202e it?" }) });
    const { ok } = (await callInRun(ctx, { tool: "send_note", input: { text: "a" }, session: open })) as {
      ok: boolean;
    };
    return { ok };
  });
  await using _worker = await engine.work();
  const id = await engine.start("notes", null);
  const until = async (isReached: (run: RunDetails) => boolean) => {
    for await (const _ of engine.subscribe(id)) {
      const run = await engine.get(id);
      if (run && isReached(run)) return viewRun(run);
    }
    return viewRun((await engine.get(id)) as RunDetails);
  };
  const asking = await until(({ state, waits }) => state === "waiting" && waits.length > 0);
  expect(asking).toMatchObject({
    ...{ name: "notes", state: "waiting", label: "waiting for you", tone: "caution" },
    steps: [{ name: "prepare", status: "done", detail: '{"lines":3}' }],
    waits: [
      {
        event: expect.stringMatching(/^approval /),
        asked: {
          ...{ kind: "approval", tool: "send_note" },
          approval: { prompt: "Send ⟨202E⟩ it?", access: [{ action: "message", target: "note:a" }] },
        },
      },
    ],
  });
  await engine.signal(id, asking.waits[0]?.event ?? "", true);
  const ended = await until(() => false);
  expect(ended).toMatchObject({ state: "completed", label: "completed", tone: "good", waits: [] });
  expect(ended.steps.map(({ name, status, detail }) => [name, status, detail])).toEqual([
    ["prepare", "done", '{"lines":3}'],
    ["approval answered", "done", "true"],
    [expect.stringContaining("send_note"), "done", "a"],
  ]);
});

test("a run of a list has no steps, and one that failed says why", () => {
  const base = { id: "run_1", name: "a\nb", version: "1", queue: "default", priority: 0, attempt: 1, losses: 0 };
  const error = { code: "timeout", message: "Too \u0007late.", hint: "Again." };
  expect(viewRun({ ...base, state: "failed", failures: 1, input: null, created: 5, ended: 9, error })).toEqual({
    ...{ id: "run_1", name: "a ⏎ b", state: "failed", label: "failed", tone: "bad", created: 5, ended: 9 },
    ...{ steps: [], waits: [], error: { ...error, message: "Too ␇late." } },
  });
});
