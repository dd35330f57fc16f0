import { appendFileSync } from "node:fs";
import type { DurableEngine } from "@holdall/durable/port";
import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  type Policy,
  type Session,
  type Tool,
} from "@holdall/tool-core";
import { taskTools } from "@holdall/tools-tasks";
import * as z from "zod";
import type { Agent } from "../agent.ts";
import type { AgentRunner } from "../port/index.ts";
import { task } from "../task.ts";
import { defineAgentRuns } from "./define-agent-runs.ts";

export const agents: readonly [Agent, ...Agent[]] = [{ name: "general", description: "Anything." }];

/** A tool that writes a line when it begins and when it ends, and waits in between as it is told. */
export function stepTool(note: (line: string) => void, pause: (n: number) => Promise<void>): Tool {
  return defineTool({
    name: "do_part",
    category: "test",
    description: "Does a part.",
    input: z.object({ n: z.number() }),
    hints: { readOnly: false, idempotent: true, openWorld: false },
    access: ({ n }) => [{ action: "write", target: `/part-${n}` }],
    async execute({ n }) {
      note(`begin ${n} ${process.pid}`);
      await pause(n);
      note(`end ${n} ${process.pid}`);
      return `part ${n} done`;
    },
  }) as Tool;
}

/** A model that does so many parts one by one, then reports; each answer is noted. */
export const partsRunner =
  (parts: number, note: (line: string) => void): AgentRunner =>
  async ({ messages }) => {
    const n = messages.filter(({ role }) => role === "assistant").length + 1;
    note(`answer ${n} ${process.pid}`);
    const tokens = { input: 100, cached: 0, output: 10 };
    return n > parts
      ? { text: `All ${parts} parts are done.`, calls: [], tokens }
      : { text: "", calls: [{ id: String(n), name: "do_part", input: { n } }], tokens };
  };

/** A session whose agents are runs of the engine, and the definition of those runs. */
export function openAgents(
  engine: DurableEngine,
  { runner, tools, policy = allow() }: { runner: AgentRunner; tools: readonly Tool[]; policy?: Policy },
): Session {
  const registry = createRegistry([
    task({ runner, agents, background: true, durable: { engine } }) as Tool,
    ...(taskTools() as Tool[]),
    ...tools,
  ]);
  defineAgentRuns({ engine, runner, agents, open: () => ({ registry, options: { policy } }) });
  return openSession(registry, { policy });
}

export const lineTo = (file: string) => (line: string) => appendFileSync(file, `${line}\n`);
