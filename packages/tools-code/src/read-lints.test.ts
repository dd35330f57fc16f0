import { chmodSync, existsSync } from "node:fs";
import { localPrograms, serverPool } from "@holdall/language-servers";
import { ask, deny, type Policy } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { lintProject, typescriptProject } from "./tests/_lints.fixture.ts";

const withServer = { servers: (folder: string) => serverPool({ roots: [folder] }) };
const withPrograms = { programs: (folder: string) => localPrograms({ roots: [folder] }) };

const states = ({ problems }: Awaited<ReturnType<ReturnType<typeof lintProject>["lints"]>>) =>
  problems.map(({ path, line, state, rule }) => `${path.slice(path.lastIndexOf("/") + 1)}:${line} ${state} ${rule}`);

describe.each([
  ["TypeScript's server", withServer],
  ["tsc", withPrograms],
])("by %s", (_, how) => {
  test("new, still, fixed and before are told apart (microsoft/vscode#265433)", async () => {
    await using project = lintProject(typescriptProject, how);
    await project.edit("src/add.ts", "b: number): number", "b: string): number");
    const first = await project.lints();
    expect(states(first)).toEqual(["add.ts:2 new TS2322", "use.ts:3 new TS2345"]);
    expect(first).toMatchObject({ clean: false, counts: { new: 2, still: 0, fixed: 0 } });

    await project.edit("src/add.ts", "export function", "// More above it.\n\nexport function");
    const second = await project.lints();
    expect(states(second)).toEqual(["add.ts:4 still TS2322", "use.ts:3 still TS2345"]);

    await project.edit("src/add.ts", "b: string): number", "b: number): number");
    const third = await project.lints();
    expect(third).toMatchObject({ clean: true, problems: [], counts: { new: 0, still: 0, fixed: 2 } });
  });

  test("old problems of a changed file are counted, not listed", async () => {
    await using project = lintProject(typescriptProject, how);
    await project.edit("src/old.ts", "export", "const unused = 1;\n\nexport");
    const found = await project.lints();
    expect(states(found)).toEqual(["old.ts:1 new TS6133"]);
    expect(found.counts).toMatchObject({ new: 1, before: 1 });
    expect(states(await project.lints({ all: true })).sort()).toEqual([
      "old.ts:1 still TS6133",
      "old.ts:3 before TS2322",
    ]);
  });

  test("a file that was not changed is listed as it is when it is asked about", async () => {
    await using project = lintProject(typescriptProject, how);
    const found = await project.lints({ paths: ["src/old.ts"] });
    expect(states(found)).toEqual(["old.ts:1 before TS2322"]);
    expect(found.clean).toBe(false);
  });

  test("without a change there is nothing to check, and that is not clean", async () => {
    await using project = lintProject(typescriptProject, how);
    expect(await project.lints()).toMatchObject({ clean: false, checked: [], text: /No file was changed/ });
  });
});

test("a file that the project leaves out was not checked by its compiler", async () => {
  await using project = lintProject(typescriptProject, withPrograms);
  await project.make("scripts/x.ts", 'const a: number = "";\n');
  const found = await project.lints();
  expect(found).toMatchObject({ clean: false, checked: [], unchecked: [{ reason: "tsc leaves it out" }] });
});

/** A project whose own linter prints what its argument says. */
function ownLinter(script: string, config = "eslint.config.mjs", name = "eslint", policy?: Policy) {
  const program = `node_modules/.bin/${name}`;
  const project = lintProject(
    {
      "a.js": "let a = 1;\n",
      [config]: config.endsWith("json") ? "{}" : "export default [];\n",
      [program]: `#!/usr/bin/env node\n${script}\n`,
    },
    { ...withPrograms, lintTimeout: script.startsWith("setInterval") ? 1_500 : 20_000, ...(policy && { policy }) },
  );
  chmodSync(`${project.folder}/${program}`, 0o755);
  return project;
}

