import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killNodes } from "../packages/mcp/src/_fixtures/kill-nodes.fixture.ts";
import type { EvalRow, EvalRows } from "./lib/corpus.ts";

export const about = "MCP tasks on two nodes behind a random balancer, one of which is killed -9 again and again";

const size = { tasks: 300, kills: 100, seed: 42 };

export async function* rows(): EvalRows {
  const folder = mkdtempSync(join(tmpdir(), "holdall-tasks-"));
  try {
    const from = performance.now();
    const result = await killNodes({ folder, ...size });
    const what = `tasks over ${result.kills} kills`;
    yield {
      what: `${what}: with their result, or with the word that they were interrupted`,
      value: result.completed + result.interrupted,
      of: result.tasks,
    };
    yield none(`${what}: lost`, result.lost.length);
    yield none(`${what}: effects that happened twice`, result.repeated.length);
    yield none(`${what}: results without their effect`, result.missing.length);
    yield { what: `${what}: interrupted, and not repeated`, value: result.interrupted };
    yield { what: `${what}: ended at another node than they began`, value: result.moved };
    yield { what: `${what}: seconds`, value: Math.round(performance.now() - from) / 1000 };
    for (const lost of result.lost.slice(0, 3)) console.error(lost);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const none = (what: string, value: number): EvalRow => ({ what, value, most: 0 });
