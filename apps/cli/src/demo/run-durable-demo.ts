import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { counted, duration } from "../render/text.ts";
import type { WorkerLine } from "./durable-worker.ts";
import type { DemoOptions } from "./run-demo.ts";
import { copyWorkspace } from "./script/copy-workspace.ts";
import { createShow } from "./script/show.ts";

interface DurableDemoOptions extends DemoOptions {
  /** A program and its first arguments that are this command again. */
  readonly self: readonly string[];
}

interface Worker {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly errors: () => string;
}

/** Let a workflow run in processes that are killed in the middle; resolves to whether it ended once, with every step kept once. */
export async function runDurableDemo({ screen, write, self, keep = false }: DurableDemoOptions): Promise<boolean> {
  const folder = temporaryFolder("durable").path;
  await copyWorkspace(join(folder, "project"));
  const show = createShow(screen, write);
  const started = performance.now();
  const kept: string[] = [];
  const workers = new Set<ChildProcess>();
  const start = (): Worker => {
    const worker = startWorker(self, folder);
    workers.add(worker.child);
    show.lines(["", `  process ${worker.child.pid} starts`]);
    return worker;
  };
  /** Print the events of a worker until a condition holds. Returns the events. */
  const until = async (worker: Worker, holds: (line: WorkerLine) => boolean): Promise<WorkerLine> => {
    for (;;) {
      const { value, done } = await worker.lines.next();
      if (done) throw new Error(`The worker ended: ${worker.errors()}`);
      const line = JSON.parse(value) as WorkerLine;
      if (line.at === "kept") kept.push(line.name);
      show.lines([`    ${textOf(line)}`]);
      if (holds(line)) return line;
    }
  };
  const kill = async ({ child }: Worker, why: string) => {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
    show.lines([`  process ${child.pid} is killed (kill -9) ${why}`]);
  };
  try {
    show.title("Holdall demo: a workflow that outlives its process", about(folder));
    let begun = 0;
    const first = start();
    await until(first, (line) => line.at === "begin" && ++begun === 2);
    await kill(first, "in the middle of a step");
    const second = start();
    const waiting = await until(second, (line) => line.at === "waiting");
    await kill(second, "while it waits for the user");
    const third = start();
    await until(third, (line) => line.at === "open");
    show.user("yes, delete it   (says the demo, to the process that runs now)");
    const event = waiting.at === "waiting" ? waiting.event : "";
    third.child.stdin?.write(`${JSON.stringify({ event, answer: true })}\n`);
    const ended = await until(third, (line) => line.at === "end");
    third.child.stdin?.end();
    const isDone = ended.at === "end" && ended.state === "completed";
    const twice = kept.filter((name, at) => kept.indexOf(name) !== at);
    const isDeleted = !existsSync(join(folder, "project/CHANGELOG.md"));
    show.summary([
      ["kills", "2, by signal 9"],
      ["steps", `${kept.length} kept, ${twice.length} of them twice`],
      ["run", isDone ? "ended once, completed" : "did not complete"],
      ["files", `docs/measured.md written, CHANGELOG.md ${isDeleted ? "deleted" : "still there"}`],
      ["time", duration(performance.now() - started)],
      ["folder", keep ? folder : `${folder}, removed (--keep leaves it)`],
    ]);
    return isDone && twice.length === 0 && isDeleted && existsSync(join(folder, "project/docs/measured.md"));
  } finally {
    for (const child of workers) child.kill("SIGKILL");
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

/** This command again, working in a folder. */
function startWorker([program = "", ...words]: readonly string[], folder: string): Worker {
  const child = spawn(program, [...words, "demo", "durable", folder], { stdio: "pipe" });
  let errors = "";
  child.stderr.on("data", (piece) => {
    errors += piece;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines, errors: () => errors.trim() };
}

function textOf(line: WorkerLine): string {
  switch (line.at) {
    case "open":
      return line.kept > 0 ? `finds the run with ${line.kept} steps kept, and continues` : "starts the run";
    case "begin":
      return `… ${line.name.replace(/\/.*\//, "")}`;
    case "kept":
      return `✓ ${line.name.replace(/^wait approval .*/, "answer")} is kept`;
    case "waiting":
      return `? ${line.question.replace(/\/.*\//, "")}`;
    case "end":
      return `the run is ${line.state}, after ${counted(line.losses, "lost worker")}`;
  }
}

const about = (folder: string): string =>
  "No key, no network, no server: the run lives in a PGlite database in a folder. A workflow finds files, measures each, writes one and " +
  `deletes one, which asks. Its process is killed twice on the way. The folder is ${folder}.`;
