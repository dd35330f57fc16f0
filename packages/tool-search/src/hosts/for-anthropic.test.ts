import { expect, test } from "vitest";
import { openOffice } from "../_catalog.fixture.ts";
import { office, stub } from "../_office.fixture.ts";
import { forAnthropic } from "./for-anthropic.ts";

test("every tool is in every request, what waits is marked, and the search itself never is", async () => {
  const { registry, catalog, session } = openOffice();
  const { tools } = forAnthropic(registry, catalog);
  const before = JSON.stringify(tools());
  expect(tools().flatMap(({ name, defer_loading }) => (defer_loading ? name : []))).toEqual([
    "mcp__github__create_issue",
    "mcp__gitlab__create_issue",
  ]);
  expect(tools().map(({ name }) => name)).toContain("tool_search");
  expect(tools().map(({ name }) => name)).not.toContain("tool_call");
  await session.call("tool_search", { query: "select:mcp__github__create_issue" });
  expect(JSON.stringify(tools())).toBe(before);
});

test("a search becomes references alone, in the order they were found, with the rest as a text behind them", async () => {
  const { registry, catalog, session } = openOffice();
  const { searchResult } = forAnthropic(registry, catalog);
  const found = await session.call("tool_search", {
    select: ["mcp__gitlab__create_issue", "mcp__github__create_issue", "send_message", "nothing_such"],
  });
  expect(searchResult("t1", found)).toEqual([
    {
      type: "tool_result",
      tool_use_id: "t1",
      content: [
        { type: "tool_reference", tool_name: "mcp__gitlab__create_issue" },
        { type: "tool_reference", tool_name: "mcp__github__create_issue" },
      ],
    },
    { type: "text", text: expect.stringMatching(/^There is no tool named nothing_such/) },
  ]);
});

test("what loads nothing is read as it is: names only, tools that never waited, nothing found, an error", async () => {
  const { registry, catalog, session } = openOffice();
  const { searchResult } = forAnthropic(registry, catalog);
  const text = async (input: object) => searchResult("t1", await session.call("tool_search", input));
  expect(await text({ query: "open issue", detail: "names" })).toMatchObject([{ content: /create_issue/ }].map(asText));
  expect(await text({ select: ["send_message"] })).toMatchObject([{ content: /"target_name"/ }].map(asText));
  expect(await text({ query: "xyzzy" })).toMatchObject([{ content: /No tools were found/ }].map(asText));
  expect(await text({})).toMatchObject([{ content: /nothing to search/, is_error: true }].map(asText));
});

const asText = ({ content, ...rest }: { content: RegExp; is_error?: boolean }) => ({
  ...rest,
  content: expect.stringMatching(content),
});

test("names are the dialect's, and a session that goes on without its messages sees what it had loaded", async () => {
  const { registry, catalog, session, restored } = openOffice({
    more: [stub("read_mail", "Read mail.")],
    defer: ({ name }) => name === "read_mail",
    dialect: "claude",
  });
  const { tools, searchResult } = forAnthropic(registry, catalog, { dialect: "claude" });
  const [block] = searchResult("t1", await session.call("ToolSearch", { query: "select:ReadMail" }));
  expect(block).toMatchObject({ content: [{ type: "tool_reference", tool_name: "ReadMail" }] });
  const waiting = (after?: typeof session) => tools(after).filter(({ defer_loading }) => defer_loading);
  expect(waiting().map(({ name }) => name)).toEqual(["ReadMail"]);
  expect(waiting(restored())).toEqual([]);
});

test("without anything that waits there is nothing to search with", () => {
  const { registry, catalog } = openOffice({ defer: () => false });
  expect(forAnthropic(registry, catalog).tools()).toHaveLength(office.length);
});
