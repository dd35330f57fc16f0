import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ask, callTool, hasEnded } from "./task-client.fixture.ts";

interface Node {
  readonly url: string;
  readonly child: ChildProcess;
}

export interface KillOptions {
  readonly folder: string;
  readonly tasks: number;
  /** How many nodes are killed −9 while tasks run; each is started again. */
  readonly kills: number;
  readonly seed: number;
  /** Tasks that run at a time. */
  readonly parallel?: number;
}

export interface KillResult {
  readonly tasks: number;
  readonly kills: number;
  /** By how they ended: with their result, or with the word that they were interrupted. */
  readonly completed: number;
  readonly interrupted: number;
  /** Tasks that a node had answered with, and that none knew later or that ended in another way. */
  readonly lost: readonly string[];
  /** Effects that happened more than once, and results whose effect did not happen. */
  readonly repeated: readonly string[];
  readonly missing: readonly string[];
  /** Tasks that ended in another process than the one they began in. */
  readonly moved: number;
}

const script = fileURLToPath(new URL("./tasks-node.fixture.ts", import.meta.url));

/** Start a node on a folder. */
export function startNode(folder: string): Promise<Node> {
  const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The node ended with ${code} before it served.`)));
    child.stdout.once("data", (line: Buffer) => resolve({ url: line.toString().trim(), child }));
  });
}

/**
 * Tasks on two nodes that share a folder, with every request to a random one, while one of them is killed −9 again and again and
 * started anew. Each task is followed to its end.
 */
export async function killNodes({ folder, tasks, kills, seed, parallel = 8 }: KillOptions): Promise<KillResult> {
  const random = randomOf(seed);
  const nodes: (Node | undefined)[] = await Promise.all([startNode(folder), startNode(folder)]);
  const pick = async (): Promise<Node> => {
    for (;;) {
      const node = nodes[Math.floor(random() * nodes.length)] ?? nodes.find((each) => each !== undefined);
      if (node) return node;
      await pause(20);
    }
  };
  const kinds = ["compute", "append", "confirm"] as const;
  const lost: string[] = [];
  const missing: string[] = [];
  const acknowledged = new Set<string>();
  let [completed, interrupted, moved, killed, begun] = [0, 0, 0, 0, 0];

  /** Start a task on any node, again while none has answered. The name is another one each time, as the call may have run. */
  async function begin(index: number) {
    const kind = kinds[index % kinds.length] ?? "compute";
    for (let attempt = 0; ; attempt++) {
      const id = `${kind}-${index}-${attempt}`;
      const node = await pick();
      const milliseconds = 50 + Math.floor(random() * 400);
      const answer = await callTool(node.url, kind, { id, milliseconds }, { session: id }).catch(() => undefined);
      const { taskId } = answer?.result ?? {};
      if (taskId) return { id, taskId, node };
    }
  }

  async function follow(index: number): Promise<void> {
    const { id, taskId, node: first } = await begin(index);
    begun++;
    for (;;) {
      await pause(10 + random() * 40);
      const node = await pick();
      const read = await ask(node.url, "tasks/get", { taskId }).catch(() => undefined);
      if (read === undefined) continue;
      const { result: task, error } = read;
      if (!task) return void lost.push(`${id}: ${error?.message}`);
      if (task.status === "input_required") {
        const inputResponses = Object.fromEntries(
          Object.keys(Object(task.inputRequests)).map((key) => [key, { action: "accept", content: { yes: id } }]),
        );
        await ask((await pick()).url, "tasks/update", { taskId, inputResponses }).catch(() => undefined);
      }
      if (!hasEnded(task)) continue;
      const text = JSON.stringify(task.result);
      if (text.includes(id) && !text.includes('"isError":true')) {
        completed++;
        if (id.startsWith("append")) acknowledged.add(id);
      } else if (text.includes("may have taken effect")) interrupted++;
      else lost.push(`${id}: ${text}`);
      if (node !== first) moved++;
      return;
    }
  }

  async function killAgain(): Promise<void> {
    while (killed < kills) {
      await pause(50 + random() * 250);
      if (begun === 0) continue;
      const at = Math.floor(random() * nodes.length);
      const node = nodes[at];
      nodes[at] = undefined;
      node?.child.kill("SIGKILL");
      killed++;
      nodes[at] = await startNode(folder);
    }
  }

  try {
    let next = 0;
    const work = async () => {
      // While nodes are still to be killed, there are always tasks that run.
      while (next < tasks || killed < kills) await follow(next++);
    };
    await Promise.all([killAgain(), ...Array.from({ length: parallel }, work)]);
    const log = join(folder, "effects.log");
    const effects = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    const repeated = effects.filter((each, index) => effects.indexOf(each) !== index);
    for (const id of acknowledged) if (!effects.includes(id)) missing.push(id);
    return { tasks: begun, kills: killed, completed, interrupted, lost, repeated, missing, moved };
  } finally {
    for (const node of nodes) node?.child.kill("SIGKILL");
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Numbers below one, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
