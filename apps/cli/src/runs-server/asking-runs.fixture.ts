import { memoryEngine } from "@holdall/durable";
import type { DurableEngine, RunDetails, RunId } from "@holdall/durable/port";
import { ask, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { callInRun } from "@holdall/tools-agents/port";
import * as z from "zod";

export interface AskingRuns extends AsyncDisposable {
  readonly engine: DurableEngine;
  /** What the runs have sent, once they were allowed to. */
  readonly sent: readonly string[];
  /** A run that waits for a yes before it sends a text. */
  start(text: string): Promise<RunId>;
}

/** An engine with a worker, whose runs ask a person. */
export async function openAskingRuns(): Promise<AskingRuns> {
  const sent: string[] = [];
  const send = defineTool({
    name: "send_note",
    category: "messages",
    description: "Send a note.",
    input: z.object({ text: z.string() }),
    access: ({ text }) => [{ action: "message", target: `note:${text}` }],
    execute: ({ text }) => ({ count: sent.push(text) }),
  });
  const engine = memoryEngine();
  const session = async () => openSession(createRegistry([send]), { id: "s", policy: ask() });
  engine.define("send a note", "1", async (ctx, text) => {
    const { ok } = await callInRun(ctx, { tool: "send_note", input: { text }, session });
    return { ok };
  });
  const worker = await engine.work();
  return {
    engine,
    sent,
    async start(text) {
      const id = await engine.start("send a note", text);
      await comesTo(engine, id, ({ state, waits }) => state === "waiting" && waits.length > 0);
      return id;
    },
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

/** Resolves to a run once it is as wanted, or has ended. */
export async function comesTo(
  engine: DurableEngine,
  id: RunId,
  isReached: (run: RunDetails) => boolean,
): Promise<RunDetails> {
  for await (const _ of engine.subscribe(id)) {
    const run = await engine.get(id);
    if (run && isReached(run)) return run;
  }
  return (await engine.get(id)) as RunDetails;
}
