import { catalogue, queries } from "../_tool-search-catalogue.ts";
import { type EngineName, engines } from "../_tool-search-engines.ts";

/** Build one engine in a process of its own, and print what it cost as JSON. Needs --expose-gc. */
const [engine, size] = process.argv.slice(2) as [EngineName, string];
const tools = catalogue(Number(size));
const collect = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const before = collect();
const start = performance.now();
const search = engines[engine](tools);
const build = performance.now() - start;
for (const query of queries) search(query);
const bytes = collect() - before;
console.log(JSON.stringify({ build, bytes, tools: tools.length, found: search(queries[0]!).length }));
