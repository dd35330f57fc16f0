import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { createSearchIndex, type FileToIndex, importsOf, languageOf, outlineOf } from "@holdall/code-core";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { codebaseSearch } from "@holdall/tools-code";
import { rgPath } from "@vscode/ripgrep";
import { firstCallRows } from "./lib/first-call.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { realTrees } from "./lib/real-trees.ts";
import { tempFolder } from "./lib/temp.ts";

export const about =
  "codebase_search: index of 1,000 and 10,000 files, a question, an edit; beside ripgrep for the question's words";

const goals = [
  { files: 1_000, cold: 500, megabytes: 10, query: 2 },
  { files: 10_000, cold: 5_000, megabytes: 60, query: 12 },
] as const;
const question = "where are search results filtered by permission of the session";

export async function* rows(): BenchRows {
  const sources = workspaceSources();
  for (const { files, cold, megabytes, query } of goals) {
    const tree = Array.from({ length: files }, (_, i) => fileOf(sources, i));
    const size = tree.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
    const name = `${files.toLocaleString("en")} files, ${size.toFixed(0)} MB`;
    const index = createSearchIndex();
    const start = performance.now();
    index.put(parsed(tree));
    yield row(`${name}: cold index, scanners included`, "nothing", performance.now() - start, {
      unit: "ms",
      most: cold,
    });
    yield row(`${name}: bytes of the index`, "nothing", index.bytes / 1e6, { unit: "MB", most: megabytes });
    const [one] = tree;
    let count = 0;
    const edited = () => ({ ...one!, text: `${one!.text}\nexport const added${++count} = ${count};\n` });
    const samples = await interleave({
      query: timed(() => index.search(question)),
      edit: timed(() => index.put(parsed([edited()])), 0),
    });
    yield row(`${name}: a warm question`, "nothing", median(samples.query), { unit: "ms", most: query });
    yield row(`${name}: one file indexed again`, "nothing", median(samples.edit), { unit: "ms", most: 5 });
    if (files === 1_000) yield* beside(tree, name);
  }
  for (const tree of realTrees())
    yield* firstCallRows(tree, { tool: "codebase_search", input: { query: question }, most: 2_500, isKept: true });
}

/** The tool on the disk, with its walk and its answer, beside a search for the words. */
async function* beside(tree: readonly Source[], name: string): BenchRows {
  const folder = tempFolder("code");
  for (const { path, text } of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const backend = nodeBackend({ roots: folder });
  const session = openSession(createRegistry([codebaseSearch({ backend })]), { policy: allow(), cwd: folder });
  const ask = async () => {
    const result = await session.call("codebase_search", { query: question });
    if (!result.ok) throw result.error;
  };
  const words = question.match(/\w{4,}/g)!.join("|");
  const ripgrep = () => execFileSync(rgPath, ["--count-matches", "-i", words, folder], { maxBuffer: 1e8 });
  await ask();
  const samples = await interleave({ ask: timed(ask, 0), ripgrep: timed(ripgrep, 0) }, { rounds: 9 });
  yield row(
    `${name}: the tool on the disk, asked again`,
    "rg --count-matches, spawned",
    ratio(samples.ask, samples.ripgrep),
  );
  await session[Symbol.asyncDispose]();
  await backend[Symbol.asyncDispose]?.();
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The sources of this workspace. */
function workspaceSources(): Source[] {
  const root = join(import.meta.dirname, "../packages");
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(root, name, "src"), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => ({ path: `${name}/${path}`, text: readFileSync(join(root, name, "src", path), "utf8") })),
    );
}

/** A file as large trees have them: each copy with some names of its own. */
function fileOf(sources: readonly Source[], i: number): Source {
  const { path, text } = sources[i % sources.length]!;
  const copy = Math.floor(i / sources.length);
  if (copy === 0) return { path, text };
  return { path: `copy${copy}/${path}`, text: text.replace(/\b(\w{7,}[A-Z]\w*)\b/g, `$1${copy}`) };
}

function* parsed(sources: readonly Source[]): Generator<FileToIndex> {
  for (const { path, text } of sources) {
    const language = languageOf(path)!;
    const imports = importsOf(text, language).map(({ specifier }) => specifier);
    yield { path, text, symbols: outlineOf(text, language), imports };
  }
}
