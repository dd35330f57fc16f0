import { memoryBackend } from "@holdall/backends-memory";
import { type Dialect, defineTool, openSession, type SessionSnapshot, type Tool } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { coding, type PresetOptions, readonly } from "../index.ts";

const remote = (name: string, more: Partial<Tool> = {}) =>
  defineTool({
    name: `mcp__far__${name}`,
    category: "mcp",
    description: `Do ${name} far away.`,
    input: z.object({}) as Tool["input"],
    access: () => [{ action: "execute", target: `mcp:far/${name}` }],
    execute: () => name,
    ...more,
  });

const many = Array.from({ length: 40 }, (_, n) => remote(`thing_${n}`));
const inMemory = (options: PresetOptions = {}) => coding({ backend: memoryBackend(), ...options });
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

describe("further tools", () => {
  test("ask before they do anything, and a rule decides it", async () => {
    const asking = inMemory({ tools: many });
    const decide = (preset: typeof asking) => openSession(preset.registry, preset).decide("mcp__far__thing_3", {});
    expect(await decide(asking)).toMatchObject({ effect: "ask", prompt: expect.stringContaining("mcp:far/thing_3") });
    const rules = [{ allow: ["mcp__far__*"], deny: ["mcp__far__thing_4"] }];
    const ruled = inMemory({ tools: many, permissions: { rules } });
    expect(await decide(ruled)).toMatchObject({ effect: "allow" });
    expect(await openSession(ruled.registry, ruled).decide("mcp__far__thing_4", {})).toMatchObject({ effect: "deny" });
  });

  test("touch files no further than the preset does, and change nothing where it changes nothing", async () => {
    const reach = (path: string) =>
      remote(path, { name: `touch_${path.length}`, access: () => [{ action: "write", target: path }] });
    const tools = [
      reach("/a/b"),
      reach("/x"),
      remote("look", { hints: { ...many[0]!.hints, readOnly: true } }),
      remote("change"),
    ];
    const preset = coding({ backend: memoryBackend(), root: "/a", tools });
    const session = openSession(preset.registry, preset);
    expect(await session.decide("touch_4", {})).toMatchObject({ effect: "allow" });
    expect(await session.decide("touch_2", {})).toMatchObject({ effect: "deny" });
    const looking = readonly({ backend: memoryBackend(), tools });
    const looker = openSession(looking.registry, looking);
    expect(await looker.decide("mcp__far__look", {})).toMatchObject({ effect: "ask" });
    expect(await looker.decide("mcp__far__change", {})).toMatchObject({ effect: "deny" });
    expect(await looker.decide("touch_4", {})).toMatchObject({ effect: "deny" });
  });
});

describe("many tools", () => {
  test("wait, and the model is told of their server; few do not", () => {
    const big = inMemory({ tools: many });
    const own = names(inMemory().expose(openSession(big.registry, big)));
    expect(names(big.expose(openSession(big.registry, big)))).toEqual(own);
    expect(big.instructions).toMatch(/More to find with tool_search: .*far/);
    const small = inMemory({ tools: many.slice(0, 3) });
    const seen = names(small.expose(openSession(small.registry, small)));
    expect(seen.filter((name) => name.startsWith("mcp__"))).toHaveLength(3);
    expect(small.instructions).toBe(inMemory().instructions);
  });

  test("that come later wait too, and the instructions can be had again", () => {
    const preset = inMemory();
    const before = preset.instruct();
    preset.registry.add(...many);
    expect(preset.instruct()).toMatch(/More to find with tool_search: .*far/);
    for (const { name } of many) preset.registry.remove(name);
    expect(preset.instruct()).toBe(before);
  });

  test("of the host are shown, as is every tool where nothing is to be searched for", async () => {
    const mine = remote("mine", { name: "my_tool", category: "data" });
    const preset = inMemory({ tools: [mine] });
    expect(names(openSession(preset.registry, preset).exposed())).toContain("my_tool");
    const all = inMemory({ search: false });
    await all.registry.load();
    const shown = names(openSession(all.registry, all).exposed());
    expect(shown).toEqual(expect.arrayContaining(["edit_notebook", "trace_calls", "convert_format"]));
    expect(shown).not.toContain("tool_search");
    await using session = openSession(all.registry, all);
    expect(await session.call("convert_format", { data: "a\n1\n", from: "csv", to: "json" })).toMatchObject({
      ok: true,
    });
  });

  test.each<[Dialect, string]>([
    ["snake", "tool_search"],
    ["camel", "toolSearch"],
    ["claude", "ToolSearch"],
  ])("in %s: found, exposed, called, and still there in another process", async (dialect, search) => {
    const preset = inMemory({ tools: [...many, remote("seen", { alwaysLoad: true })], dialect });
    const session = openSession(preset.registry, { ...preset, approve: () => true });
    const found = await session.call(search, { query: "select:mcp__far__thing_7" });
    expect(JSON.stringify(found)).toContain("mcp__far__thing_7");
    const exposed = names(preset.expose(session));
    expect(exposed).toContain("mcp__far__seen");
    expect(exposed.at(-1)).toBe("mcp__far__thing_7");
    expect(await session.call("mcp__far__thing_7")).toMatchObject({ ok: true, output: "thing_7" });
    const restore = JSON.parse(JSON.stringify(session.snapshot())) as SessionSnapshot;
    expect(names(preset.expose(openSession(preset.registry, { ...preset, restore })))).toEqual(exposed);
  });
});
