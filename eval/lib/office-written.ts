import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { docsTools } from "@holdall/tools-docs";
import { fsTools } from "@holdall/tools-fs";
import { type EvalRows, tally } from "./corpus.ts";
import { convertAll } from "./libreoffice.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { wordF1, wordsOf } from "./word-f1.ts";

const root = join(import.meta.dirname, "../..");

/** The guides and decisions of this repository as Word documents and slides: opened by LibreOffice, and read by our own tools. */
export async function* writtenRows(): EvalRows {
  const folder = process.env.HOLDALL_EVAL_PICTURES ?? mkdtempSync(join(tmpdir(), "holdall-written-"));
  mkdirSync(folder, { recursive: true });
  try {
    yield* rowsOf(folder);
  } finally {
    if (process.env.HOLDALL_EVAL_PICTURES === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function* rowsOf(folder: string): EvalRows {
  const sources = globSync(["docs/guides/*.md", "docs/decisions/*.md"], { cwd: root }).sort();
  const images = Object.fromEntries(
    globSync("docs/images/*.{png,svg}", { cwd: root }).map((name) => [`/${name}`, readFileSync(join(root, name))]),
  );
  const backend = memoryBackend({ files: images });
  const tools = [...docsTools({ backend, chromium: false }), ...fsTools({ backend })];
  await using session = openSession(createRegistry(tools), { policy: allow(), cwd: toPath("/docs/guides") });
  const wanted = new Map<string, readonly string[]>();
  const [made, same] = [tally(), tally()];
  for (const source of sources)
    for (const format of ["docx", "pptx"]) {
      const markdown = readFileSync(join(root, source), "utf8");
      const file = join(folder, `${source.replace(/\W/g, "-").slice(0, -3)}.${format}`);
      const call = { markdown, output_path: `/${basename(file)}`, overwrite: true };
      const result = await session.call("generate_document", call);
      made.add(result.ok, `${source}: ${result.ok ? "" : result.error.message}`);
      if (!result.ok) continue;
      const { bytes } = await backend.read(toPath(call.output_path));
      await session.call("generate_document", call);
      same.add(Buffer.from((await backend.read(toPath(call.output_path))).bytes).equals(Buffer.from(bytes)), source);
      writeFileSync(file, bytes);
      wanted.set(file, sourceWords(markdown));
    }
  yield { what: "written: guides and decisions as docx and pptx", value: made.right, of: made.all, least: made.all };
  yield { what: "written: the same bytes again", value: same.right, of: same.all, least: same.all };
  const opened = await convertAll([...wanted.keys()], `${folder}-libreoffice`);
  rmSync(`${folder}-libreoffice`, { recursive: true, force: true });
  yield { what: "written: LibreOffice opens it", value: opened.size, of: wanted.size, least: wanted.size };
  for (const format of [".docx", ".pptx"]) {
    const files = [...opened].filter(([file]) => file.endsWith(format));
    const scores = files.map(([file, text]) => score(format, wordsOf(file, text, true), wanted.get(file) ?? []));
    yield { what: `written ${format}: mean word F1, LibreOffice and source`, value: mean(scores), least: 0.99 };
    yield { what: `written ${format}: least word F1 of ${files.length}`, value: Math.min(...scores), least: 0.97 };
    const own: number[] = [];
    for (const [file] of files) {
      const text = await readAll(session, `/${basename(file)}`);
      own.push(score(format, wordsOf(file, text, false), wanted.get(file) ?? []));
    }
    yield { what: `written ${format}: mean word F1, read_file and source`, value: mean(own), least: 0.99 };
  }
  if (process.env.HOLDALL_EVAL_PICTURES) await drawPages([...wanted.keys()], folder);
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
const mean = (all: readonly number[]): number => round(all.reduce((sum, each) => sum + each, 0) / all.length);

/** Slides repeat their titles, and headers of tables, so only words of the source are counted there. */
function score(format: string, found: readonly string[], wanted: readonly string[]): number {
  if (format === ".docx") return round(wordF1(found, wanted));
  const left = Map.groupBy(wanted, (word) => word);
  const counts = new Map([...left].map(([word, all]) => [word, all.length]));
  const kept = found.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count > 0;
  });
  return round(wordF1(kept, wanted));
}

/** The words of Markdown as the reference implementation of CommonMark renders it. */
const sourceWords = (markdown: string): string[] =>
  renderMarkdown(markdown)
    .replace(/<!--[\s\S]*?-->/g, " ")
    .replace(/<[^>]+>/g, (tag) => (/^<\/?(?:code|strong|em|a)\b/.test(tag) ? "" : " "))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

async function readAll(session: ReturnType<typeof openSession>, path: string): Promise<string> {
  let [text, pages]: [string, string | undefined] = ["", undefined];
  do {
    const read = await session.call("read_file", { path, ...(pages && { pages }) });
    if (!read.ok) return text;
    const output = read.output as { content: string; next_pages?: string };
    text += `\n${output.content}`;
    pages = output.next_pages;
  } while (pages !== undefined);
  return text;
}

/** Pages as pictures, for a person to look at. Needs pdftoppm. */
async function drawPages(files: readonly string[], folder: string): Promise<void> {
  const run = promisify(execFile);
  for (const file of files) {
    const out = join(folder, extname(file).slice(1));
    await run("soffice", ["--headless", "--norestore", "--convert-to", "pdf", "--outdir", out, file]);
    const name = join(out, basename(file, extname(file)));
    await run("pdftoppm", ["-r", "50", "-png", `${name}.pdf`, name]);
  }
}
