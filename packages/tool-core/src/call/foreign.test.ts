import { expect, it } from "vitest";
import { z } from "zod";
import { sessionOf, toolOf } from "../_greeting.fixture.ts";
import { contentText } from "../content.ts";
import { ToolError } from "../error.ts";
import { buildInstructions } from "../registry/instructions.ts";
import { defineTool } from "../tool.ts";
import { encodeResult, resultSchema } from "./encode-result.ts";

const find = toolOf((input) => ({ heard: input }), {
  name: "find_text",
  input: z.object({
    path_name: z.string().optional(),
    ignore_case: z.boolean().optional(),
    mode: z.string().optional(),
  }),
  output: z.object({ heard: z.record(z.string(), z.unknown()) }),
  aliases: {
    names: ["search_text"],
    claude: { params: { path_name: "-p" }, defaults: { mode: "files" } },
    camel: { output: (output) => ({ items: Object.keys((output as { heard: object }).heard) }) },
    foreign: {
      case_sensitive: (value) => ({ input: { ignore_case: value === false } }),
      explanation: "",
      symlinks: "Links are not followed: see path_name.",
      mode: (value, { name }) =>
        name === "searchtext" ? { input: { mode: `m${value}` }, note: "Read as m." } : { input: { mode: value } },
    },
  },
});

it("reads a parameter of another agent's tool as what it means here", async () => {
  const result = await sessionOf([find]).call("find_text", { caseSensitive: false, path_name: "a" });
  expect(result.ok && result.output).toEqual({ heard: { path_name: "a", ignore_case: true } });
});

it("leaves out what means nothing here, and says so behind the answer", async () => {
  const session = sessionOf([find]);
  const result = await session.call("find_text", { symlinks: true, explanation: "because" });
  expect(result.ok && result.output).toEqual({ heard: {} });
  expect(contentText(result.content)).toBe('{"heard":{}}\nLinks are not followed: see path_name.');
  const camel = await sessionOf([find], { dialect: "camel" }).call("findText", { symlinks: true });
  expect(contentText(camel.content)).toContain("see pathName.");
  expect(contentText((await session.call("find_text", { symlinks: null })).content)).not.toContain("Links");
  expect(await session.decide("find_text", { symlinks: true })).toMatchObject({ effect: "allow" });
});

it("reads a parameter by the name that the call was made by", async () => {
  const session = sessionOf([find]);
  expect(await session.call("search_text", { mode: "1" })).toMatchObject({ output: { heard: { mode: "m1" } } });
  expect(await session.call("find_text", { mode: "1" })).toMatchObject({ output: { heard: { mode: "1" } } });
});

it("fills in what a dialect means by leaving a parameter out, in that dialect alone", async () => {
  expect(await sessionOf([find], { dialect: "claude" }).call("find_text", {})).toMatchObject({
    output: { heard: { mode: "files" } },
  });
  expect(await sessionOf([find], { dialect: "claude" }).call("find_text", { mode: "x" })).toMatchObject({
    output: { heard: { mode: "x" } },
  });
  expect(await sessionOf([find]).call("find_text", {})).toMatchObject({ output: { heard: {} } });
});

it("writes an output as the dialect's programs know it", async () => {
  const result = await sessionOf([find]).call("find_text", { pathName: "a" });
  expect(encodeResult(find, result, "camel")).toEqual({ success: true, items: ["path_name"] });
  expect(encodeResult(find, result)).toEqual({ heard: { path_name: "a" } });
});

it("renders and describes in the words of a dialect, and says what its results are like", async () => {
  const look = defineTool({
    name: "look_at",
    category: "test",
    description: "Looks, up to max_rows.",
    guidance: "Set `max_rows` first.",
    input: z.object({ max_rows: z.int().optional().describe("Fewer than max_rows of others") }),
    output: z.object({ row_count: z.int() }),
    access: () => [],
    execute: () => ({ row_count: 2 }),
    render: () => "plain",
    aliases: { claude: { params: { max_rows: "-n" }, render: (output) => `tabs ${JSON.stringify(output)}` } },
  });
  const said = async (dialect: "snake" | "camel" | "claude") =>
    contentText((await sessionOf([look], { dialect }).call("look_at", {})).content);
  expect([await said("snake"), await said("camel"), await said("claude")]).toEqual([
    ...["plain", "plain", 'tabs {"row_count":2}'],
  ]);
  const { registry } = sessionOf([look]);
  expect(registry.list("camel")[0]).toMatchObject({
    description: "Looks, up to maxRows.",
    inputSchema: { properties: { maxRows: { description: "Fewer than maxRows of others" } } },
  });
  expect(buildInstructions(registry, { dialect: "camel" })).toContain("Set `maxRows` first.");
  expect(resultSchema(look)).toMatchObject({ properties: { row_count: {} }, required: ["row_count"] });
  expect(resultSchema(look, "camel")).toMatchObject({
    properties: { success: { type: "boolean" }, rowCount: {}, error: { type: "string" } },
    required: ["success"],
  });
  expect(resultSchema(find, "camel")?.properties).toEqual({ success: { type: "boolean" }, error: { type: "string" } });
});

it.each([
  ["camel", "pathName", "ignoreCase"],
  ["claude", "-p", "ignore_case"],
] as const)("errors speak of parameters as %s spells them", async (dialect, path, ignoreCase) => {
  const execute = () => {
    throw new ToolError("no_match", "`path_name` has no match.\nignore_case stands in the file", {
      hint: "Set ignore_case: true.",
    });
  };
  const failing = toolOf(execute, { ...find, execute });
  const session = sessionOf([failing], { dialect });
  const wrong = await session.call("find_text", { path_name: 7 });
  expect(contentText(wrong.content)).toContain(`: ${path} takes text, not 7.`);
  const unknown = await session.call("find_text", { path_nam: "a" });
  expect(contentText(unknown.content)).toContain(`It takes ${path}, ${ignoreCase}, mode.`);
  const failed = await session.call("find_text", {});
  expect(contentText(failed.content)).toBe(
    `Error (no_match): \`${path}\` has no match.\nignore_case stands in the file\nSet ${ignoreCase}: true.`,
  );
});
