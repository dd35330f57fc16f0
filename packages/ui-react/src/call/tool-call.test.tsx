import { type CallView, type ViewBlock, viewPart } from "@holdall/call-view";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CallList } from "./call-list.tsx";
import { ToolCall } from "./tool-call.tsx";
import { ToolPart } from "./tool-part.tsx";

const call = (fields: Partial<CallView> = {}): CallView => ({
  id: "1",
  tool: "edit_file",
  title: "Edit file",
  category: "filesystem",
  state: "success",
  subject: "a.ts",
  outcome: "+1 −1",
  blocks: [],
  ...fields,
});

describe("a call", () => {
  test("is a line with its name, subject and outcome, and says its state to screen readers", () => {
    const html = renderToStaticMarkup(<ToolCall call={call()} />);
    expect(html).toContain('aria-label="Edit file done"');
    for (const text of ["Edit file", "a.ts", "+1 −1"]) expect(html).toContain(text);
    expect(html).not.toContain("<details");
  });

  test("opens by itself when it failed, and shows the next move", () => {
    const error = { code: "no_match", message: "Not there.", hint: "Read it again." };
    const html = renderToStaticMarkup(<ToolCall call={call({ state: "error", error })} />);
    expect(html).toContain("<details open");
    for (const text of ["no match", "Not there.", "Read it again."]) expect(html).toContain(text);
  });

  test("that asks shows what it would touch and the answers that were offered", () => {
    const approval = {
      id: "1",
      prompt: "Really?",
      access: [{ action: "execute", target: "rm /app/a.ts", cwd: "/app/sub" }],
    };
    const asking = call({ state: "asking", approval });
    const html = renderToStaticMarkup(
      <ToolCall call={asking} onAnswer={() => {}} answers={["once", "always", "deny"]} />,
    );
    for (const text of ["Really?", "/app/a.ts", "<code>/app/sub</code>", "Allow once", "Always allow", "Deny"])
      expect(html).toContain(text);
    expect(html).not.toContain("Allow in this session");
    expect(renderToStaticMarkup(<ToolCall call={asking} />)).not.toContain("Deny");
  });

  test("a warning stands out, whole", () => {
    const text = `While it ran, protected files were created or changed: /app/${"x".repeat(300)}/.vscode.`;
    const html = renderToStaticMarkup(
      <ToolCall call={call({ blocks: [{ kind: "text", text, isWarning: true }] })} isOpen />,
    );
    expect(html).toContain(`<p class="holdall-warning" role="alert">${text}</p>`);
  });

  test("never becomes a part of the page: texts stay texts, addresses that run stay out", () => {
    const blocks: ViewBlock[] = [
      { kind: "text", text: "<img src=x onerror=alert(1)>" },
      { kind: "terminal", command: "<script>", output: "</code><b>" },
    ];
    const html = renderToStaticMarkup(<ToolCall call={call({ blocks })} isOpen />);
    expect(html).not.toMatch(/<(img|script|b)[ >]/);
    const results = [
      { title: "x", url: "javascript:alert(1)" },
      { title: "y", url: "https://example.com/a" },
    ];
    const search = { type: "tool-web_search", toolCallId: "1", state: "output-available", output: { results } };
    const links = renderToStaticMarkup(<ToolPart part={search} isOpen />);
    expect(links.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/a"']);
    expect(links).toContain('rel="noopener noreferrer nofollow"');
  });

  test("of 10,000 rows draws those in sight", () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ line: at + 1, text: `row ${at + 1}`, isMatch: true }));
    const blocks: ViewBlock[] = [{ kind: "matches", files: [{ path: "a.ts", rows }], total: rows.length, more: 0 }];
    const html = renderToStaticMarkup(<ToolCall call={call({ blocks })} isOpen />);
    expect(html.match(/holdall-row[ "]/g)?.length).toBe(200);
    expect(html).toContain(`height:${10_001 * 20}px`);
  });
});

describe("handlers", () => {
  test("replace one part each, by any spelling of the tool", () => {
    const handlers = {
      editFile: {
        loadingLabel: "Mending",
        marker: "★",
        renderOutput: ({ subject }: CallView) => <b>made {subject}</b>,
      },
    };
    expect(renderToStaticMarkup(<ToolCall call={call()} handlers={handlers} isOpen />)).toMatch(
      /★.*<b>made a\.ts<\/b>/s,
    );
    expect(renderToStaticMarkup(<ToolCall call={call({ state: "running" })} handlers={handlers} />)).toContain(
      "Mending",
    );
    const spelled = renderToStaticMarkup(<ToolCall call={call({ tool: "Edit" })} handlers={handlers} isOpen />);
    expect(spelled).toContain("★");
    const other = renderToStaticMarkup(<ToolCall call={call({ tool: "read_file" })} handlers={handlers} />);
    expect(other).not.toContain("★");
  });

  test("inline calls have nothing to open", () => {
    const error = { code: "no_match", message: "Not there." };
    const html = renderToStaticMarkup(
      <ToolCall call={call({ state: "error", error })} handlers={{ edit_file: { inline: true } }} />,
    );
    expect(html).not.toContain("<details");
  });
});

test("calls of calls stand below the call that made them; a lost parent loses no call", () => {
  const calls = [
    call(),
    call({ id: "2", parentId: "1", subject: "inner" }),
    call({ id: "3", parentId: "gone", subject: "orphan" }),
  ];
  const html = renderToStaticMarkup(<CallList calls={calls} />);
  expect(html).toMatch(/<ol class="holdall-calls"><li>.*<ol><li>.*inner.*<\/li><\/ol><\/li><li>.*orphan/s);
});

test("whatever a part holds can be drawn", () => {
  const tools = [
    "edit_file",
    "grep_files",
    "bash",
    "todo_write",
    "web_search",
    "read_file",
    "task_list",
    "mcp__a__b",
    "other",
  ];
  const states = ["input-streaming", "approval-requested", "output-available", "output-error", "output-denied"];
  const names = [
    "path",
    "todos",
    "files",
    "rows",
    "content",
    "diff",
    "results",
    "tasks",
    "url",
    "title",
    "text",
    "output",
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.anything(),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 5 }),
    ),
  })).any;
  fc.assert(
    fc.property(fc.constantFrom(...tools), fc.constantFrom(...states), value, value, (tool, state, input, output) => {
      const view = viewPart({ type: `tool-${tool}`, toolCallId: "1", state, input, output });
      expect(renderToStaticMarkup(<ToolCall call={view} isOpen />)).toContain("holdall-call");
    }),
    { numRuns: 300 },
  );
});
