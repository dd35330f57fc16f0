import {
  type Approve,
  allow,
  ask,
  createRegistry,
  defineTool,
  openSession,
  type Policy,
  type Tool,
  ToolError,
  type ToolEvent,
} from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { office } from "./_office.fixture.ts";
import { isLoaded } from "./port/loaded-tools.ts";
import { toolCall } from "./tool-call.ts";
import { toolSearch } from "./tool-search.ts";

function bridge(policy: Policy = allow(), onEvent?: (event: ToolEvent) => void, approve?: Approve) {
  const book = defineTool({
    name: "book_room",
    category: "mcp",
    description: "Reserve a room.",
    input: z.object({ room_name: z.string(), seats: z.int().min(1).optional() }),
    access: ({ room_name }) => [{ action: "write", target: `/rooms/${room_name}` }],
    execute({ room_name }) {
      if (room_name === "cellar") throw new ToolError("not_found", "There is no cellar.", { hint: "Take the attic." });
      return { booked: room_name };
    },
    render: ({ booked }) => `Booked ${booked}.`,
  });
  const registry = createRegistry([book as Tool]);
  registry.add(toolCall({ registry }) as Tool, toolSearch({ registry }) as Tool);
  return openSession(registry, { policy, onEvent, approve });
}

test.each([{ room_name: "attic" }, { roomName: "attic" }, '{"room_name":"attic"}'])(
  "calls with %j and answers as the tool does",
  async (given) => {
    const session = bridge();
    const result = await session.call("tool_call", { name: "bookRoom", arguments: given });
    expect(result).toMatchObject({ ok: true, output: { tool: "book_room", output: { booked: "attic" } } });
    expect(result.content).toEqual([{ type: "text", text: "Booked attic." }]);
    expect(isLoaded(session, "book_room")).toBe(true);
  },
);

test("the policy judges what the tool touches", async () => {
  const session = bridge(({ access }) =>
    access ? { effect: "deny", reason: "Rooms are taken." } : { effect: "allow" },
  );
  const result = await session.call("tool_call", { name: "book_room", arguments: { room_name: "attic" } });
  expect(!result.ok && result.error).toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("Rooms are taken"),
  });
});

test("arguments for a schema that was never shown are answered with the schema; later only with what is wrong", async () => {
  const session = bridge();
  const refused = await session.call("tool_call", { name: "book_room", arguments: { seats: 0 } });
  expect(!refused.ok && refused.error).toMatchObject({
    code: "invalid_input",
    hint: expect.stringContaining('"room_name"'),
  });
  await session.call("tool_search", { select: ["book_room"] });
  const again = await session.call("tool_call", { name: "book_room", arguments: { seats: 0 } });
  expect(!again.ok && again.error.hint).not.toContain('"type"');
});

test("a tool that fails fails as itself, one that is not there is searched for, and no call calls itself", async () => {
  const session = bridge();
  const error = async (name: string, given: object = {}) => {
    const result = await session.call("tool_call", { name, arguments: given });
    return result.ok ? undefined : result.error;
  };
  expect(await error("book_room", { room_name: "cellar" })).toMatchObject({
    code: "not_found",
    hint: "Take the attic.",
  });
  expect(await error("bok_room")).toMatchObject({
    code: "unknown_tool",
    hint: expect.stringMatching(/book_room.*tool_search/),
  });
  expect(await error("ToolCall", { name: "tool_call" })).toMatchObject({ code: "invalid_input" });
});

test("its definition keeps its bytes, whatever comes and goes", () => {
  const registry = createRegistry();
  registry.add(toolSearch({ registry }) as Tool, toolCall({ registry }) as Tool);
  const spec = () => JSON.stringify(registry.list().find(({ tool }) => tool === "tool_call"));
  const before = spec();
  registry.add(...office);
  expect(spec()).toBe(before);
});

test("events and questions name the tool that does the work", async () => {
  const events: ToolEvent[] = [];
  const asked: string[] = [];
  const approve = ({ tool }: { readonly tool: string }) => asked.push(tool) > 0;
  const session = bridge(ask(), (event) => events.push(event), approve);
  const call = { name: "BookRoom", arguments: { room_name: "attic" } };
  expect(await session.call("tool_call", call, { callId: "c" })).toMatchObject({ ok: true });
  expect(asked.at(-1)).toBe("book_room");
  expect(events.filter(({ type }) => type === "call-start")).toMatchObject([
    { tool: "tool_call", callId: "c" },
    { tool: "book_room", parentId: "c", input: { room_name: "attic" } },
  ]);
  expect(events.filter(({ type }) => type === "call-end").map(({ tool }) => tool)).toEqual(["book_room", "tool_call"]);
});
