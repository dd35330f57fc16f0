import { describe, expect, it, vi } from "vitest";
import { greet, toolOf, wave } from "../_greeting.fixture.ts";
import { ToolError } from "../error.ts";
import { allow } from "../policy/policy.ts";
import { passthroughSchema, toJsonSchema } from "../schema/schema.ts";
import { openSession } from "../session/open-session.ts";
import { defineTool } from "../tool.ts";
import { toAnthropic, toOpenAI } from "./definitions.ts";
import { buildInstructions } from "./instructions.ts";
import { createRegistry } from "./registry.ts";

describe("registry", () => {
  it.each(["greet_person", "greetPerson", "GreetPerson", "greet-person", "GREET_PERSON", "Greet", "hello", "Hello"])(
    "finds a tool as %s",
    (name) => expect(createRegistry([greet]).get(name)).toBe(greet),
  );

  it("refuses two tools that claim one folded name, and then adds neither", () => {
    const registry = createRegistry([greet]);
    const thief = toolOf(() => 1, { name: "HELLO" });
    expect(() => registry.add(wave, thief)).toThrow(/greet_person and HELLO both use the name "hello"/);
    expect(registry.tools()).toEqual([greet]);
    expect(() => createRegistry([wave, wave])).toThrow(/both use the name/);
  });

  it("forgets a removed tool under all its names", () => {
    const registry = createRegistry([greet, wave]);
    expect(registry.remove("Hello")).toBe(true);
    expect(registry.remove("hello")).toBe(false);
    expect(registry.get("Greet")).toBeUndefined();
    registry.add(greet);
    expect(registry.get("Greet")).toBe(greet);
  });

  it("says why a tool is missing, where somebody knows, until they leave", async () => {
    const registry = createRegistry([greet]);
    const leave = registry.explain((name) =>
      name === "gone" ? new ToolError("unavailable", "It is away.") : undefined,
    );
    const session = openSession(registry, { policy: allow() });
    expect(await session.call("gone")).toMatchObject({ error: { code: "unavailable", message: "It is away." } });
    expect(await session.decide("gone", {})).toMatchObject({ effect: "deny", reason: "It is away." });
    expect(await session.call("gret")).toMatchObject({ error: { code: "unknown_tool" } });
    leave();
    expect(await session.call("gone")).toMatchObject({ error: { code: "unknown_tool" } });
  });

  it("groups by category and tells listeners of changes until they leave", () => {
    const registry = createRegistry();
    const listener = vi.fn();
    const leave = registry.subscribe(listener);
    registry.add(greet, wave);
    leave();
    registry.remove("wave_hand");
    expect(listener).toHaveBeenCalledTimes(1);
    expect([...registry.byCategory().entries()]).toEqual([["test", [greet]]]);
  });

  it("lists the same array until something changes", () => {
    const registry = createRegistry([greet]);
    const before = registry.list("camel");
    expect(registry.list("camel")).toBe(before);
    registry.add(wave);
    expect(registry.list("camel")).not.toBe(before);
  });
});

