import { failure, ToolError, type ToolEvent } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { type FinishedCall, renderCall } from "./call.ts";
import { countChanges, renderDiff } from "./diff.ts";
import { eventRenderer } from "./events.ts";
import { screenOf } from "./screen.ts";
import { columns, duration, oneLine, wrap } from "./text.ts";

const plain = { width: 60, colour: false };
const call = (tool: string, input: unknown, output: unknown, more: Partial<FinishedCall> = {}): FinishedCall => ({
  tool,
  input,
  duration: 2.4,
  result: { ok: true, output, content: [] },
  ...more,
});
const render = (finished: FinishedCall) => renderCall(finished, plain, "/app");

describe("text", () => {
  test("columns count what a terminal shows", () => {
    expect(["abc", "价格", "e\u0301", "\x1b[31mred\x1b[39m", "🙂"].map(columns)).toEqual([3, 4, 1, 3, 2]);
  });

  test("one line stays one line, fits, and cannot move the cursor", () => {
    expect(oneLine("a\tb\nc\x1b[2J", 40)).toBe("a  b␊c␛[2J");
    expect(oneLine("价格价格", 6)).toBe("价格…");
    expect(oneLine("short", 5)).toBe("short");
  });

  test("words wrap, long ones are cut, line breaks stay", () => {
    expect(wrap("one two three\nfour", 8)).toEqual(["one two", "three", "four"]);
    expect(wrap("abcdefghij", 6)).toEqual(["abcde…"]);
  });

  test("durations read well", () => {
    expect([0.2, 1, 999, 1530].map(duration)).toEqual(["<1 ms", "1 ms", "999 ms", "1.5 s"]);
  });
});

describe("screen", () => {
  test("colours follow the terminal and the conventions", () => {
    const tty = { isTTY: true, columns: 120 };
    expect(screenOf(tty, {})).toEqual({ width: 100, colour: true });
    expect(screenOf({}, {})).toEqual({ width: 80, colour: false });
    const colours = [{ NO_COLOR: "1" }, { TERM: "dumb" }, { FORCE_COLOR: "0" }].map((env) => screenOf(tty, env).colour);
    expect(colours).toEqual([false, false, false]);
    expect(screenOf({}, { FORCE_COLOR: "1" }).colour).toBe(true);
  });
});

describe("diff", () => {
  const diff = " 9   a\n10 - b\n10 + B\n11   c - d\n12 + new";

  test("colours what is gone and what is new, by the mark and not by the text", () => {
    const [first, gone, come, same] = renderDiff(diff, { width: 60, colour: true });
    expect([first, gone, come, same].map((row) => /\[(\d+)m/.exec(row ?? "")?.[1])).toEqual(["2", "31", "32", "2"]);
    expect(countChanges(diff)).toBe("+2 −1");
  });

  test("says how much it leaves out", () => {
    expect(renderDiff(diff, plain, 2)).toEqual([" 9   a", "10 - b", "… 3 more rows"]);
  });
});

describe("a call", () => {
  test("shows its subject from the working directory, in every spelling, and what came of it", () => {
    const read = { kind: "text", total_lines: 12, first_line: 1, last_line: 12 };
    expect(render(call("read_file", { file_path: "/app/src/a.ts" }, read))).toEqual([
      "  ✓ read_file   src/a.ts                    12 lines    2 ms",
    ]);
    const grep = { pattern: "x", path: "src", glob: "*.ts" };
    expect(render(call("grep_files", grep, { files: [{ matches: 1 }] }))[0]).toMatch(/"x" in src \*\.ts +1 match /);
  });

  test("shows an error with its code and the next move", () => {
    const result = failure(
      new ToolError("ambiguous", "old_string occurs 2 times in /app/src/a.ts.", { hint: "Add a line of context." }),
    );
    expect(render(call("edit_file", { path: "a" }, undefined, { result }))).toEqual([
      "  ✗ edit_file   a                          ambiguous    2 ms",
      "      old_string occurs 2 times in src/a.ts.",
      "      → Add a line of context.",
    ]);
  });

  test("never grows wider than the screen, never throws, whatever it is given", () => {
    const odd: unknown[] = [
      undefined,
      null,
      7,
      "text",
      [],
      { path: 5 },
      { path: "" },
      { path: "x".repeat(300), pattern: "\n\x1b[31m" },
      { todos: [null, 1] },
    ];
    for (const tool of ["read_file", "write_file", "edit_file", "todo_write", "grep_files", "x".repeat(64)]) {
      for (const input of odd) {
        for (const output of odd) {
          for (const line of render(call(tool, input, output))) expect(columns(line)).toBeLessThanOrEqual(60);
        }
      }
    }
  });
});

test("events become lines: calls when they end, nested ones deeper, questions at once", () => {
  const lines = eventRenderer(plain, "/app");
  const base = { sessionId: "s" };
  const end = { type: "call-end", result: { ok: true, output: {}, content: [] }, duration: 1 } as const;
  const events: ToolEvent[] = [
    { ...base, type: "call-start", callId: "1", tool: "outer_call", input: {} },
    { ...base, type: "call-start", callId: "2", tool: "delete_file", input: { path: "b" }, parentId: "1" },
    {
      ...base,
      type: "permission-request",
      callId: "2",
      tool: "delete_file",
      access: [{ action: "delete", target: "/app/b" }],
      prompt: "",
    },
    { ...base, ...end, callId: "2", tool: "delete_file" },
    { ...base, type: "call-progress", callId: "1", tool: "outer_call", progress: { message: "half" } },
    { ...base, ...end, callId: "1", tool: "outer_call" },
  ];
  expect(events.flatMap(lines).map((line) => line.replace(/ {2,}\d+ ms$/, ""))).toEqual([
    "  ? delete_file wants to delete /app/b",
    "    ✓ delete_file b",
    "  … outer_call: half",
    "  ✓ outer_call",
  ]);
});
