import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, type Tool, type ToolContext } from "@holdall/tool-core";
import type { ElicitRequestFormParams, InputRequest, InputRequests } from "@modelcontextprotocol/server";
import { z } from "zod";
import { clientCapabilities, requestInput } from "../input/request-input.ts";

const hints = { readOnly: true, openWorld: false } as const;
const category = "test";

const textField = (name: string) => ({ type: "object" as const, properties: { [name]: { type: "string" as const } } });
const form = (message: string, name: string): InputRequest => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema: { ...textField(name), required: [name] } },
});
const confirm = (message: string): InputRequest => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  },
});
const sampling = (text: string): InputRequest => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 },
});
const roots: InputRequest = { method: "roots/list", params: {} };

/** A tool without arguments that answers with what it was told. */
const asking = (name: string, work: (ctx: ToolContext) => Promise<unknown>): Tool =>
  defineTool({
    name,
    category,
    description: "Ask the client",
    input: z.object({}),
    hints,
    execute: async (_, ctx) => JSON.stringify(await work(ctx)),
  });

const once = (name: string, requests: InputRequests) => asking(name, (ctx) => requestInput(ctx, requests));

const choices = ["option1", "option2", "option3"];
const titled = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
];
type Fields = ElicitRequestFormParams["requestedSchema"]["properties"];
const elicit = (properties: Fields): InputRequests => ({
  answer: {
    method: "elicitation/create",
    params: { mode: "form", message: "Fill in", requestedSchema: { type: "object", properties } },
  },
});

/** The tools of the conformance suites that ask the client for something. */
export function inputTools(): Tool[] {
  return [
    once("test_input_required_result_elicitation", { user_name: form("What is your name?", "name") }),
    once("test_input_required_result_sampling", { capital_question: sampling("What is the capital of France?") }),
    once("test_input_required_result_list_roots", { client_roots: roots }),
    once("test_input_required_result_multiple_inputs", {
      user_name: form("What is your name?", "name"),
      greeting: sampling("Generate a greeting"),
      client_roots: roots,
    }),
    asking("test_input_required_result_multi_round", async (ctx) => [
      await requestInput(ctx, { step1: form("Step 1: What is your name?", "name") }),
      await requestInput(ctx, { step2: form("Step 2: What is your favorite color?", "color") }),
    ]),
    asking("test_input_required_result_request_state", async (ctx) => {
      await requestInput(ctx, { confirm: confirm("Please confirm") });
      return "state-ok";
    }),
    once("test_input_required_result_tampered_state", { confirm: confirm("Please confirm") }),
    asking("test_input_required_result_capabilities", (ctx) => {
      const { sampling: samples, elicitation } = clientCapabilities(ctx) ?? {};
      return requestInput(ctx, {
        ...(samples && { question: sampling("Say something") }),
        ...(elicitation && { confirm: confirm("Please confirm") }),
      });
    }),
    once("test_missing_capability", { question: sampling("Say something") }),
    defineTool({
      name: "test_sampling",
      category,
      description: "Ask the client's model",
      input: z.object({ prompt: z.string() }),
      hints,
      execute: async ({ prompt }, ctx) => JSON.stringify(await requestInput(ctx, { answer: sampling(prompt) })),
    }),
    defineTool({
      name: "test_elicitation",
      category,
      description: "Ask the user",
      input: z.object({ message: z.string() }),
      hints,
      execute: async ({ message }, ctx) =>
        JSON.stringify(await requestInput(ctx, { answer: form(message, "username") })),
    }),
    once(
      "test_elicitation_sep1034_defaults",
      elicit({
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      }),
    ),
    once(
      "test_elicitation_sep1330_enums",
      elicit({
        untitledSingle: { type: "string", enum: choices },
        titledSingle: { type: "string", oneOf: titled },
        legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["One", "Two"] },
        untitledMulti: { type: "array", items: { type: "string", enum: choices } },
        titledMulti: { type: "array", items: { anyOf: titled } },
      }),
    ),
    defineTool({
      name: "test_tool_with_logging",
      category,
      description: "Say what it does",
      input: z.object({}),
      hints,
      async *execute() {
        for (const message of ["started", "processing", "completed"]) yield { message };
        return "Done";
      },
    }),
    defineTool({
      name: "test_reconnection",
      category,
      description: "Answer after the stream of its call was closed",
      input: z.object({}),
      hints,
      async execute() {
        await sleep(400);
        return "Reconnected";
      },
    }),
    defineTool({
      name: "test_header_param",
      category,
      description: "Take a parameter that is a header, too",
      input: z.object({ region: z.string().meta({ "x-mcp-header": "Region" }), note: z.string().optional() }),
      hints,
      execute: ({ region }) => region,
    }),
  ];
}
