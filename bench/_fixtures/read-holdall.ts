// read-holdall FILE LINE LIMIT: one page through our read_file, then the page after it.
import { dirname } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { readFile } from "@holdall/tools-fs";
import { report } from "./_report.mjs";

const [file = "", line = "1", limit = "0"] = process.argv.slice(2);
const backend = nodeBackend({ root: dirname(file) });
const session = openSession(createRegistry([readFile({ backend })]), { policy: allow() });

async function page(offset: number): Promise<{ ms: number; text: string }> {
  const start = performance.now();
  const result = await session.call("read_file", { path: file, offset, limit: Number(limit) });
  const ms = performance.now() - start;
  if (!result.ok) throw result.error;
  return { ms, text: result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n") };
}

if (limit === "0") {
  report({ ms: 0 });
} else {
  const first = await page(Number(line));
  const second = await page(Number(line) + Number(limit));
  report({ ms: first.ms, secondMs: second.ms, text: first.text });
}
