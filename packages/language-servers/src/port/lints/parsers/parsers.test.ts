import { type Path, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import {
  type LinterParser,
  parseBiome,
  parseCargo,
  parseEslint,
  parseGoVet,
  parseMypy,
  parseOxlint,
  parsePyright,
  parseRuff,
  parseShellcheck,
  parseTsc,
} from "../index.ts";

const cwd = toPath("/p");
const json = (value: unknown) => JSON.stringify(value);
const parse = (parser: LinterParser, output: { stdout?: string; stderr?: string; status?: number }) =>
  parser({ stdout: "", stderr: "", status: 1, cwd, ...output });
const place = (path: string, line: number, column: number) => ({ path: toPath(path), line, column });

const span = {
  file_name: "src/main.rs",
  line_start: 2,
  column_start: 9,
  line_end: 2,
  column_end: 10,
  is_primary: true,
};
const rustError = { message: "mismatched types", code: { code: "E0308" }, level: "error", spans: [span] };

const cases: readonly (readonly [
  string,
  LinterParser,
  { stdout?: string; stderr?: string; status?: number },
  object,
])[] = [
  [
    "tsc, with what continues a message",
    parseTsc,
    { stdout: "src/a.ts(3,7): error TS2322: Type 'x'.\n  The types of 'y' differ.\n/p/src/a.ts\n", status: 2 },
    {
      ...place("/p/src/a.ts", 3, 7),
      severity: "error",
      rule: "TS2322",
      message: "Type 'x'.\n  The types of 'y' differ.",
    },
  ],
  [
    "eslint",
    parseEslint,
    {
      stdout: json([
        { filePath: "/p/a.js", messages: [{ ruleId: "eqeqeq", severity: 1, line: 1, column: 2, message: "m" }] },
      ]),
    },
    { ...place("/p/a.js", 1, 2), severity: "warning", rule: "eqeqeq", message: "m" },
  ],
  [
    "biome",
    parseBiome,
    {
      stdout: `A line before.\n${json({
        summary: { changed: 0, unchanged: 1 },
        diagnostics: [
          {
            severity: "error",
            message: "m",
            category: "lint/x",
            location: { path: "a.ts", start: { line: 4, column: 7 } },
          },
        ],
      })}`,
    },
    { ...place("/p/a.ts", 4, 7), severity: "error", rule: "lint/x" },
  ],
  [
    "oxlint",
    parseOxlint,
    {
      stdout: json({
        diagnostics: [
          {
            message: "m",
            code: "eslint(no-x)",
            severity: "warning",
            filename: "a.js",
            help: "h",
            labels: [{ span: { line: 2, column: 3 } }],
          },
        ],
        number_of_files: 1,
      }),
      status: 0,
    },
    { ...place("/p/a.js", 2, 3), severity: "warning", rule: "eslint(no-x)", message: "m\nh" },
  ],
  [
    "ruff",
    parseRuff,
    {
      stdout: json([
        {
          code: "F401",
          message: "m",
          filename: "/p/a.py",
          location: { row: 1, column: 8 },
          end_location: { row: 1, column: 10 },
        },
      ]),
    },
    { ...place("/p/a.py", 1, 8), endColumn: 10, severity: "warning", rule: "F401" },
  ],
  [
    "pyright, which counts from 0",
    parsePyright,
    {
      stdout: json({
        generalDiagnostics: [
          {
            file: "/p/a.py",
            severity: "error",
            message: "m",
            rule: "reportX",
            range: { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } },
          },
        ],
        summary: {},
      }),
    },
    { ...place("/p/a.py", 1, 5), endLine: 1, endColumn: 6, rule: "reportX" },
  ],
  [
    "mypy",
    parseMypy,
    { stdout: 'a.py:3:5: error: Bad "x"  [arg-type]\na.py:3:5: note: See above\n' },
    { ...place("/p/a.py", 3, 5), severity: "error", rule: "arg-type", message: 'Bad "x"' },
  ],
  [
    "go vet",
    parseGoVet,
    { stderr: "# example.com/p\nvet: ./a.go:4:2: undefined: x\n" },
    { ...place("/p/a.go", 4, 2), message: "undefined: x" },
  ],
  [
    "cargo check, the same for the library and its tests",
    parseCargo,
    {
      stdout: [
        { reason: "compiler-message", message: rustError },
        { reason: "compiler-message", message: rustError },
        { reason: "build-finished", success: false },
      ]
        .map(json)
        .join("\n"),
      status: 101,
    },
    { ...place("/p/src/main.rs", 2, 9), severity: "error", rule: "E0308" },
  ],
  [
    "shellcheck",
    parseShellcheck,
    {
      stdout: json({
        comments: [
          { file: "a.sh", line: 1, column: 6, endLine: 1, endColumn: 8, level: "info", code: 2086, message: "m" },
        ],
      }),
    },
    { ...place("/p/a.sh", 1, 6), severity: "info", rule: "SC2086" },
  ],
];

describe.each(cases)("%s", (_, parser, output, expected) => {
  test("says where and what", () => {
    const parsed = parse(parser, output);
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && parsed.diagnostics).toEqual([expect.objectContaining(expected)]);
  });

  test.each([
    ["prose and status 2", { stdout: "Oops. Something went wrong.", status: 2 }],
    ["prose and status 0 on stderr only where a report is due", { stderr: "\u001b[31mpanic\u001b[39m", status: 134 }],
    ["a report that is cut", { stdout: (output.stdout ?? output.stderr ?? "").slice(0, 20), status: 137 }],
    ["nothing, killed", { status: undefined as never }],
  ])("%s has failed, and is not clean (anomalyco/opencode#41218)", (_name, broken) => {
    expect(parse(parser, broken)).toMatchObject({ ok: false });
  });
});

test("a failure is told in the tool's own words, without colors and cut between lines (mmnto-ai/totem#1349)", () => {
  const stderr = `\u001b[31mCannot find plugin "a.b".\u001b[39m\n${"line. more\n".repeat(20)}The end.`;
  const parsed = parse(parseEslint, { stderr, status: 2 });
  expect(parsed).toEqual({
    ok: false,
    message: expect.stringMatching(/status 2:\nCannot find plugin "a\.b"\.\nline\. more\n[\s\S]*\nThe end\.$/),
  });
});

test("a wrong tsconfig is no diagnostic of a file, but a failure", () => {
  expect(parse(parseTsc, { stdout: "error TS18003: No inputs were found.\n", status: 2 })).toMatchObject({ ok: false });
});

test("files that eslint ignores are named", () => {
  const stdout = json([
    {
      filePath: "/p/a.js",
      messages: [{ ruleId: null, severity: 1, message: "File ignored because of a matching ignore pattern." }],
    },
  ]);
  expect(parse(parseEslint, { stdout, status: 0 })).toEqual({
    ok: true,
    diagnostics: [],
    ignored: ["/p/a.js" as Path],
  });
});
