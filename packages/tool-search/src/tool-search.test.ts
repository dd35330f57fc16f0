import { allow, createRegistry, openSession, type Tool } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { office, openOffice, stub } from "./_office.fixture.ts";
import { isLoaded } from "./port/loaded-tools.ts";
import { toolSearch } from "./tool-search.ts";

describe("what it finds", () => {
  test("the tool that does what is asked, with a schema that can be called", async () => {
    const { search } = openOffice();
    const { tools } = await search({ query: "bill our customers" });
    expect(tools[0]).toMatchObject({ tool: "create_invoice", matched: "keyword", loaded: true });
    expect(tools[0]?.input_schema?.properties).toHaveProperty("target_name");
    expect(tools[0]?.score).toBeGreaterThan(0);
    expect(tools[0]?.score).toBeLessThanOrEqual(1);
  });

  test("examples count", async () => {
    expect((await openOffice().names({ query: "write to everybody in the whole channel" }))[0]).toBe("send_message");
  });

  test("several queries share the result, the best of each first", async () => {
    const names = await openOffice().names({ queries: ["remove file", "appointments", "bill"], limit: 1 });
    expect(names).toEqual(["delete_file", "read_calendar", "create_invoice"]);
  });

  test("what did not fit is named", async () => {
    const { tools, also } = await openOffice().search({ query: "open an issue", limit: 1 });
    expect(tools.map(({ tool }) => tool)).toEqual(["mcp__github__create_issue"]);
    expect(also).toContain("mcp__gitlab__create_issue");
  });

  test("a namespace keeps the rest out, and an unknown one is an error that names those there are", async () => {
    const { names, search } = openOffice();
    expect(await names({ query: "create issue", namespace: "GitLab" })).toEqual(["mcp__gitlab__create_issue"]);
    expect(await names({ query: "send a message", namespace: "gitlab" })).toEqual([]);
    await expect(search({ query: "x", namespace: "jira" })).rejects.toMatchObject({
      code: "not_found",
      hint: expect.stringContaining("github, gitlab, test"),
    });
  });

  test("it never finds itself", async () => {
    expect(await openOffice().names({ query: "tool_search find tools load schemas" })).not.toContain("tool_search");
  });

  test("tools that come and go are followed", async () => {
    const registry = createRegistry(office);
    const { names } = openOffice({ registry });
    expect(await names({ query: "brew coffee" })).toEqual([]);
    registry.add(stub("brew_coffee", "Make a cup of coffee."));
    expect(await names({ query: "brew coffee" })).toEqual(["brew_coffee"]);
    registry.remove("brew_coffee");
    expect(await names({ query: "brew coffee" })).toEqual([]);
  });
});

describe("select", () => {
  test.each([{ select: ["SendMessage", "delete-file"] }, { query: "select:SendMessage, delete-file" }])(
    "%j",
    async (input) => {
      const { tools } = await openOffice().search(input);
      expect(tools.map(({ tool, matched }) => [tool, matched])).toEqual([
        ["send_message", "exact"],
        ["delete_file", "exact"],
      ]);
    },
  );

  test("a name that is not there is named, with the nearest", async () => {
    const { tools, not_found } = await openOffice().search({ select: ["send_mesage", "read_calendar"] });
    expect(tools.map(({ tool }) => tool)).toEqual(["read_calendar"]);
    expect(not_found).toEqual([{ name: "send_mesage", nearest: expect.arrayContaining(["send_message"]) }]);
  });

  test("a qualified name selects what has it without", async () => {
    expect(await openOffice().names({ select: ["gitlab.create_issue", "office__send_message"] })).toEqual([
      "mcp__gitlab__create_issue",
      "send_message",
    ]);
  });

  test("a tool that goes while a model is asked is not shown", async () => {
    const registry = createRegistry(office);
    const embed = async (texts: readonly string[]) => {
      registry.remove("create_invoice");
      return texts.map(() => [1, 0]);
    };
    const { tools, also } = await openOffice({ registry, embed }).search({ query: "bill a customer" });
    expect([...tools.map(({ tool }) => tool), ...also]).not.toContain("create_invoice");
    expect(tools.length).toBeGreaterThan(0);
  });

  test("a selected tool is not listed again for the query", async () => {
    const names = await openOffice().names({ select: ["send_message"], query: "send a message" });
    expect(names.filter((name) => name === "send_message")).toHaveLength(1);
  });

  test("nothing asked is an error", async () => {
    await expect(openOffice().search({ query: "  " })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("what is loaded", () => {
  test("found with its schema is loaded, seen as a name is not; a restored session remembers", async () => {
    const { search, session } = openOffice();
    const before = await search({ query: "translate", detail: "names" });
    expect(before.tools[0]).toMatchObject({ tool: "translate_text", loaded: false });
    expect(before.tools[0]).not.toHaveProperty("description");
    expect(before.total_deferred).toBe(office.length);

    await search({ query: "translate", limit: 1 });
    expect(isLoaded(session, "translate_text")).toBe(true);
    expect((await search({ query: "bill", detail: "summary" })).total_deferred).toBe(office.length - 1);

    const saved = JSON.parse(JSON.stringify(session.snapshot()));
    const restored = openSession(createRegistry(), { policy: allow(), restore: saved });
    expect(isLoaded(restored, "translate_text")).toBe(true);
    expect(isLoaded(restored, "create_invoice")).toBe(false);
  });
});

test("names and schemas are in the dialect", async () => {
  const registry = createRegistry(office);
  const { search } = openOffice({ registry, dialect: "camel" });
  const { tools } = await search({ query: "remove file", limit: 1 });
  expect(tools[0]).toMatchObject({ name: "deleteFile", tool: "delete_file" });
  expect(Object.keys(tools[0]?.input_schema?.properties ?? {})).toEqual(["targetName"]);
});

test("servers that are down are told of, and a miss says what to do", async () => {
  const unavailable = () => [{ server: "slack", status: "failed: exit code 1", fix: "Restart it." }];
  const { session } = openOffice({ unavailable });
  const result = await session.call("tool_search", { query: "zzzz" });
  expect(result.ok && result.output).toMatchObject({ tools: [], unavailable: unavailable() });
  const [content] = result.content;
  expect(content?.type === "text" && content.text).toMatch(
    /No tools were found[\s\S]*slack is unavailable[\s\S]*Restart it[\s\S]*verb and object/,
  );
});

test("parameters are searched too", async () => {
  const input = z.object({ latitude: z.number().describe("Degrees north of the equator") }) as Tool["input"];
  const registry = createRegistry([...office, stub("locate_place", "Where something is.", { input })]);
  expect((await openOffice({ registry }).names({ query: "degrees north" }))[0]).toBe("locate_place");
});

test("what is read of a query is bounded, and said", async () => {
  const { notes, tools } = await openOffice().search({ query: `delete file ${"lorem ipsum ".repeat(9000)}` });
  expect(tools[0]?.tool).toBe("delete_file");
  expect(notes).toEqual([expect.stringContaining("Only the first 12800 characters")]);
});

test("a description that speaks of other tools is not found by their names", async () => {
  const registry = createRegistry([stub("wave_hand", "Wave."), stub("greet_loudly", "Prefer {wave_hand} from afar.")]);
  const found = toolSearch({ registry });
  registry.add(found as Tool);
  const session = openSession(registry, { policy: allow() });
  const result = await session.call("tool_search", { query: "wave hand" });
  expect(result.ok && (result.output as { tools: { tool: string }[] }).tools.map(({ tool }) => tool)).toEqual([
    "wave_hand",
  ]);
});
