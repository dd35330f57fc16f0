import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
// By path, as the scripts are not a package.
import { registryItems } from "../../../scripts/_registry-items.ts";
import manifest from "../package.json" with { type: "json" };

const source = import.meta.dirname;
const items = registryItems(source, "0.1.0", manifest.holdall.registry);

test("items name the packages they need, the one version of ours, and nothing of React's", () => {
  expect(items.length).toBeGreaterThan(5);
  const question = items.find(({ name }) => name === "question-form");
  expect(question?.dependencies).toEqual(["@holdall/tool-kit@0.1.0", "@holdall/tools-interact@0.1.0"]);
  for (const { files } of items) {
    expect(files.map(({ target }) => target)).toContain("components/holdall/styles.css");
    expect(new Set(files.map(({ target }) => target)).size).toBe(files.length);
  }
});

test("each item, copied alone into a project, is whole", async () => {
  // Where the dependencies of the package are found, and no test that copies the workspace sees it.
  const folder = mkdtempSync(join(source, "../node_modules/.registry-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { name, files } of items) {
    for (const { target, content } of files) {
      const file = join(folder, name, target);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
  const entryPoints = items.map(({ name, files }) => join(folder, name, files[0]?.target ?? ""));
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: "esm",
    packages: "external",
    jsx: "automatic",
    outdir: folder,
    logLevel: "silent",
  });
  expect(outputFiles).toHaveLength(items.length);
});
