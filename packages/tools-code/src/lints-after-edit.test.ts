import { serverPool } from "@holdall/language-servers";
import type { CodeServer, FileDiagnostics } from "@holdall/language-servers/port";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { lintProject, typescriptProject } from "./tests/_lints.fixture.ts";

const withServer = { servers: (folder: string) => serverPool({ roots: [folder] }), afterEdit: 20_000 };

test("a change ends with the errors that it has caused, each told once", async () => {
  await using project = lintProject(typescriptProject, withServer);
  await project.lints({ paths: ["src/old.ts"] });
  const broken = await project.edit("src/add.ts", "b: number): number", "b: string): number");
  expect(broken).toContain("New errors after this change:\n");
  expect(broken).toMatch(/src\/add\.ts:2:\d+ error \(new\): .*\[tsc TS2322\]\n1 new error in files that use it\.$/s);
  const further = await project.edit("src/add.ts", "export function", "// More above it.\nexport function");
  expect(further).not.toContain("New errors");
  expect((await project.lints()).counts).toMatchObject({ new: 0, still: 2 });
});

test("old errors of a file, and warnings, are not told", async () => {
  await using project = lintProject(typescriptProject, withServer);
  await project.lints({ paths: ["src/add.ts"] });
  expect(await project.edit("src/old.ts", '"old"', '"older"')).not.toContain("error");
});

test("JSON is checked without a server", async () => {
  await using project = lintProject({ "a.json": '{ "a": 1 }\n' }, withServer);
  expect(await project.edit("a.json", "1 }", "1")).toContain("This is not valid JSON.");
});

test("a cold server is started, and not waited for", async () => {
  const asked: string[] = [];
  const cold = { ...fakeServer(), isReady: () => false, warm: () => void asked.push("warm") };
  await using project = lintProject(typescriptProject, { servers: () => cold, afterEdit: 20_000 });
  expect(await project.edit("src/add.ts", "a + b", "a + b + 0")).not.toContain("error");
  expect(asked).toEqual(["warm"]);
});

test("what does not come in time is not told, and nothing is said to be clean", async () => {
  const slow = { ...fakeServer(), diagnostics: () => new Promise<never>(() => {}) };
  await using project = lintProject(typescriptProject, { servers: () => slow, afterEdit: 20 });
  const answer = await project.edit("src/add.ts", "a + b", "a + b + 0");
  expect(answer).toMatch(/^Edited|^Replaced|add\.ts/);
  expect(answer).not.toMatch(/error|clean/i);
});

/** A server for all files that is ready and finds nothing. */
function fakeServer(): CodeServer {
  const none = { ok: false, server: "typescript", why: "unsupported", message: "" } as const;
  return {
    serves: () => "typescript",
    isReady: () => true,
    warm: () => {},
    definitions: async () => none,
    references: async () => none,
    calls: async () => none,
    diagnostics: async (paths) =>
      paths.map((path): FileDiagnostics => ({ path: toPath(path), ok: true, server: "typescript", items: [] })),
  };
}
