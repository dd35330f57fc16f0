import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { lostText } from "../text/measure-pages.ts";
import type { PdfJob, PdfReply } from "./pdf-job.ts";

/** Pages whose drawing is made to measure them: it takes twice as long as the document, and 200 kB a page. */
const maxMeasured = 300;

/** Compile one document. The workspace is an empty folder, so that there is no file which could be read. */
function compile({ template, glyphTest, doc, tests, images, fonts }: PdfJob): PdfReply {
  using folder = temporaryFolder("pdf");
  const workspace = folder.path;
  const fontArgs = fonts.length > 0 ? [{ fontBlobs: fonts.map((bytes) => Buffer.from(bytes)) }] : [];
  const compiler = NodeCompiler.create({ workspace, fontArgs });
  if (tests) {
    const missing = missingGlyphs(compiler, glyphTest, tests);
    if (missing.length > 0) return { kind: "missing", missing };
  }
  for (const { file, bytes } of images) compiler.mapShadow(join(workspace, file), Buffer.from(bytes));
  const made = compiler.compile({ mainFileContent: template, inputs: { doc } });
  const error = made.takeError();
  if (made.hasError() || !made.result || error)
    return { kind: "failed", messages: error ? messagesOf(JSON.stringify(error.shortDiagnostics)) : [] };
  const pages = made.result.numOfPages;
  const lost = pages > maxMeasured ? undefined : lostText(compiler.svg(made.result), doc, pages);
  const measured = { kind: "made", pages, ...(lost && { lost }) } as const;
  // It is not sent to the caller.
  if (lost && lost.length > 0) return { ...measured, bytes: new Uint8Array(), problems: [] };
  try {
    return { ...measured, bytes: compiler.pdf(made.result, { pdfStandard: "ua-1" }), problems: [] };
  } catch (problem) {
    const problems = messagesOf(String(problem));
    return { ...measured, bytes: compiler.pdf(made.result), problems };
  }
}

function missingGlyphs(compiler: NodeCompiler, glyphTest: string, tests: string): string[] {
  const made = compiler.compile({ mainFileContent: glyphTest, inputs: { doc: tests } });
  if (!made.result) throw new Error("the test of the fonts does not compile");
  try {
    compiler.pdf(made.result, { pdfStandard: "ua-1" });
    return [];
  } catch (problem) {
    const found = messagesOf(String(problem)).flatMap((message) => {
      const [, text] = /^the text `\\?"(.*?)\\?"` could not be displayed/.exec(message) ?? [];
      return text === undefined ? [] : [fromRust(text)];
    });
    return [...new Set(found)];
  }
}

/** Texts of diagnostics, as Rust prints them. */
const messagesOf = (printed: string): string[] => [
  ...new Set(
    [...printed.matchAll(/message"?: ?"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) =>
      text.replace(/^PDF\/UA-1 error: /, "").replace(/\\"/g, '"'),
    ),
  ),
];

const fromRust = (text: string): string =>
  text.replace(/\\+u\{([\da-f]+)\}/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

parentPort?.on("message", (job: PdfJob) => {
  try {
    parentPort?.postMessage({ reply: compile(job) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
