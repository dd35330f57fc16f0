// search-memory FOLDER PATTERN: what a backend keeps in memory after searches, over what it held before.
import { memoryUsage } from "node:process";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { grepFiles } from "@holdall/tools-fs";

const [folder = "", pattern = ""] = process.argv.slice(2);

function held(): number {
  globalThis.gc?.();
  const { rss } = memoryUsage();
  return rss;
}

async function search(sessions: number): Promise<number> {
  const backend = nodeBackend({ roots: folder });
  const session = openSession(createRegistry([grepFiles({ backend })]), { policy: allow() });
  for (let i = 0; i < sessions; i++) {
    const result = await session.call("grep_files", { path: folder, pattern });
    if (!result.ok) throw result.error;
  }
  return held();
}

const before = await search(1);
const after = await search(5);
console.log(JSON.stringify({ keptBytes: after - before }));
