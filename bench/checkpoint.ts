import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderReader, gitContent, nodeBackend } from "@holdall/backends-node";
import { openCheckpoints } from "@holdall/checkpoints";
import { allow, createRegistry, defineTool, openSession, passthroughSchema, type Session } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { tempFolder } from "./lib/temp.ts";

export const about =
  "What recording a command adds in a tree of 10,000 files, beside git stash create, git add -A on a shadow repository and a copy";

const files = 10_000;
/** As presets open the store. */
const hashBound = 65_536;

export async function* rows(): BenchRows {
  // The code of the first command is loaded, and so is git.
  const warm = await open(join(tempFolder("checkpoint"), "warm"), 100, 1_000, true);
  for (let i = 0; i < 3; i++) await warm.call(warm.session, "run_command", {});
  yield* rowsOf("10,000 clean tracked files", 1_000, true, 60);
  yield* rowsOf("10,000 untracked files, 100 MB", 10_000, false, 400);
}

const identity = ["-c", "user.name=b", "-c", "user.email=b@b"];

/** A tree in git with a session whose changes are recorded, and one whose are not. */
async function open(folder: string, files: number, bytes: number, isTracked: boolean) {
  const ws = join(folder, "ws");
  makeTree(ws, files, bytes);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ws });
  git("init", "-q");
  if (isTracked) {
    git("add", ".");
    git(...identity, "commit", "-qm", "all");
  }
  const shadow = (...args: string[]) => git(`--git-dir=${join(folder, "shadow")}`, `--work-tree=${ws}`, ...args);
  shadow("init", "-q");

  const workspace = nodeBackend({ roots: ws });
  const store = join(folder, "store");
  mkdirSync(store);
  const checkpoints = await openCheckpoints({
    workspace,
    roots: [ws],
    openReader: () => folderReader(ws),
    keptElsewhere: gitContent(ws),
    reachesKept: () => false,
    store: { backend: nodeBackend({ roots: store, private: true, hashBound }), folder: store },
    sessionId: "bench",
  });
  let count = 0;
  const changed = join(ws, isTracked ? "f0/20.ts" : "f2/200.ts");
  const command = defineTool({
    name: "run_command",
    category: "shell",
    description: "Change one file, as a command does.",
    input: passthroughSchema({ type: "object" }),
    execute: async () => appendFileSync(changed, `// ${++count}\n`),
  });
  const registry = createRegistry([...fsTools({ backend: workspace }), command]);
  const bare = openSession(registry, { policy: allow(), cwd: ws });
  const session = openSession(registry, { policy: allow(), cwd: ws, use: [checkpoints.middleware] });
  const call = async (at: Session, tool: string, input: object) => {
    const result = await at.call(tool, input);
    if (!result.ok) throw result.error;
  };
  return { ws, git, shadow, session, bare, call };
}

async function* rowsOf(label: string, bytes: number, isTracked: boolean, goal: number): BenchRows {
  const folder = tempFolder("checkpoint");
  const { ws, git, shadow, session, bare, call } = await open(folder, files, bytes, isTracked);
  let count = 0;
  const once = async (work: () => unknown) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const first = await once(() => call(session, "run_command", {}));
  const stash = isTracked ? await once(() => git(...identity, "stash", "create")) : 0;
  const added = await once(() => shadow("add", "-A"));
  const copied = await once(() => cpSync(ws, join(folder, "copy"), { recursive: true }));
  yield row(`the first command adds, ${label}`, "nothing", first, { unit: "ms", most: goal });
  if (isTracked) yield row("  git stash create", "nothing", stash, { unit: "ms" });
  yield row("  git add -A on a shadow repository", "nothing", added, { unit: "ms" });
  yield row("  a plain copy", "nothing", copied, { unit: "ms" });
  const samples = await interleave(
    {
      tool: timed(() => call(session, "append_file", { path: "f1/100.ts", content: `// ${++count}\n` }), 0),
      bare: timed(() => call(bare, "append_file", { path: "f4/400.ts", content: `// ${++count}\n` }), 0),
      command: timed(() => call(session, "run_command", {}), 0),
      git: timed(() => {
        appendFileSync(join(ws, "f3/300.ts"), `// ${++count}\n`);
        shadow("add", "-A");
      }, 0),
    },
    { rounds: 21, warmups: 10 },
  );
  yield row("  each later command adds", "nothing", median(samples.command), { unit: "ms", most: 15 });
  yield row("  git add -A again", "nothing", median(samples.git), { unit: "ms" });
  const tool = samples.tool.map((ms, i) => ms - samples.bare[i]!);
  yield row("  recording a file tool", "git add -A", ratio(tool, samples.git), { most: 0.2 });
}

function makeTree(ws: string, files: number, bytes: number): void {
  const old = new Date(Date.now() - 60_000);
  for (let i = 0; i < files; i++) {
    const inside = join(ws, `f${Math.floor(i / 100)}`);
    if (i % 100 === 0) mkdirSync(inside, { recursive: true });
    const path = join(inside, `${i}.ts`);
    const line = `export const value${i} = ${i};\n`;
    writeFileSync(path, line.repeat(Math.ceil(bytes / line.length)));
    utimesSync(path, old, old);
  }
}
