import { memoryBackend } from "@holdall/backends-memory";
import { expect, test } from "vitest";
import { answersIn, openTree, resultsIn } from "./_script.fixture.ts";
import { loadAgents } from "./load-agents.ts";

const folder = "/project/.claude/agents";
const load = (files: Record<string, string>, more: Partial<Parameters<typeof loadAgents>[0]> = {}) =>
  loadAgents({
    backend: memoryBackend({
      files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])),
    }),
    folder,
    base: { tools: ["look", "write", "read_page"], limits: { turns: 10 } },
    ...more,
  });

const file = (front: string, body = "Look well.") => `---\n${front}\n---\n${body}\n`;

test("agents come from files with front matter, in the order of their names", async () => {
  const { agents, notes } = await load({
    "b.md": file("name: second\ndescription: Does b\ntools: [look]\ncolor: red"),
    "a.md": file('name: first\ndescription: "Does a: all of it"\ntools: look, write'),
    "readme.txt": "not an agent",
  });
  expect(agents).toMatchObject([
    {
      name: "first",
      description: "Does a: all of it",
      instructions: "Look well.",
      tools: ["look", "write"],
      limits: { turns: 10 },
    },
    { name: "second", tools: ["look"] },
  ]);
  expect(notes).toEqual([]);
});

test("a found file only narrows: no tool, turn, model or mode beyond what the host gives", async () => {
  const { agents, notes } = await load(
    {
      "wide.md": file(
        "name: wide\ndescription: Wants all\ntools: Look, Remove, Bash(rm:*)\ndisallowedTools: Look\nmaxTurns: 500\nmodel: opus\npermissionMode: bypassPermissions",
      ),
      "all.md": file("name: all\ndescription: Names no tools\nmaxTurns: 2\nmodel: small"),
    },
    { models: ["small"] },
  );
  const [all, wide] = agents;
  expect(wide).toMatchObject({ limits: { turns: 10 } });
  expect(wide).not.toHaveProperty("model");
  expect(all).toMatchObject({ model: "small", limits: { turns: 2 } });
  expect(notes).toEqual(["wide.md: permissionMode, model opus not used."]);

  const toolsOf = async (agent: NonNullable<typeof wide>) => {
    const { run, requests } = openTree({ agents: [agent], script: () => "Done." });
    await run({});
    return requests[0]?.tools.map(({ tool }) => tool);
  };
  expect(await toolsOf(wide!)).toEqual([]);
  expect(await toolsOf(all!)).toEqual(["look", "write", "read_page"]);
});

test("files that cannot be read, and names that are taken, are told and not used", async () => {
  const { agents, notes } = await load(
    {
      "a.md": "no front matter",
      "b.md": file("name: Has Spaces\ndescription: x"),
      "c.md": file("name: general\ndescription: Takes the host's name"),
      "d.md": file("name: [broken"),
    },
    { besides: [{ name: "general", description: "The host's." }] },
  );
  expect(agents).toEqual([]);
  expect(notes).toEqual([
    "a.md: not used. It does not start with front matter between two lines `---`.",
    expect.stringContaining("b.md: not used. Its front matter is invalid: name"),
    "c.md: not used, because there is already an agent general.",
    expect.stringContaining("d.md: not used. Its front matter is invalid: name"),
  ]);
  expect(await load({}, { folder: "/nowhere" })).toEqual({ agents: [], notes: [] });
});

test("an agent of a file works with the tools it names and the base has", async () => {
  const { agents } = await load({ "a.md": file("name: reader\ndescription: Reads\ntools: Look, Remove") });
  const [reader] = agents;
  const { run } = openTree({
    agents: [reader!],
    script: (request) =>
      answersIn(request) === 0
        ? {
            calls: [
              ["look", { path: "/a" }],
              ["remove", { path: "/a" }],
            ],
          }
        : resultsIn(request).join("\n"),
  });
  const { report } = await run({});
  expect(report).toContain("look /a: done");
  expect(report).toContain('no tool named "remove"');
});
