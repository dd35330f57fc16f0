import { join } from "node:path";
import { createInterface } from "node:readline";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { pgBossEngine } from "@holdall/durable";
import type { DurableEngine } from "@holdall/durable/port";
import { coding } from "@holdall/presets/coding";
import { defineTool, type Json, type Tool } from "@holdall/tool-core";
import type { PersonAsked } from "@holdall/tools-agents/port";
import { defineWorkflowRuns, type WorkflowStep, workflowRun } from "@holdall/tools-orchestration";
import * as z from "zod";
import type { Io } from "../io.ts";

/** What a worker of the demo tells the process that watches it, a line of JSON each. */
export type WorkerLine =
  | { readonly at: "open"; readonly run: string; readonly kept: number }
  | { readonly at: "begin" | "kept"; readonly name: string }
  | { readonly at: "waiting"; readonly event: string; readonly question: string }
  | { readonly at: "end"; readonly state: string; readonly losses: number; readonly steps: number };

/** The workflow of the demo: the last step deletes, which the user has to agree to. */
const steps: readonly WorkflowStep[] = [
  { id: "find", tool: "glob_files", input: { pattern: "src/*.js" } },
  { id: "measure", tool: "measure_file", each: { $from: "find", path: "/files" }, input: { path: { $from: "$item" } } },
  { id: "write", tool: "write_file", needs: ["measure"], input: { path: "docs/measured.md", content: "# Measured\n" } },
  { id: "delete", tool: "delete_file", needs: ["write"], input: { path: "CHANGELOG.md" } },
];

/** Milliseconds that a file takes, so that a kill comes in the middle of one. */
const slow = 350;

/** Carry out the demo's run in a folder until it ends, or this process does. Answers come as lines on stdin. */
export async function workOnDemo(folder: string, { stdin, stdout }: Pick<Io, "stdin" | "stdout">): Promise<void> {
  const tell = (line: WorkerLine) => void stdout.write(`${JSON.stringify(line)}\n`);
  const db = pgliteDatabase({ dir: join(folder, "runs") });
  const engine = await pgBossEngine({ db, poll: 100 });
  const measure = defineTool({
    name: "measure_file",
    category: "demo",
    description: "Measure a file, slowly.",
    input: z.object({ path: z.string() }),
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    async execute({ path }) {
      tell({ at: "begin", name: `measure ${path}` });
      await new Promise((resolve) => setTimeout(resolve, slow));
      return { path, measured: true };
    },
  });
  const preset = coding({ root: join(folder, "project"), shell: false, tools: [measure as Tool] });
  defineWorkflowRuns({ engine, open: () => ({ registry: preset.registry, options: preset }) });
  const input = JSON.parse(JSON.stringify({ steps, approved: [], session: "demo" })) as Json;
  const run = await engine.start(workflowRun, input, { key: "demo" });
  const before = await engine.get(run);
  tell({ at: "open", run, kept: before?.steps.length ?? 0 });
  const lines = createInterface({ input: stdin }).on("line", (line) => {
    const { event, answer } = JSON.parse(line) as { event: string; answer: Json };
    engine.signal(run, event, answer);
  });
  const opened = Date.now();
  await using _ = await engine.work();
  for await (const { type, data, at } of engine.subscribe(run)) {
    const { name, event } = Object(data) as { name?: string; event?: string };
    if (at >= opened && type === "step" && name) tell({ at: "kept", name });
    const { state, waits } = (type === "wait" && (await engine.get(run))) || {};
    const isAwaited = state === "waiting" && waits?.some((wait) => wait.event === event);
    if (isAwaited && event) tell({ at: "waiting", event, question: await questionOf(engine, run) });
  }
  const ended = await engine.get(run);
  tell({ at: "end", state: ended?.state ?? "", losses: ended?.losses ?? 0, steps: ended?.steps.length ?? 0 });
  lines.close();
  await engine[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]?.();
  await preset.close();
}

/** What the step that waits has asked. */
async function questionOf(engine: DurableEngine, run: string): Promise<string> {
  const outputs = (await engine.get(run))?.steps.map(({ output }) => (Object(output) as { asked?: PersonAsked }).asked);
  const asked = outputs?.findLast((each) => each !== undefined);
  return asked && "approval" in asked ? asked.approval.prompt : "";
}
