import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, createServer } from "vite";
import { chromiumPath, flags } from "../packages/backends-opfs/src/_chromium.fixture.ts";
import { root } from "./_workspace.ts";
import { serveFolder } from "./platforms/_served.ts";

/** The presets, and what a page has of the views; nothing that is optional. */
const page = `import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets/coding";
import { minimal } from "@holdall/presets/minimal";
import { office } from "@holdall/presets/office";
import { readonly } from "@holdall/presets/readonly";
import { research } from "@holdall/presets/research";
import { openSession } from "@holdall/tool-core";
import { ToolCall } from "@holdall/ui-react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const said = {};
for (const [name, open] of Object.entries({ coding, minimal, office, readonly, research })) {
  const preset = open({ backend: memoryBackend({ files: { "/a.txt": "holdall works" } }) });
  const session = openSession(preset.registry, { ...preset, approve: () => true });
  const read = await session.call("read_file", { path: "/a.txt" });
  said[name] = read.ok ? read.output.content : read.error.message;
  if (name !== "office") continue;
  for (const [tool, input] of [
    ["generate_pdf", { markdown: "# A", output_path: "/a.pdf" }],
    ["generate_document", { markdown: "# A", output_path: "/a.docx" }],
    ["generate_diagram", { code: "flowchart LR\\nA --> B" }],
    ["convert_format", { path: "/a.csv", to: "xlsx", output_path: "/a.xlsx" }],
  ]) {
    await session.call("write_file", { path: "/a.csv", content: "a\\n1\\n" });
    const made = await session.call(tool, input);
    said[tool] = made.ok ? "made" : made.error.code + ": " + made.error.hint;
  }
}
createRoot(document.body).render(createElement("p", null, typeof ToolCall));
globalThis.said = said;
`;

const expected: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(["coding", "minimal", "office", "readonly", "research"].map((name) => [name, /holdall works/])),
  generate_pdf: /^unavailable: .*npm install @myriaddreamin\/typst-ts-web-compiler/,
  generate_document: /^made$/,
  generate_diagram: /^unavailable: .*npm install mermaid/,
  convert_format: /^unavailable: .*npm install hucre/,
};

/** A page with each preset and the React views, built by Vite, and served by it while it is written; both run where there is Chromium. */
export async function pagesThatFail(temp: string): Promise<string[]> {
  const folder = join(temp, "page");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>page</title><body><script type="module" src="/main.js"></script>',
  );
  writeFileSync(join(folder, "main.js"), page);
  for (const name of ["react", "react-dom"]) linkReact(temp, name);
  const settings = {
    root: folder,
    configFile: false as const,
    logLevel: "silent" as const,
    cacheDir: join(temp, "vite"),
    build: { target: "es2023", minify: false, reportCompressedSize: false },
  };
  const problems: string[] = [];
  const attempt = (how: string, run: () => Promise<unknown>): Promise<boolean> =>
    run().then(
      () => true,
      ({ message }: Error) => {
        problems.push(`A page of the packed packages does not ${how}: ${message.slice(0, 1_500)}`);
        return false;
      },
    );
  if (await attempt("build", () => build(settings)))
    await attempt("run as it was built", async () => {
      const { url, close } = await serveFolder(join(folder, "dist"));
      await visit(url).finally(close);
    });
  await attempt("run while it is written", async () => {
    const vite = await createServer({ ...settings, server: { host: "127.0.0.1", port: 0, fs: { strict: false } } });
    try {
      await vite.listen();
      await vite.transformRequest("/main.js");
      const url = vite.resolvedUrls?.local[0];
      if (url === undefined) throw new Error("Vite has no address");
      await visit(url);
    } finally {
      await vite.close();
    }
  });
  return problems;
}

/** Views want React of the page, which is the workspace's. */
function linkReact(temp: string, name: string): void {
  const link = join(temp, "node_modules", name);
  if (!existsSync(link)) symlinkSync(join(root, "packages/ui-react/node_modules", name), link, "junction");
}

async function visit(url: string): Promise<void> {
  if (chromiumPath === undefined) return;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...flags] });
  try {
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on("pageerror", ({ message }) => errors.push(message));
    await tab.goto(url);
    // A page that found new dependencies is loaded again by Vite.
    await tab
      .waitForFunction(() => "said" in globalThis, undefined, { timeout: 30_000 })
      .catch((error: unknown) => {
        throw new Error(errors.join("\n") || String(error));
      });
    const said = (await tab.evaluate("said")) as Record<string, string>;
    for (const [name, wanted] of Object.entries(expected))
      if (!wanted.test(said[name] ?? "")) throw new Error(`${name} says ${said[name]}, not ${wanted}`);
  } finally {
    await browser.close();
  }
}
