import { toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { projectFiles } from "./tsconfig-files.ts";

const folder = toPath("/app");
const includes = (config: string, file: string) => projectFiles(config, folder)?.includes(toPath(file));

describe("files of a project", () => {
  test.each([
    ["{}", "/app/src/a.ts", true],
    ["{}", "/app/node_modules/a/index.d.ts", false],
    ['{ "include": ["src"] }', "/app/src/deep/a.ts", true],
    ['{ "include": ["./src/"] }', "/app/test/a.ts", false],
    ['{ "include": ["src/**/*.ts"], "exclude": ["**/*.test.ts"] }', "/app/src/a.test.ts", false],
    ['{ "files": ["./a.ts"] }', "/app/a.ts", true],
    ['{ "files": ["a.ts"] }', "/app/b.ts", false],
    ['{ "extends": "./base.json" }', "/app/anything.ts", true],
    ['{ "references": [{ "path": "x" }], "files": [] }', "/app/x/a.ts", true],
  ])("%s and %s: %s", (config, file, expected) => {
    expect(includes(config, file)).toBe(expected);
  });
});

test("comments, trailing commas and texts that look like them are read", () => {
  const config = '{\n  // one\n  "include": ["src", /* two */ "lib//x",],\n}';
  expect([includes(config, "/app/src/a.ts"), includes(config, "/app/b.ts")]).toEqual([true, false]);
});

test.each(["", "{", '{ "include": ["src" }', "[]", "null"])("%j is no configuration", (text) => {
  expect(projectFiles(text, folder)).toBeUndefined();
});
