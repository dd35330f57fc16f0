import { expect, test } from "vitest";
import { sessionOf } from "./_greeting.fixture.ts";
import { passthroughSchema } from "./schema/schema.ts";
import { defineTool } from "./tool.ts";

const json = { type: "object", properties: { path: { type: "string" } } };
const about = { name: "show_it", category: "test", description: "Shows it.", access: () => [], execute: () => "shown" };

test("a plain JSON Schema is refused where the tool is defined, with what takes it", async () => {
  for (const options of [{ input: json }, { inputSchema: json }])
    expect(() => defineTool({ ...about, ...options } as unknown as Parameters<typeof defineTool>[0])).toThrow(
      expect.objectContaining({
        message: "The input of show_it is not a schema.",
        hint: expect.stringContaining("passthroughSchema(json)"),
      }),
    );
  const tool = defineTool({ ...about, input: passthroughSchema(json) });
  expect(await sessionOf([tool]).call("show_it", { path: "a" })).toMatchObject({ ok: true, output: "shown" });
});
