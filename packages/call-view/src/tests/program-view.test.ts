import type { ToolEvent } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";
import { viewPart } from "../view/view-part.ts";

const code = "// count\nconst n = 1;\nreturn n;";
const part = (fields: object) =>
  viewPart({ type: "tool-run_program", toolCallId: "1", input: { code }, ...fields } as Parameters<typeof viewPart>[0]);

test("a program shows its code, what it said, and why it ended early", () => {
  expect(part({ state: "input-available" })).toMatchObject({
    title: "Run program",
    subject: "const n = 1;",
    blocks: [{ kind: "code", language: "javascript", lines: [{ number: 1, text: "// count" }, {}, {}] }],
  });
  const output = { status: "done", value: [1], logs: ["one", "two"], calls: [{}, {}] };
  expect(part({ state: "output-available", output })).toMatchObject({
    outcome: "2 calls",
    blocks: [{ kind: "code" }, { kind: "text", text: "one\ntwo" }, { kind: "fields", label: "Returned", value: [1] }],
  });
  const failed = { status: "failed", logs: [], calls: [{}], error: { message: "no", kind: "x", line: 2 } };
  expect(part({ state: "output-available", output: failed })).toMatchObject({
    outcome: "failed, 1 call",
    blocks: [{ kind: "code" }, { kind: "text", text: "line 2: no", isWarning: true }],
  });
});

test("the calls of a program are below it", () => {
  const { follow, calls } = followCalls();
  const start = { type: "call-start", sessionId: "s", input: {} } as const;
  const events: ToolEvent[] = [
    { ...start, callId: "1", tool: "run_program" },
    { ...start, callId: "2", tool: "read_file", parentId: "1", index: 1 },
  ];
  for (const event of events) follow(event);
  expect(calls().map(({ tool, parentId }) => [tool, parentId])).toEqual([
    ["run_program", undefined],
    ["read_file", "1"],
  ]);
});
