import { expect, test } from "vitest";
import { openOffice } from "../_catalog.fixture.ts";
import { stub } from "../_office.fixture.ts";
import { forOpenAI } from "./for-openai.ts";

const names = (tools: readonly object[]) =>
  tools.map((tool) => ("name" in tool ? tool.name : "type" in tool && tool.type));

test("the request has what never waits and a search by the client, and keeps its bytes while tools are loaded", async () => {
  const { registry, catalog, session } = openOffice();
  const { tools } = forOpenAI(registry, catalog);
  const before = JSON.stringify(tools());
  expect(names(tools())).toEqual([
    ...["send_message", "create_invoice", "read_calendar", "delete_file", "translate_text"],
    "tool_search",
  ]);
  expect(tools().at(-1)).toMatchObject({
    type: "tool_search",
    execution: "client",
    parameters: { properties: { query: { type: "string" } } },
  });
  expect(tools()[0]).toMatchObject({ type: "function", name: "send_message", strict: false });
  await session.call("tool_search", { query: "open issue" });
  expect(JSON.stringify(tools())).toBe(before);
});

test("a search is answered with definitions, those of servers in namespaces, and calls find their way back", async () => {
  const { registry, catalog, session } = openOffice({
    more: [stub("read_mail", "Read mail.")],
    defer: ({ name, category }) => name === "read_mail" || category === "mcp",
  });
  const { searchOutput, nameOf } = forOpenAI(registry, catalog);
  const result = await session.call("tool_search", {
    select: ["mcp__gitlab__create_issue", "read_mail", "send_message", "nothing_such"],
  });
  const [output, message] = searchOutput("c1", result);
  const issue = { type: "function", name: "create_issue", description: "Open an issue in a project.", strict: false };
  expect(output).toEqual({
    type: "tool_search_output",
    call_id: "c1",
    execution: "client",
    status: "completed",
    tools: [
      {
        type: "namespace",
        name: "mcp__gitlab",
        description: "Tools of gitlab.",
        tools: [{ ...issue, defer_loading: true, parameters: expect.objectContaining({ type: "object" }) }],
      },
      expect.objectContaining({ type: "function", name: "read_mail", defer_loading: true }),
    ],
  });
  expect(message).toMatchObject({ role: "developer", content: [{ text: expect.stringMatching(/nothing_such/) }] });
  const called = nameOf({ namespace: "mcp__gitlab", name: "create_issue" });
  expect(await session.call(called, { target_name: "a" })).toMatchObject({ ok: true, output: { target_name: "a" } });
  expect(nameOf({ name: "read_mail" })).toBe("read_mail");
});

test("a search that finds nothing or fails says so behind an empty answer", async () => {
  const { registry, catalog, session } = openOffice();
  const { searchOutput } = forOpenAI(registry, catalog);
  const nothing = searchOutput("c1", await session.call("tool_search", { query: "xyzzy" }));
  expect(nothing).toMatchObject([{ status: "completed", tools: [] }, { content: [{ text: /No tool/ }] }].map(withText));
  const failed = searchOutput("c1", await session.call("tool_search", {}));
  expect(failed).toMatchObject(
    [{ status: "incomplete", tools: [] }, { content: [{ text: /nothing to/ }] }].map(withText),
  );
});

const withText = (item: { content?: { text: RegExp }[] }) =>
  item.content ? { content: item.content.map(({ text }) => ({ text: expect.stringMatching(text) })) } : item;

test("a session that goes on without its items is given what it had loaded", async () => {
  const { registry, catalog, session, restored } = openOffice();
  const { tools } = forOpenAI(registry, catalog);
  await session.call("tool_search", { query: "select:mcp__github__create_issue" });
  expect(names(tools(restored()))).toContain("mcp__github__create_issue");
});
