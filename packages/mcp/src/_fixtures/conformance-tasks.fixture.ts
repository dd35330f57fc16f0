import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import type { InputRequest } from "@modelcontextprotocol/server";
import { z } from "zod";
import { requestInput } from "../input/request-input.ts";
import type { TaskTiming } from "../tasks/task-timing.ts";

const hints = { readOnly: true, openWorld: false } as const;
const category = "test";
const nothing = z.object({});

const form = (message: string, name: string): InputRequest => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] },
  },
});

/** When the tools below become tasks. */
export const conformanceTiming = ({ name }: Tool): TaskTiming => {
  if (["failing_job", "test_tool_with_task"].includes(name)) return "required";
  return ["slow_compute", "protocol_error_job", "confirm_delete", "multi_input"].includes(name) ? 50 : 5000;
};

/** The tools that the scenarios for tasks call by name. */
export function taskTools(): Tool[] {
  return [
    defineTool({
      name: "greet",
      category,
      description: "Greet",
      input: z.object({ name: z.string() }),
      hints,
      execute: ({ name }) => `Hello, ${name}!`,
    }),
    defineTool({
      name: "slow_compute",
      category,
      description: "Compute for some seconds",
      input: z.object({ seconds: z.number(), label: z.string().optional() }),
      hints,
      async *execute({ seconds }, { signal }) {
        yield { message: "computing" };
        await sleep(seconds * 1000, undefined, { signal });
        return `computed for ${seconds} s`;
      },
    }),
    defineTool({
      name: "failing_job",
      category,
      description: "Fail after a while",
      input: nothing,
      hints,
      async execute(_, { signal }) {
        await sleep(1000, undefined, { signal });
        throw new ToolError("unavailable", "The job failed.");
      },
    }),
    defineTool({
      name: "protocol_error_job",
      category,
      description: "Ask for what the client has not declared",
      input: nothing,
      hints,
      async execute(_, ctx) {
        await sleep(800, undefined, { signal: ctx.signal });
        return JSON.stringify(await requestInput(ctx, { roots: { method: "roots/list", params: {} } }));
      },
    }),
    defineTool({
      name: "confirm_delete",
      category,
      description: "Ask in the middle",
      input: z.object({ filename: z.string() }),
      hints,
      async execute({ filename }, ctx) {
        await sleep(600, undefined, { signal: ctx.signal });
        const { confirm } = await requestInput(ctx, { confirm: form(`Delete ${filename}?`, "confirm") });
        return JSON.stringify(confirm);
      },
    }),
    defineTool({
      name: "multi_input",
      category,
      description: "Ask two things at a time",
      input: nothing,
      hints,
      async execute(_, ctx) {
        await sleep(600, undefined, { signal: ctx.signal });
        const asked = ["first", "second"].map((key) => requestInput(ctx, { [key]: form(`The ${key}?`, "name") }));
        return JSON.stringify(await Promise.all(asked));
      },
    }),
    defineTool({
      name: "test_tool_with_task",
      category,
      description: "Ask first, and work then",
      input: nothing,
      hints,
      async execute(_, ctx) {
        const { user_name } = await requestInput(ctx, { user_name: form("What is your name?", "name") });
        await sleep(300, undefined, { signal: ctx.signal });
        return JSON.stringify(user_name);
      },
    }),
  ];
}
