import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { openCheckpoints } from "@holdall/checkpoints";
import { allow, createRegistry, defineTool, openSession, passthroughSchema, type Session } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "A checkpoint of one changed file in a tree of 10,000, beside a shadow git's add and write-tree";

const files = 10_000;

export async function* rows(): BenchRows {
  const folder = tempFolder("checkpoint");
  const ws = join(folder, "ws");
  for (let i = 0; i < files; i++) {
    if (i % 100 === 0) mkdirSync(join(ws, `f${i / 100}`), { recursive: true });
    writeFileSync(join(ws, `f${Math.floor(i / 100)}`, `${i}.ts`), `export const value${i} = ${i};\n`.repeat(40));
  }
  const git = (...args: string[]) =>
    execFileSync("git", [`--git-dir=${join(folder, "shadow")}`, `--work-tree=${ws}`, ...args], { cwd: ws });
  git("init", "-q");
  git("add", ".");
  git("write-tree");

  const workspace = nodeBackend({ roots: ws });
  const checkpoints = await openCheckpoints({
    workspace,
    roots: [ws],
    store: { backend: nodeBackend({ roots: folder }), folder: join(folder, "checkpoints") },
    sessionId: "bench",
  });
  let count = 0;
  const command = defineTool({
    name: "run_command",
    category: "shell",
    description: "Change one file, as a command does.",
    input: passthroughSchema({ type: "object" }),
    execute: async () => appendFileSync(join(ws, "f2/200.ts"), `// ${++count}\n`),
  });
  const registry = createRegistry([...fsTools({ backend: workspace }), command]);
  const bare = openSession(registry, { policy: allow(), cwd: ws });
  const session = openSession(registry, { policy: allow(), cwd: ws, use: [checkpoints.middleware] });
  checkpoints.attach(session);
  const call = async (at: Session, tool: string, input: object) => {
    const result = await at.call(tool, input);
    if (!result.ok) throw result.error;
  };
  const run = async (tool: string, input: object) => {
    await call(session, tool, input);
    await checkpoints.create();
  };
  const first = performance.now();
  await run("run_command", {});
  const firstMs = performance.now() - first;
  const samples = await interleave(
    {
      tool: timed(() => run("append_file", { path: "f1/100.ts", content: `// ${++count}\n` }), 0),
      bare: timed(() => call(bare, "append_file", { path: "f4/400.ts", content: `// ${++count}\n` }), 0),
      command: timed(() => run("run_command", {}), 0),
      git: timed(() => {
        appendFileSync(join(ws, "f3/300.ts"), `// ${++count}\n`);
        git("add", ".");
        git("write-tree");
      }, 0),
    },
    { rounds: 21, warmups: 20 },
  );
  const added = samples.tool.map((ms, i) => ms - samples.bare[i]!);
  yield row("a checkpoint of a file that a tool changed", "git add . && git write-tree", ratio(added, samples.git), {
    most: 0.05,
  });
  yield row("  together with the call", "git add . && git write-tree", ratio(samples.tool, samples.git));
  yield row(
    "  of a command: two looks at the tree",
    "git add . && git write-tree",
    ratio(samples.command, samples.git),
  );
  yield row("  of the first command, which keeps the whole tree", "nothing", firstMs, { unit: "ms" });
  yield row("  git add . && git write-tree", "nothing", median(samples.git), { unit: "ms" });
}
