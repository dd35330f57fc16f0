import { memoryEngine, memoryRuns } from "@holdall/durable";
import type { DurableEngine, RunDetails, RunState } from "@holdall/durable/port";
import { defineTool, type Tool } from "@holdall/tool-core";
import type { AgentRunner, AgentTurn } from "@holdall/tools-agents/port";
import * as z from "zod";

/** Engines on the same runs, whose clock stands until it is moved. */
export function clockedEngines(start = Date.parse("2026-06-01T08:00:00Z")) {
  const clock = { now: start };
  const runs = memoryRuns();
  return { clock, now: () => clock.now, open: () => memoryEngine({ runs, now: () => clock.now }) };
}

/** A model that gives these answers in order, and then ends. */
export function scriptedRunner(...turns: readonly Partial<AgentTurn>[]): {
  readonly runner: AgentRunner;
  asked: number;
} {
  const script = {
    asked: 0,
    runner: async ({ messages }: Parameters<AgentRunner>[0]): Promise<AgentTurn> => {
      script.asked++;
      const turn = turns[messages.filter(({ role }) => role === "assistant").length];
      return { text: "done", calls: [], tokens: { input: 0, cached: 0, output: 0 }, ...turn };
    },
  };
  return script;
}

/** A tool that notes what it was called with, and writes to a path of its name. */
export function notingTool(
  name: string,
  calls: unknown[],
  {
    run = (input) => input,
    readOnly = false,
  }: { run?: (input: Record<string, unknown>) => unknown; readOnly?: boolean } = {},
): Tool {
  return defineTool({
    name,
    category: "test",
    description: `Notes ${name}.`,
    input: z.looseObject({ n: z.number().optional() }),
    hints: { readOnly, openWorld: false },
    access: () => [{ action: readOnly ? "read" : "write", target: `/${name}` }],
    async execute(input: Record<string, unknown>) {
      calls.push([name, input]);
      return run(input);
    },
  }) as Tool;
}

export async function untilState(
  engine: DurableEngine,
  run: string,
  states: readonly RunState[] = ["completed", "failed", "canceled", "parked"],
): Promise<RunDetails> {
  for (const start = Date.now(); ; ) {
    const found = await engine.get(run);
    if (found && states.includes(found.state)) return found;
    if (Date.now() - start > 5000) throw new Error(`The run is ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
