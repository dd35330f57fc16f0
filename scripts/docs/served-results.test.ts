import { serveHttp } from "@holdall/mcp/http";
import { contentText, type Dialect, type Session } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientKind, connect } from "../../packages/mcp/src/_fixtures/connect.fixture.ts";
import { type EarlierCall, shownOf, toolNames } from "./tool-pages/calls.ts";
import { openFixture, type ToolFixture } from "./tool-pages/fixture.ts";

let fixture: ToolFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const scheduleId = /schedule_[\da-f]{16}/;

/** Make the calls that come before one, and fill their ids into its input. */
async function prepare(session: Session, input: object, before: readonly EarlierCall[] = []): Promise<object> {
  let [task, schedule] = ["task_1", "schedule_1"];
  for (const { tool, input: given } of before) {
    const text = contentText((await session.call(tool, given)).content);
    task = /(?<!\w)task_\w+/.exec(text)?.[0] ?? task;
    schedule = scheduleId.exec(text)?.[0] ?? schedule;
  }
  return JSON.parse(
    JSON.stringify(input)
      .replace("task_1", () => task)
      .replace("schedule_1", () => schedule),
  );
}

// These clients reject a result whose structuredContent is missing, or is not what the tool's output schema says.
describe.each([
  ["v1", "snake"],
  ["v1", "camel"],
  ["v2 modern", "claude"],
] as [ClientKind, Dialect][])("the results of all tools for a %s client, in the dialect %s", (kind, dialect) => {
  test("have structured content that matches, or none where the call failed", { timeout: 120_000 }, async () => {
    const opened: Session[] = [];
    let exposed = "";
    const server = await serveHttp(() => opened.at(-1)!, {
      onError: () => {},
      structured: "always",
      expose: ({ registry }) => registry.tools().filter(({ name }) => name === exposed),
    });
    const problems: string[] = [];
    let checked = 0;
    for (const name of toolNames) {
      const { call, before, fails = [], onDisk = false } = shownOf(name);
      exposed = name;
      for (const each of [{ call, before }, ...fails]) {
        const { session } = await fixture.open(onDisk ? "disk" : "memory", dialect);
        opened.push(session);
        const input = await prepare(session, each.call, each.before);
        const client = await connect(kind, `${server.url}?session=${crypto.randomUUID()}`);
        try {
          const { tools } = await client.listTools();
          const [tool] = tools;
          if (!tool) throw new Error("It is not listed.");
          const result = await client.callTool({ name: tool.name, arguments: { ...input } });
          const { isError, structuredContent } = result;
          if (isError && structuredContent !== undefined && dialect !== "camel")
            problems.push(`${name}: a failed call has structured content`);
          if (!isError && tool.outputSchema && structuredContent === undefined)
            problems.push(`${name}: no structured content`);
          checked++;
        } catch (error) {
          problems.push(
            `${name} ${JSON.stringify(each.call).slice(0, 100)}: ${(error as Error).message.slice(0, 500)}`,
          );
        } finally {
          await client.close();
        }
      }
    }
    await server.close();
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(toolNames.length);
  });
});