test.each([
  [
    "ends with 2 and prose",
    "console.log('Oops! Cannot find plugin x'); process.exit(2)",
    "failed",
    /Cannot find plugin/,
  ],
  ["prints no JSON and ends with 0", "console.log('done')", "failed", /done/],
  ["prints its JSON to stderr", "console.error('[]')", "failed", /\[\]/],
  ["prints nothing", "", "failed", /printed nothing/],
  ["never ends", "setInterval(() => {}, 1000)", "timed_out", /1500 ms/],
  [
    "prints without end",
    "const b = 'x'.repeat(1e6); for (let i = 0; i < 40; i++) process.stdout.write(b)",
    "failed",
    /too much/,
  ],
] as const)("a linter that %s has not found the file clean", async (_, script, status, message) => {
  await using project = ownLinter(script);
  const found = await project.lints({ paths: "a.js" as never });
  expect(found).toMatchObject({ clean: false, checked: [], tools: [{ tool: "eslint", status, message }] });
  expect(found.unchecked).toHaveLength(1);
});

test("a linter with colors, a banner and megabytes of sources in its JSON is understood", async () => {
  const messages = '[{ ruleId: "no-x", severity: 2, line: 1, column: 5, message: "\\u001b[31mNo x.\\u001b[0m" }]';
  await using project = ownLinter(
    `console.log("\\u001b[1mA banner\\u001b[0m"); console.log(JSON.stringify([{ filePath: process.cwd() + "/a.js", messages: ${messages}, source: "x".repeat(5e6) }])); process.exitCode = 1`,
  );
  const found = await project.lints({ paths: ["a.js"] });
  expect(found.problems).toMatchObject([{ line: 1, column: 5, rule: "no-x", message: "No x.", severity: "error" }]);
});

/** The call may start programs; each of them is asked about. */
const askProgram: Policy = (request) =>
  request.access?.target === "linters" ? undefined : ask({ actions: ["execute"] })(request);

test("a call that may start programs says so before it runs", async () => {
  await using project = ownLinter("");
  const { access } = await project.session.decide("read_lints", { paths: ["a.js"] });
  expect(access.map(({ action, target }) => `${action} ${target}`)).toContain("execute linters");
});

test.each([
  ["eslint", "eslint.config.mjs"],
  ["oxlint", ".oxlintrc.json"],
  ["biome", "biome.json"],
])("%s of a checkout does not run before somebody agrees (AtomLinter/linter-eslint#864)", async (name, config) => {
  const canary = 'require("node:fs").writeFileSync("canary", ""); console.log("[]")';
  await using project = ownLinter(canary, config, name, askProgram);
  const found = await project.lints({ paths: ["a.js"] });
  expect(found).toMatchObject({ clean: false, tools: [{ status: "not_run", message: /runs code of the project/ }] });
  expect(existsSync(`${project.folder}/canary`)).toBe(false);
});

test("what runs code asks with what it would run, and anew when that has changed", async () => {
  const versions: (string | undefined)[] = [];
  const watching: Policy = ({ access }) => {
    if (access?.action === "execute" && access.target !== "linters")
      versions.push(`${access.target} ${access.version}`);
    return undefined;
  };
  await using project = ownLinter('console.log("[]")', "eslint.config.mjs", "eslint", watching);
  await project.lints({ paths: ["a.js"] });
  await project.lints({ paths: ["a.js"] });
  project.write("eslint.config.mjs", `export default [];${" ".repeat(500)}evil();\n`);
  await project.lints({ paths: ["a.js"] });
  expect(new Set(versions).size).toBe(2);
  expect(versions[0]).toMatch(/^project-linter:eslint \S{16}$/);
});

