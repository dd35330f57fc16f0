import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fork } from "@holdall/backends-compose/merge";
import { nodeBackend } from "@holdall/backends-node";
import { coding } from "@holdall/presets";
import { openSession, toPath } from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { commandCopy } from "../packages/presets/src/shell/_command-copy.ts";
import { type BenchRows, median, ratio, row } from "./lib/harness.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "A fork of 10,000 files for an agent and its merge, beside git worktree add and git merge";

const files = 10_000;
const changed = 50;
const rounds = 9;
/** Rounds in which commands get a copy. */
const copies = 3;
const worktreeRounds = 5;
const identity = ["-c", "user.name=b", "-c", "user.email=b@b"];

export async function* rows(): BenchRows {
  const folder = tempFolder("fork");
  const ws = join(folder, "ws");
  const paths = Array.from({ length: files }, (_, index) => `d${index % 100}/f${index}.ts`);
  for (let index = 0; index < 100; index++) mkdirSync(join(ws, `d${index}`), { recursive: true });
  const text = (path: string) => Array.from({ length: 40 }, (_, line) => `${path} line ${line}`).join("\n");
  for (const path of paths) writeFileSync(join(ws, path), text(path));
  const git = (...args: string[]) => execFileSync("git", [...identity, ...args], { cwd: ws, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "all");

  const backend = nodeBackend({ roots: ws });
  const root = toPath(ws);
  const encode = (value: string) => new TextEncoder().encode(value);
  const none = (): number[] => [];
  const times = { fork: none(), merge: none(), worktree: none(), gitMerge: none(), copy: none(), again: none() };
  const timed = async (into: number[], work: () => unknown) => {
    const start = performance.now();
    await work();
    into.push(performance.now() - start);
  };
  for (let round = 0; round < rounds; round++) {
    const touched = paths.slice(round * changed, (round + 1) * changed);
    let own: ReturnType<typeof fork> | undefined;
    await timed(times.fork, async () => {
      own = fork(backend, { roots: [root] });
      await own.backend.read(toPath(join(ws, paths.at(-1) ?? "")));
    });
    if (!own) continue;
    for (const path of touched) {
      const file = toPath(join(ws, path));
      await own.backend.write(file, encode(`${text(path)}\nown ${round}\n`));
      await backend.write(file, encode(`parent ${round}\n${text(path)}`));
    }
    if (round < copies) {
      const commands = commandCopy([root], own);
      const { signal } = new AbortController();
      await timed(times.copy, () => commands.prepare(signal));
      await timed(times.again, async () => {
        await commands.prepare(signal);
        await commands.settle({ decide: () => "allow" });
      });
      await commands.finish({ decide: () => "allow" });
    }
    await timed(times.merge, () => own?.merge());
    git("commit", "-qam", `round ${round}`);

    const tree = join(folder, `tree-${round}`);
    await timed(times.worktree, () => git("worktree", "add", "-q", "-b", `b${round}`, tree));
    for (const path of touched) {
      writeFileSync(join(tree, path), `${text(path)}\nother ${round}\n`);
      writeFileSync(join(ws, path), `again ${round}\n${text(path)}`);
    }
    execFileSync("git", [...identity, "commit", "-qam", "own"], { cwd: tree });
    git("commit", "-qam", "parent");
    await timed(times.gitMerge, () => git("merge", "-q", "--no-edit", "-X", "ours", `b${round}`));
    git("worktree", "remove", "--force", tree);
  }
  yield row(`fork of ${files} files, and the first read`, "git worktree add", ratio(times.fork, times.worktree));
  yield row("the fork itself", "nothing", median(times.fork), { unit: "ms", most: 20 });
  yield row("files for its first command", "git worktree add", ratio(times.copy, times.worktree.slice(0, copies)));
  yield row("the files themselves", "nothing", median(times.copy), { unit: "ms", most: 1_000 });
  yield row("what a later command adds", "nothing", median(times.again), { unit: "ms", most: 250 });
  yield row(`merge of ${changed} files that both sides changed`, "git merge", ratio(times.merge, times.gitMerge));
  yield row("the merge itself", "nothing", median(times.merge), { unit: "ms", most: 60 });
  yield* worktreeRows(folder, ws, git);
}

/** From the call of \`task\` until the first turn of an agent in a worktree with uncommitted work. */
async function* worktreeRows(folder: string, ws: string, git: (...args: string[]) => unknown): BenchRows {
  const times = { own: [] as number[], plain: [] as number[] };
  let start = 0;
  const runner: AgentRunner = async () => {
    times.own.push(performance.now() - start);
    return { text: "Done.", calls: [], tokens: { input: 1, cached: 0, output: 1 } };
  };
  const worktrees = { folder: join(folder, "worktrees") };
  const preset = coding({ root: ws, agents: { runner, worktrees }, shell: false, web: false });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  for (let round = 0; round < worktreeRounds; round++) {
    writeFileSync(join(ws, `d${round}/uncommitted.ts`), `round ${round}\n`);
    start = performance.now();
    await session.call("task", { prompt: "Report.", agent: "general", isolation: "worktree" });
    const tree = join(folder, `plain-${round}`);
    const before = performance.now();
    git("worktree", "add", "-q", "-b", `plain${round}`, tree);
    times.plain.push(performance.now() - before);
    git("worktree", "remove", "--force", tree);
  }
  await preset.close();
  yield row(
    `an agent's worktree of ${files} files, uncommitted work included`,
    "git worktree add",
    ratio(times.own, times.plain),
  );
  yield row("the worktree itself", "nothing", median(times.own), { unit: "ms" });
}
