import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { docsTools } from "@holdall/tools-docs";
import { bundle, root } from "./lib/bundle.ts";
import { docsPeers } from "./lib/docs-peers.ts";
import { asHtml, asMarkdown } from "./lib/docs-sample.ts";
import type { DocsEngine } from "./lib/docs-task.ts";
import { type BenchRows, interleave, median, ratio, row, timed, type Variant } from "./lib/harness.ts";
import { runNode } from "./lib/process.ts";
import { tempFolder } from "./lib/temp.ts";

export const about =
  "A PDF of 100 pages, each in a new process, beside pdfmake and Chromium; one page and a diagram in a session";

/** Some 100 pages, as Holdall sets them. */
const count = 280;
const task = join(import.meta.dirname, "lib/docs-task.ts");
const tools = join(root, "packages/tools-docs");
const chromium = [process.env.CHROMIUM_PATH ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

export async function* rows(): BenchRows {
  const folder = tempFolder("docs");
  const html = join(folder, "in.html");
  writeFileSync(html, asHtml(count));
  const worker = await bundle(task, {
    beside: { "pdf-worker": join(tools, "src/pdf/engine/pdf-worker.ts") },
    outside: {
      folder: join(tools, "node_modules"),
      names: ["@myriaddreamin/*", "@resvg/*", "beautiful-mermaid", "linkedom", "mermaid"],
    },
  });
  const out = (engine: string) => join(folder, `${engine}.pdf`);
  const byNode = (engine: DocsEngine) => async () => (await runNode([worker, engine, String(count), out(engine)])).ms;
  const print = async () => {
    const start = performance.now();
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];
    await promisify(execFile)(chromium ?? "", [...flags, `--print-to-pdf=${out("chromium")}`, `file://${html}`]);
    return performance.now() - start;
  };
  const variants: Readonly<Record<string, Variant>> = {
    holdall: byNode("holdall"),
    ...(docsPeers() && { pdfmake: byNode("pdfmake") }),
    ...(chromium && { chromium: print }),
  };
  const samples = await interleave(variants, { rounds: 5, warmups: 1 });
  const [own = [], others] = [samples.holdall, Object.keys(variants).slice(1)] as const;
  const [best] = others.toSorted((a, b) => median(samples[a] ?? []) - median(samples[b] ?? []));
  if (best !== undefined)
    yield row("a PDF of 100 pages", `the best of ${others.join(", ")}: ${best}`, ratio(own, samples[best] ?? []), {
      most: 0.8,
    });
  for (const [engine, measured] of Object.entries(samples)) {
    const facts = `${pagesOf(out(engine))} pages, ${Math.round(statSync(out(engine)).size / 1000)} kB`;
    yield row(`  ${engine} (${facts})`, "nothing", median(measured), { unit: "ms" });
  }
  yield* warmRows();
}

/** What a session that has made one already takes for the next. */
async function* warmRows(): BenchRows {
  const session = openSession(createRegistry(docsTools({ backend: memoryBackend() })), { policy: allow() });
  const call = (tool: string, input: object) => async () => {
    const made = await session.call(tool, input);
    if (!made.ok) throw made.error;
  };
  const page = { markdown: asMarkdown(3), output_path: "/page.pdf", overwrite: true };
  const rows = Array.from({ length: 100 }, (_, at) => ({ x: at >> 2, y: (at * 37) % 101, s: `series ${at % 4}` }));
  const chart = { kind: "line", x: "x", y: "y", series: "s", rows };
  const samples = await interleave(
    {
      page: timed(call("generate_pdf", page)),
      diagram: timed(call("generate_diagram", { code: "flowchart LR\nA[one] -->|two| B{three?}", format: "mermaid" })),
      chart: timed(call("generate_diagram", { chart })),
    },
    { rounds: 9, warmups: 2 },
  );
  yield row("a PDF of one page, in a session", "nothing", median(samples.page), { unit: "ms", most: 50 });
  yield row("a diagram checked, in a session", "nothing", median(samples.diagram), { unit: "ms", most: 30 });
  yield row("a chart of 100 rows as SVG, in a session", "nothing", median(samples.chart), { unit: "ms", most: 60 });
}

const pagesOf = (file: string): number =>
  Math.max(...[...readFileSync(file, "latin1").matchAll(/\/Count (\d+)/g)].map(([, found]) => Number(found)));
