import { join } from "node:path";
import { circlesOf, importGraph, reachedFrom } from "./_import-graph.ts";
import { readWorkspace, root, show } from "./_workspace.ts";

/** Tools, and how many files of their package one may have to open to know all of them. */
const goals = {
  "packages/tools-fs/src/tools/read/read-file.ts": 40,
  "packages/tools-fs/src/tools/edit/edit-file.ts": 35,
  "packages/tools-fs/src/tools/read/grep-files.ts": 35,
  "packages/tools-web/src/web-fetch.ts": 38,
};

if (import.meta.main) {
  const packages = readWorkspace(root);
  const graph = importGraph(packages);
  for (const [file, goal] of Object.entries(goals)) {
    const files = [...reachedFrom(graph, join(root, file))].map((path) => show(path, root)).sort();
    console.log(`${file} reaches ${files.length} files of its package (goal: ${goal})`);
    if (process.argv.includes("--files")) console.log(files.map((path) => `  ${path}`).join("\n"));
  }
  const circles = circlesOf(importGraph(packages, { types: true }));
  console.log(`${circles.length} circles of imports`);
  for (const circle of circles) console.log(`  ${circle.map((path) => show(path, root)).join(" → ")}`);
}
