import { readFile, writeFile } from "node:fs/promises";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { docsTools } from "@holdall/tools-docs";
import { docsPeers } from "./docs-peers.ts";
import { asDefinition, asMarkdown } from "./docs-sample.ts";

type Run = (sections: number, out: string) => Promise<unknown>;

async function holdall(sections: number, out: string): Promise<void> {
  const backend = memoryBackend();
  const session = openSession(createRegistry(docsTools({ backend })), { policy: allow() });
  const made = await session.call("generate_pdf", { markdown: asMarkdown(sections), output_path: "/out.pdf" });
  if (!made.ok) throw made.error;
  await writeFile(out, (await backend.read(toPath("/out.pdf"))).bytes);
}

interface Pdfmake {
  setFonts(fonts: unknown): void;
  setUrlAccessPolicy(allows: () => boolean): void;
  createPdf(definition: object): { write(path: string): Promise<void> };
}

async function pdfmake(sections: number, out: string): Promise<void> {
  const load = docsPeers();
  if (!load) throw new Error("HOLDALL_BENCH_PEERS names no folder.");
  const { default: pdf } = (await load("pdfmake")) as { default: Pdfmake };
  const { default: fonts } = (await load("pdfmake/fonts/Roboto.js")) as { default: unknown };
  pdf.setFonts(fonts);
  pdf.setUrlAccessPolicy(() => false);
  await pdf.createPdf(asDefinition(sections)).write(out);
}

const engines = { holdall, pdfmake } satisfies Readonly<Record<string, Run>>;

/** What runs in a process of its own here. */
export type DocsEngine = keyof typeof engines;

const [name = "", sections = "1", out = ""] = process.argv.slice(2);
await engines[name as DocsEngine](Number(sections), out);
if ((await readFile(out)).subarray(0, 5).toString() !== "%PDF-") throw new Error(`${name} made no PDF.`);
process.exit(0);