test("problems of files that may not be read are in no answer and no count", async () => {
  const policy = deny({ actions: ["read"], under: "/tmp/none" });
  await using project = lintProject(typescriptProject, {
    ...withServer,
    policy: (request) =>
      request.access?.action === "read" && request.access.target.endsWith("/use.ts")
        ? { effect: "deny", reason: "secret" }
        : policy(request),
  });
  await project.edit("src/add.ts", "b: number): number", "b: string): number");
  const found = await project.lints();
  expect(states(found)).toEqual(["add.ts:2 new TS2322"]);
  expect(found.counts.new).toBe(1);
  expect(JSON.stringify(found)).not.toContain("use.ts");
});

test("a folder that is asked about: neither what may not be read in it, nor what ignore rules hide, is named", async () => {
  await using project = lintProject(
    { "a.json": "{}", "secret.json": "{", "built/c.json": "{", ".gitignore": "built\n" },
    {
      policy: ({ access }) =>
        access?.action === "read" && access.target.endsWith("/secret.json")
          ? { effect: "deny", reason: "secret" }
          : undefined,
    },
  );
  const { text, checked, unchecked, problems } = await project.lints({ paths: ["."] });
  expect({ checked, unchecked, problems }).toEqual({
    checked: [`${project.folder}/a.json`],
    unchecked: [],
    problems: [],
  });
  expect(text).not.toContain("secret");
});

test("a file whose tools were not asked for says so", async () => {
  await using project = lintProject(typescriptProject, withPrograms);
  const { unchecked } = await project.lints({ paths: ["src/add.ts"], tools: ["eslint"] });
  expect(unchecked).toMatchObject([{ reason: "Its tools were not asked for: tsc." }]);
});

test("the nearest configuration decides in a monorepo", async () => {
  const loose =
    '{ "compilerOptions": { "strict": false, "noEmit": true, "lib": ["es5"], "types": [], "skipLibCheck": true }, "include": ["."] }';
  const source = "export function id(x) {\n  return x;\n}\n";
  await using project = lintProject(
    { "a/tsconfig.json": loose, "a/x.ts": source, "b/tsconfig.json": loose.replace("false", "true"), "b/x.ts": source },
    withPrograms,
  );
  const found = await project.lints({ paths: ["a", "b"], all: true });
  expect(found.problems.map(({ path, rule }) => `${path.slice(project.folder.length)} ${rule}`)).toEqual([
    "/b/x.ts TS7006",
  ]);
  expect(found.tools).toMatchObject([{ status: "ok" }, { status: "ok" }]);
});

test("JSON is parsed where no tool checks it, and nothing here runs programs", async () => {
  await using project = lintProject({ "a.json": '{ "a": 1,\n  "b": }\n', "b.json": "{}", "c.rs": "fn" });
  const found = await project.lints({ paths: ["a.json", "b.json", "c.rs"] });
  expect(found).toMatchObject({
    problems: [{ line: 2, tool: "json", severity: "error" }],
    unchecked: [{ reason: /no configuration of cargo check/ }],
  });
});

describe("what a server says without its project is not taken for clean", () => {
  test("a broken tsconfig.json", async () => {
    await using project = lintProject({ ...typescriptProject, "tsconfig.json": '{ "include": ["src" }' }, withServer);
    await project.edit("src/add.ts", "a + b", "a + b + 0");
    const { clean, checked, tools } = await project.lints();
    expect([clean, checked]).toEqual([false, []]);
    expect(tools).toEqual([expect.objectContaining({ tool: "tsc", status: "not_run" })]);
    expect(tools[0]?.message).toContain("tsconfig.json is not valid JSON");
  });

  test("a file that the tsconfig.json leaves out", async () => {
    await using project = lintProject(typescriptProject, withServer);
    await project.make("other/new.ts", "export const fine = 1;\n");
    const { clean, checked, unchecked } = await project.lints();
    expect([clean, checked]).toEqual([false, []]);
    expect(unchecked).toEqual([{ path: `${project.folder}/other/new.ts`, reason: "tsc leaves it out" }]);
  });
});
