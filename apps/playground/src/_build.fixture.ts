import { build } from "vite";

// Started as a program: `_build.fixture.ts MODE FOLDER` builds the page for tests.
const [mode = "production", outDir = "dist"] = process.argv.slice(2);

/** The engines of diagrams make most of a build, and the page that React checks draws none. */
const withoutEngines = Object.fromEntries(
  ["mermaid", "beautiful-mermaid", "linkedom"].map((name) => [name, `${import.meta.dirname}/_no-engine.fixture.ts`]),
);

await build({
  root: `${import.meta.dirname}/..`,
  mode,
  logLevel: "error",
  resolve: { alias: mode === "development" ? withoutEngines : {} },
  build: { outDir, emptyOutDir: true, minify: mode === "production" },
});
