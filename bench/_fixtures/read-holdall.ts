// read-holdall FILE LINE LIMIT [BEFORE]: one page through our read_file, then the page after it; BEFORE is read before both.
import { dirname } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { type ReadFileOutput, readFile } from "@holdall/tools-fs";
import { report } from "./_report.mjs";

const [file = "", line = "1", limit = "0", before] = process.argv.slice(2);
const backend = nodeBackend({ roots: [file, before ?? file].map((path) => dirname(path)) });
const session = openSession(createRegistry([readFile({ backend, maxChars: 1_000_000 })]), { policy: allow() });

async function page(offset: number, path = file): Promise<{ ms: number; content: string }> {
  const start = performance.now();
  const result = await session.call("read_file", { path, offset, limit: Number(limit) });
  const ms = performance.now() - start;
  if (!result.ok) throw result.error;
  return { ms, content: (result.output as ReadFileOutput).content };
}

if (limit === "0") {
  report({ ms: 0 });
} else {
  if (before !== undefined) await page(1, before);
  const first = await page(Number(line));
  const second = await page(Number(line) + Number(limit));
  const lines = first.content.split("\n");
  report({ ms: first.ms, secondMs: second.ms, lines: lines.length, first: lines[0] });
}
