import { viewCall } from "@holdall/call-view";
import { ToolError, type ToolEvent } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { renderBlock } from "./result/blocks.ts";
import { renderCall } from "./result/call.ts";
import { eventRenderer } from "./result/events.ts";
import { screenOf } from "./screen.ts";
import { columns, duration, oneLine, wrap } from "./text.ts";

const plain = { width: 60, colour: false };

/** The lines of a finished call. */
function render(
  tool: string,
  input: unknown,
  output: unknown,
  error?: { code: string; message: string; hint?: string | undefined },
) {
  const state = error ? ("error" as const) : ("success" as const);
  const call = viewCall({ id: "1", tool, state, input, output, error, duration: 2.4 }, { cwd: "/app" });
  return renderCall(call, plain, { input });
}

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
    expect(wrap("a abcdefghij b", 6, "broken")).toEqual(["a", "abcdef", "ghij b"]);
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
    expect(screenOf(tty, { FORCE_COLOR: "1" }, { colour: false }).colour).toBe(false);
    expect(screenOf(tty, {}, { spoken: true })).toEqual({ width: 100, colour: false, spoken: true });
  });

  test("a narrow terminal, and one that changes its size, are as wide as they are", () => {
    const tty = { isTTY: true, columns: 30 };
    const screen = screenOf(tty, {});
    expect(screen.width).toBe(30);
    tty.columns = 60;
    expect(screen.width).toBe(60);
    const call = viewCall({
      id: "1",
      tool: "read_file",
      state: "success",
      input: { path: "a/long/path/to/a/file.ts" },
    });
    for (const spoken of [false, true])
      for (const line of renderCall(call, { width: 24, colour: false, spoken })) expect(columns(line)).toBeLessThan(25);
  });
});

describe("blocks", () => {
  const output = { diff: " 9   a\n10 - b\n10 + B\n11   c - d\n12 + new" };
  const [diff] = viewCall({ id: "1", tool: "edit_file", state: "success", output }).blocks;

  test("colours what is gone and what is new, by the mark and not by the text", () => {
    const rows = diff ? renderBlock(diff, { width: 60, colour: true }) : [];
    expect(rows.map((row) => /\[(\d+)m/.exec(row)?.[1])).toEqual(["2", "31", "32", "2", "32"]);
  });

  test("tables stand in columns, problems and steps are a line each", () => {
    const columns = [
      { name: "city", isNumber: false },
      { name: "sum", isNumber: true },
    ];
    const rows = [...Array(20)].map((_, at) => [`c${at}`, String(at * 10)]);
    const table = renderBlock({ kind: "table", columns, rows, more: 5, moreColumns: 0 }, plain);
    expect([table[0], table[1], table[3], table.at(-1)]).toEqual([
      "city  sum",
      "c0      0",
      "c2     20",
      "… 14 more rows",
    ]);
    const problem = { severity: "error", path: "a.ts", line: 2, column: 5, message: "No.", source: "tsc" } as const;
    expect(renderBlock({ kind: "diagnostics", items: [problem], more: 0 }, plain)).toEqual([
      "error a.ts:2:5 No. (tsc)",
    ]);
    const step = { id: "s", tool: "bash", status: "failed", detail: "why" };
    expect(renderBlock({ kind: "steps", steps: [step] }, plain)).toEqual(["failed    s (bash): why"]);
  });

  test("say how much they leave out", () => {
    const lines = Array.from({ length: 30 }, (_, at) => `row ${at}`).join("\n");
    const terminal = { kind: "terminal", command: "x", output: lines } as const;
    expect(renderBlock(terminal, plain).slice(0, 2)).toEqual(["… 20 rows before", "row 20"]);
    const code = {
      kind: "code",
      lines: [
        { number: 9, text: "a" },
        { number: 10, text: "b" },
      ],
      more: 3,
    } as const;
    expect(renderBlock(code, plain)).toEqual([" 9  a", "10  b", "… 3 more rows"]);
  });

  test("a warning is shown whole, and the call is marked", () => {
    const made = Array.from({ length: 20 }, (_, at) => `/app/${"sub/".repeat(20)}${at}/.vscode`);
    const note = `While it ran, protected files were created or changed by it or by something that ran beside it: ${made.join(", ")}.`;
    const lines = render("bash", { command: "x" }, { output: "", exit_code: 0, notes: [note] });
    expect(lines[0]).toMatch(/^ +! bash/);
    const shown = lines
      .slice(1)
      .map((line) => line.trim())
      .join("");
    expect(shown.replace(/ /g, "")).toBe(note.replace(/ /g, ""));
  });

  test("todos: all of a new list, later what has moved", () => {
    const todos = [
      { id: "1", content: "a", status: "completed" },
      { id: "2", content: "b", status: "in_progress" },
      { id: "3", content: "c", status: "pending" },
    ];
    expect(render("todo_write", {}, { todos, diff: { added: todos } }).slice(1)).toEqual([
      "      ✓ a",
      "      ▸ b",
      "      ○ c",
    ]);
    expect(render("todo_write", {}, { todos, diff: { completed: [todos[0]], added: [] } }).slice(1)).toEqual([
      "      ✓ a",
    ]);
  });
});

describe("a call", () => {
  test("shows its subject from the working directory, in every spelling, and what came of it", () => {
    const read = { kind: "text", total: 12, line: 1, end_line: 12 };
    expect(render("read_file", { file_path: "/app/src/a.ts" }, read)).toEqual([
      "  ✓ read_file   src/a.ts                    12 lines    2 ms",
    ]);
    const grep = { pattern: "x", path: "src" };
    expect(render("grep_files", grep, { files: [{ matches: 1 }] })[0]).toMatch(/"x" in src +1 match /);
    const odd = { pattern: "a\u202eb", path: "src" };
    expect(render("grep_files", odd, { files: [] })[0]).not.toContain("\u202e");
  });

  test("shows what was written, and of what was read that it was", () => {
    const written = render("write_file", { path: "a.js", content: "let a;\nlet b;\n" }, { path: "a.js", lines: 2 });
    expect(written.slice(1)).toEqual(["      1  let a;", "      2  let b;"]);
    expect(render("Read", { file_path: "a.js" }, { kind: "text", content: "1  let a;" })).toHaveLength(1);
  });

  test("shows an error with its code and the next move", () => {
    const error = new ToolError("ambiguous", "old_string occurs 2 times in /app/src/a.ts.", {
      hint: "Add a line of context.",
    });
    expect(render("edit_file", { path: "a" }, undefined, error.toJSON())).toEqual([
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
      { todos: [null, 1], output: "\x1b[2J", results: [{ url: "https://a.b" }], diff: "\x07\n1 + \x1b[31m" },
    ];
    for (const tool of [
      "read_file",
      "write_file",
      "edit_file",
      "todo_write",
      "grep_files",
      "bash",
      "web_search",
      "x".repeat(64),
    ]) {
      for (const input of odd) {
        for (const output of odd) {
          for (const line of render(tool, input, output)) {
            expect(columns(line)).toBeLessThanOrEqual(60);
            expect(line).not.toContain("\x1b");
          }
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
    "    ✓ delete_file b                          deleted",
    "  … outer_call: half",
    "  ✓ outer_call",
  ]);
});