describe("dialects on the way out", () => {
  const registry = createRegistry([greet, wave]);

  it("spells names, parameters and mentions of other tools", () => {
    const [snake, camel, claude] = (["snake", "camel", "claude"] as const).map((dialect) => registry.list(dialect)[0]);
    expect(snake).toMatchObject({ name: "greet_person", description: "Greet a person. Prefer wave_hand from afar." });
    expect(Object.keys(snake?.inputSchema.properties as object)).toEqual(["first_name", "times", "polite"]);
    expect(camel).toMatchObject({ name: "greetPerson", description: "Greet a person. Prefer waveHand from afar." });
    expect(camel?.inputSchema).toMatchObject({
      properties: { firstName: { type: "string" } },
      required: ["firstName"],
    });
    expect(claude).toMatchObject({ name: "Greet", description: "Greet a person. Prefer WaveHand from afar." });
    expect(claude?.inputSchema).toMatchObject({ required: ["person-name"] });
  });

  it("leaves out sentences and lines about tools that are not there", () => {
    const alone = createRegistry([greet]);
    expect(alone.list()[0]?.description).toBe("Greet a person.");
    expect(buildInstructions(alone)).toBe("# Tools\n\n## greet_person\nGreet everybody once.");
    expect(buildInstructions(registry, { dialect: "claude" })).toContain(
      "## Greet\nGreet everybody once.\nUse WaveHand when it is loud.",
    );
  });

  it("gives the same bytes for the same tools, after notes that name no tool which is not there", () => {
    expect(buildInstructions(registry)).toBe(buildInstructions(createRegistry([greet, wave])));
    const notes = "Be kind.\nWave with {wave_hand}.\nJump with {jump_up}.";
    expect(buildInstructions(registry, { notes })).toMatch(
      /^# Tools\nBe kind\.\nWave with wave_hand\.\n\n## greet_person/,
    );
  });

  it("names what is not exposed only where it can be found", () => {
    const search = toolOf(() => 1, { name: "tool_search", guidance: "Search first." });
    const far = ["a", "b"].map((name) => toolOf(() => 1, { name: `mcp__far__${name}`, guidance: "Unseen." }));
    const all = createRegistry([greet, wave, search, ...far]);
    expect(buildInstructions(all, { exposed: [greet] })).toBe("# Tools\n\n## greet_person\nGreet everybody once.");
    expect(buildInstructions(all, { exposed: [greet, search], dialect: "claude" })).toBe(
      [
        "# Tools\nMore to find with ToolSearch: WaveHand, far.\n",
        "## Greet\nGreet everybody once.\n",
        "## ToolSearch\nSearch first.",
      ].join("\n"),
    );
  });

  it("makes OpenAI and Anthropic definitions as plain data, without noise", () => {
    const [openai] = toOpenAI(registry);
    const [anthropic] = toAnthropic(registry, { dialect: "claude" });
    expect(openai).toEqual(JSON.parse(JSON.stringify(openai)));
    expect(openai).toMatchObject({
      type: "function",
      function: { name: "greet_person", parameters: { type: "object" } },
    });
    expect(anthropic).toMatchObject({ name: "Greet", input_schema: { type: "object", required: ["person-name"] } });
    expect(JSON.stringify(toOpenAI(registry))).not.toMatch(/\$schema|9007199254740991/);
  });
});

it("makes tools native for Anthropic where that is asked for, and leaves the rest as they are", () => {
  const all = createRegistry([greet, wave]);
  expect(toAnthropic(all, { dialect: "claude", native: { greet_person: "greet_20261123", unknown: "x" } })).toEqual([
    { type: "greet_20261123", name: "Greet" },
    toAnthropic(all, { dialect: "claude" })[1],
  ]);
});

describe("toJsonSchema", () => {
  it("drops noise and keeps data that looks like noise", () => {
    const size = { type: "integer", maximum: Number.MAX_SAFE_INTEGER, default: Number.MAX_SAFE_INTEGER };
    const schema = { $schema: "x", type: "object", properties: { $schema: { type: "string" }, size } };
    const own = {
      "~standard": { ...greet.input["~standard"], jsonSchema: { input: () => schema, output: () => schema } },
    };
    expect(toJsonSchema(own)).toEqual({
      type: "object",
      properties: { $schema: { type: "string" }, size: { type: "integer", default: Number.MAX_SAFE_INTEGER } },
    });
  });

  it("passes somebody else's document on as it is, in every dialect", () => {
    const schema = { $schema: "x", type: "object", properties: { issue_number: { maximum: Number.MAX_SAFE_INTEGER } } };
    const registry = createRegistry([toolOf(() => 1, { input: passthroughSchema(schema) })]);
    for (const dialect of ["snake", "camel", "claude"] as const)
      expect(registry.list(dialect)[0]?.inputSchema).toBe(schema);
  });
});

describe("defineTool", () => {
  it("fills cautious hints and a title, and freezes", () => {
    const tool = toolOf(() => 1, { hints: undefined as never });
    expect(tool.hints).toEqual({ readOnly: false, destructive: true, idempotent: false, openWorld: true });
    expect(tool.title).toBe("Run it");
    expect(Object.isFrozen(tool)).toBe(true);
  });

  it("refuses names that model APIs refuse, and tools nobody could choose", () => {
    expect(() => defineTool({ ...greet, name: "read file" })).toThrow(/cannot be a tool name/);
    expect(() => defineTool({ ...greet, name: "x".repeat(65) })).toThrow(/cannot be a tool name/);
    expect(() => defineTool({ ...greet, description: "" })).toThrow(/no description/);
  });
});
