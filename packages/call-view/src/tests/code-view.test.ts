import { expect, test } from "vitest";
import { viewCall } from "../view/view-call.ts";

const view = (tool: string, input: object, output: unknown) =>
  viewCall({ id: "1", tool, state: "success", input, output });

test("problems: severity, place, source, whether it is new, and what did not run as a warning", () => {
  const output = {
    clean: false,
    problems: [
      {
        path: "/a.ts",
        line: 2,
        column: 5,
        severity: "error",
        state: "new",
        rule: "TS2345",
        message: "No.",
        tool: "tsc",
      },
      { path: "/a.ts", line: 9, column: 1, severity: "warning", state: "before", message: "Unused.", tool: "biome" },
    ],
    tools: [{ tool: "eslint", status: "not_run", message: "It was not permitted." }],
  };
  const shown = view("read_lints", { paths: ["/a.ts"] }, output);
  expect(shown).toMatchObject({ subject: "/a.ts", outcome: "2 problems" });
  expect(shown.blocks).toEqual([
    {
      kind: "diagnostics",
      items: [
        {
          severity: "error",
          path: "/a.ts",
          line: 2,
          column: 5,
          message: "No.",
          source: "tsc TS2345",
          since: "new",
        },
        { severity: "warning", path: "/a.ts", line: 9, column: 1, message: "Unused.", source: "biome" },
      ],
      more: 0,
    },
    { kind: "text", text: "eslint not run: It was not permitted.", isWarning: true },
  ]);
});

test("references by file", () => {
  const output = {
    files: [{ path: "/a.ts", references: [{ line: 3, column: 1, kind: "call", how: "exact", text: "go();" }] }],
    total: 1,
    notes: ["Noted."],
  };
  expect(view("find_references", { symbol: "go" }, output)).toMatchObject({
    subject: "go",
    outcome: "1 reference",
    blocks: [
      { kind: "matches", files: [{ path: "/a.ts", rows: [{ line: 3, text: "go(); · call, exact" }] }] },
      { kind: "text", text: "Noted." },
    ],
  });
});

test("calls as a tree", () => {
  const leaf = { name: "even", path: "/a.ts", line: 1, sites: [5], seen: "cycle", calls: [] };
  const output = {
    roots: [
      {
        name: "even",
        path: "/a.ts",
        line: 1,
        sites: [],
        calls: [{ ...leaf, name: "odd", line: 4, seen: undefined, calls: [leaf] }],
      },
    ],
    nodes: 3,
  };
  expect(view("trace_calls", { symbol: "even" }, output)).toMatchObject({
    outcome: "2 functions",
    blocks: [
      {
        kind: "code",
        lines: [{ text: "even /a.ts:1" }, { text: "  odd /a.ts:4 · 5" }, { text: "    even /a.ts:1 · 5 (cycle)" }],
      },
    ],
  });
});

test.each(["find_definition", "find_references", "trace_calls", "analyze_code", "read_lints"])(
  "%s copes with anything",
  (tool) => {
    for (const output of [
      undefined,
      null,
      1,
      "text",
      [],
      {},
      { files: [1], roots: [null], problems: "no", definitions: [{}] },
    ])
      expect(() => view(tool, {}, output)).not.toThrow();
  },
);
