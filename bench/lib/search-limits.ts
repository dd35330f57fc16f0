import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { ToolError } from "@holdall/tool-core";
import { bundle } from "./bundle.ts";
import { type BenchRows, interleave, row } from "./harness.ts";
import { runNode } from "./process.ts";
import { type SearchSession, searchSession } from "./search-session.ts";
import { needles, type SearchTree } from "./search-tree.ts";

const unit = "ms";

/** Patterns that take other engines seconds to hours; an answer or a refusal counts, as long as it comes. */
const hanging = [
  ["grep_files", "(a+)+$"],
  ["grep_files", "(a|a)*b"],
  ["grep_files", "(.*)*(.*)*(.*)*x"],
  ["glob_files", "*a*a*a*a*a*a*a*a*b"],
  ["glob_files", "@(+(a+))+(b)"],
  ["glob_files", `${"{a,b}".repeat(24)}`],
  ["glob_files", "{1..99999999}"],
  ["glob_files", "**/a/**/a/**/a/**/b"],
] as const;

export async function* hangingRows(): BenchRows {
  const long = "a".repeat(60);
  const deep = `${"a/".repeat(30)}c`;
  const files = { [`/${long}.txt`]: `${"a".repeat(5_000)}!\n`.repeat(4), [`/${deep}`]: "x\n" };
  const session = searchSession("/", memoryBackend({ files }));
  for (const [tool, pattern] of hanging) {
    const samples = await interleave({ ours: () => timeOf(session.call(tool, { pattern })) }, { rounds: 5 });
    const shown = pattern.length > 24 ? `${pattern.slice(0, 24)}…` : pattern;
    yield row(`${tool} ${shown}`, "nothing", Math.max(...samples.ours), { unit, most: 100 });
  }
  await session.close();
}

/** From the moment a search is cancelled to its answer, at moments spread over the search. */
export async function* cancelRows(tree: SearchTree, rounds: number): BenchRows {
  const search = (on: SearchSession, signal?: AbortSignal) =>
    on.call("grep_files", { pattern: needles.literal, limit: 10_000 }, signal);
  const whole = searchSession(tree.folder);
  const usual = await timeOf(search(whole));
  await whole.close();
  const waits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const session = searchSession(tree.folder);
    const cancel = new AbortController();
    let cancelled = 0;
    const timer = setTimeout(
      () => {
        cancelled = performance.now();
        cancel.abort();
      },
      (usual * (round + 0.5)) / rounds,
    );
    await timeOf(search(session, cancel.signal));
    if (cancelled > 0) waits.push(performance.now() - cancelled);
    clearTimeout(timer);
    await session.close();
  }
  yield row(`grep_files cancelled, ${tree.label}`, "nothing", Math.max(...waits), { unit, most: 50 });
}

/** How long searches keep the process busy at a stretch, and what stays in memory after them. */
export async function* aloneRows(tree: SearchTree): BenchRows {
  const ours = await bundle(join(import.meta.dirname, "../fixtures/search-alone.ts"));
  const { stdout } = await runNode(["--expose-gc", ours, tree.folder, needles.literal, needles.regex]);
  const { blocks, keptBytes } = JSON.parse(stdout) as { blocks: Record<string, number>; keptBytes: number };
  const labels = {
    list: "list_files",
    first: "grep_files",
    expression: "grep_files, a regex",
    learned: "grep_files while it is learned from",
    again: "grep_files again",
  };
  for (const [name, label] of Object.entries(labels)) {
    yield row(`${label}, longest block, ${tree.label}`, "nothing", blocks[name] ?? Number.NaN, { unit, most: 15 });
  }
  yield row(`memory kept, ${tree.label}`, "the text", keptBytes / tree.bytes, { most: 0.5 });
}

async function timeOf(answer: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await answer.catch((error: unknown) => {
    if (!ToolError.is(error)) throw error;
  });
  return performance.now() - start;
}
