import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extensionKeyword } from "@holdall/tool-kit/extension";
import { afterEach, expect, test } from "vitest";
import { root } from "./_workspace.ts";
import { checkExports } from "./check-exports.ts";
import { checkFloors } from "./check-floors.ts";
import { checkLayout } from "./check-layout.ts";
import { checkManifests } from "./check-manifests.ts";
import { checkNeutral } from "./check-neutral.ts";
import { plan, write } from "./new.ts";

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A workspace with the packages that every skeleton depends on. */
function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), "holdall-new-"));
  made.push(folder);
  copyFileSync(join(root, "pnpm-workspace.yaml"), join(folder, "pnpm-workspace.yaml"));
  write(plan("tool", "tools-base", folder), folder);
  return folder;
}

test.each([
  ["tool", "weather", "packages/tools-weather/src/get-weather.ts"],
  ["tool", "weather/get-forecast", "packages/tools-weather/src/weather-tools.ts"],
  ["tool", "tools-base/copy-file", "packages/tools-base/src/copy-file.test.ts"],
  ["tool", "word_count", "packages/tools-word-count/src/get-word-count.ts"],
  ["tool", "tools-base/word_count", "packages/tools-base/src/word-count.ts"],
  ["backend", "redis", "packages/backends-redis/src/redis-backend.ts"],
  ["extension", "weather", "examples/holdall-tools-weather/src/weather.test.ts"],
  ["extension", "holdall-tools-word_count", "examples/holdall-tools-word-count/src/get-word-count.ts"],
])("new %s %s passes the checks", async (kind, name, expected) => {
  const root = workspace();
  expect(write(plan(kind, name, root), root)).toContain(expected);
  for (const check of [checkFloors, checkLayout, checkExports, checkManifests, checkNeutral]) {
    expect((await check(root)).problems).toEqual([]);
  }
});

test("a tool and a preset get their line in the index", () => {
  const root = workspace();
  mkdirSync(join(root, "packages/presets/src"), { recursive: true });
  writeFileSync(join(root, "packages/presets/src/index.ts"), "");
  write(plan("preset", "code-review", root), root);
  write(plan("tool", "tools-base/copy-file", root), root);
  expect(readFileSync(join(root, "packages/presets/src/index.ts"), "utf8")).toContain(
    'export { codeReview } from "./sets/code-review.ts";',
  );
  expect(readFileSync(join(root, "packages/tools-base/src/index.ts"), "utf8")).toContain("copyFile");
});

test.each([
  ["nothing", undefined, undefined, "Usage:"],
  ["an unknown kind", "widget", "x", "Usage:"],
  ["a name with capitals", "tool", "CopyFile", "lower case"],
  ["no name", "tool", undefined, "A name is missing"],
  ["a package that exists, without a tool", "tool", "tools-base", "Name the tool as well"],
])("%s is refused with the way to do it", (_, kind, name, message) => {
  const root = workspace();
  expect(() => plan(kind, name, root)).toThrow(message);
});

test.each([
  ["tools-fs/copy-file", "filesystem"],
  ["tools-env/get-locale", "environment"],
  ["tools-todos/todo-clear", "planning"],
  ["tool-search/tool-rate", "discovery"],
  ["tools-weather/get-weather", "weather"],
])("a tool %s has the category of those beside it, %s", (name, category) => {
  const { files } = plan("tool", name, root);
  const [source] = Object.entries(files).filter(([file]) => file.endsWith(`/${name.split("/")[1]}.ts`));
  expect(source?.[1]).toContain(`category: "${category}"`);
});

test("an extension is found on npm by its keyword, and its README and test say how it is tried", () => {
  const { files } = plan("extension", "weather", root);
  const at = (path: string) => files[`examples/holdall-tools-weather/${path}`] ?? "";
  expect(JSON.parse(at("package.json"))).toMatchObject({
    name: "holdall-tools-weather",
    keywords: [extensionKeyword, "ai", "agent", "tools", "weather"],
  });
  expect(at("README.md")).toContain(extensionKeyword);
  expect(at("src/weather.test.ts")).toContain("describeExtension(weather, { samples: { get_weather:");
});

test("nothing is overwritten", () => {
  const root = workspace();
  expect(() => write(plan("tool", "tools-base/get-base", root), root)).toThrow("is there already");
});
