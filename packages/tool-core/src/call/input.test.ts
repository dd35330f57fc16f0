import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { greet, sessionOf, toolOf } from "../_greeting.fixture.ts";
import { passthroughSchema, type Schema } from "../schema/schema.ts";
import type { Tool } from "../tool.ts";

const echo = (input: unknown) => ({ echo: input });
const echoing = (input: Schema, more: Partial<Tool> = {}) => toolOf(echo, { input, ...more });

async function heard(tool: Tool, input: unknown): Promise<unknown> {
  const result = await sessionOf([tool]).call(tool.name, input);
  return result.ok ? (result.output as { echo: unknown }).echo : result.error.message;
}

const todos = echoing(
  z.object({
    todos: z.array(z.object({ content: z.string(), active_form: z.string().optional() })),
    env: z.record(z.string(), z.string()).optional(),
  }),
);

describe("keys on the way in", () => {
  it.each(["first_name", "firstName", "FirstName", "first-name", "who", "person-name", "personName"])(
    "takes %s",
    async (key) => {
      const result = await sessionOf([greet]).call("greet_person", { [key]: "Ada" });
      expect(result.ok && result.output).toEqual({ full_text: "Hello Ada" });
    },
  );

  it("folds nested keys, and leaves keys that are data alone", async () => {
    const input = { todos: [{ content: "a", activeForm: "b" }], env: { MY_VAR: "1", myVar: "2" } };
    expect(await heard(todos, input)).toEqual({ todos: [{ content: "a", active_form: "b" }], env: input.env });
  });

  it("folds each level by its own names, over every branch of a union", async () => {
    const edit = z.union([
      z.object({ edit: z.object({ fooBar: z.string() }) }),
      z.object({ edit: z.object({ new_text: z.string() }) }),
    ]);
    const tool = echoing(z.object({ fooBar: z.string(), inner: z.object({ foo_bar: z.string() }), change: edit }));
    const input = { FooBar: "1", inner: { fooBar: "2" }, change: { edit: { FooBar: "3" } } };
    expect(await heard(tool, input)).toEqual({
      fooBar: "1",
      inner: { foo_bar: "2" },
      change: { edit: { fooBar: "3" } },
    });
  });

  it("refuses a key it does not know and names the nearest, instead of dropping it", async () => {
    const result = await sessionOf([greet]).call("greet_person", { first_name: "Ada", tmies: 2 });
    expect(result.ok).toBe(false);
    expect(result.content[0]).toEqual({
      type: "text",
      text: 'Error (invalid_input): greet_person has no parameter "tmies".\nDid you mean times? It takes first_name, times, polite.',
    });
    expect(await heard(todos, { todos: [{ content: "a", stat: 1 }] })).toBe('run_it has no parameter "todos.0.stat".');
  });

  it("refuses one parameter given twice with different values, and takes it twice with the same", async () => {
    const session = sessionOf([greet]);
    const twice = await session.call("greet_person", { first_name: "Ada", firstName: "Bob" });
    expect(!twice.ok && twice.error.message).toMatch(/given first_name twice/);
    expect((await session.call("greet_person", { first_name: "Ada", firstName: "Ada" })).ok).toBe(true);
  });

  it("survives keys made to pollute prototypes", async () => {
    const input = JSON.parse('{"first_name":"Ada","__proto__":{"polluted":true}}');
    expect((await sessionOf([greet]).call("greet_person", input)).ok).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("passes everything through a schema that a remote server checks", async () => {
    const remote = echoing(passthroughSchema({ type: "object", properties: { issue_number: { type: "integer" } } }));
    expect(await heard(remote, { issueNumber: "7", extra: 1 })).toEqual({ issue_number: "7", extra: 1 });
  });
});

describe("input that models really send", () => {
  it.each([
    [{ first_name: "A", times: "2" }, "Hello AHello A"],
    [{ first_name: "A", times: null, polite: "true" }, "Hello A"],
    ['{"first_name":"A"}', "Hello A"],
  ])("repairs %j", async (input, full_text) => {
    const result = await sessionOf([greet]).call("greet_person", input);
    expect(result.ok && result.output).toEqual({ full_text });
  });

  it("repairs arrays sent as JSON text", async () => {
    expect(await heard(todos, { todos: '[{"content":"a","activeForm":"b"}]' })).toEqual({
      todos: [{ content: "a", active_form: "b" }],
    });
  });

  it("repairs what was wrong inside of repaired text, and leaves the caller's own objects alone", async () => {
    const list = echoing(
      z.object({ list: z.array(z.object({ line_no: z.number() })), map: z.record(z.string(), z.number()) }),
    );
    const input = { list: '[{"lineNo":"2"}]', map: { a: "1" } };
    expect(await heard(list, input)).toEqual({ list: [{ line_no: 2 }], map: { a: 1 } });
    expect(input).toEqual({ list: '[{"lineNo":"2"}]', map: { a: "1" } });
  });

  it("takes a list of one where a value is wanted, and a text where an object has a content", async () => {
    const tool = echoing(z.object({ name: z.string(), items: z.array(z.object({ content: z.string() })) }));
    const input = { name: ["a"], items: "b" };
    expect(await heard(tool, input)).toEqual({ name: "a", items: [{ content: "b" }] });
  });

  it("speaks of what is still refused when mending does not help, as it was sent", async () => {
    const long = echoing(z.object({ text: z.string().min(5), times: z.number() }));
    const message = await heard(long, { text: "12", times: "2" });
    expect(message).toBe('run_it: text takes text with at least 5 characters, not "12".');
  });

  it("refuses what cannot be mended instead of trying for ever", async () => {
    const result = await sessionOf([greet]).call("greet_person", { first_name: "A", times: Number.NaN });
    expect(!result.ok && result.error.code).toBe("invalid_input");
  });

  it("keeps text that looks like a number where text is wanted", async () => {
    expect(
      await heard(echoing(z.object({ a: z.string(), b: z.union([z.string(), z.number()]) })), { a: "1", b: "2" }),
    ).toEqual({ a: "1", b: "2" });
  });

  it.each([
    ["{broken", /not valid JSON/],
    [{ first_name: 7 }, /first_name/],
    [[], /greet_person/],
    [null, /first_name/],
  ])("refuses %j by name", async (input, message) => {
    const result = await sessionOf([greet]).call("greet_person", input);
    expect(!result.ok && result.error.code).toBe("invalid_input");
    expect(!result.ok && result.error.message).toMatch(message);
  });
});

describe("validators", () => {
  const schemas: [string, Schema][] = [
    ["zod", z.object({ user_name: z.string() })],
    ["valibot", toStandardJsonSchema(v.object({ user_name: v.string() })) as Schema],
    ["arktype", type({ user_name: "string" }) as unknown as Schema],
  ];
  it.each(schemas)("%s satisfies the contract", async (_, schema) => {
    expect(await heard(echoing(schema), { userName: "Ada" })).toEqual({ user_name: "Ada" });
    expect(await heard(echoing(schema), { userName: 1 })).toMatch(/user_name/);
  });

  it("awaits an asynchronous validator", async () => {
    const slow = z.object({ a: z.string().refine(async (value) => value === "yes") });
    expect(await heard(echoing({ "~standard": slow["~standard"] } as Schema), { a: "yes" })).toEqual({ a: "yes" });
  });
});
