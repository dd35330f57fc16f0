import { join } from "node:path";
import { runOverTwoNodes } from "../apps/cli/src/fixtures/two-nodes.fixture.ts";
import { root } from "../bench/lib/bundle.ts";
import { tempFolder } from "../bench/lib/temp.ts";
import { startPostgres } from "../packages/backends-sql/src/_postgres.fixture.ts";
import type { EvalRow, EvalRows } from "./lib/corpus.ts";

export const about = "Sessions over two MCP nodes behind a balancer, one of them killed −9: what is lost or not found";

const counts = { sessions: 20, calls: 1000 };
const command = join(root, "apps/cli/src/main.ts");

export async function* rows(): EvalRows {
  yield* measure("in a folder", join(tempFolder("node-sessions"), "sessions"));
  const server = await startPostgres({ durable: true });
  if (typeof server === "string") throw new Error(`There is no Postgres to keep sessions in: ${server}.`);
  try {
    yield* measure("in Postgres", server.url);
  } finally {
    await server.stop();
  }
}

async function* measure(where: string, place: string): EvalRows {
  const from = performance.now();
  const { answered, repeated, byNode, refused, errors, lost } = await runOverTwoNodes({
    ...counts,
    command,
    root: tempFolder("nodes"),
    place,
    random: Math.random,
  });
  const seconds = (performance.now() - from) / 1000;
  for (const error of errors.slice(0, 3)) console.error(`  error: ${error.slice(0, 300)}`);
  yield { what: `${where}: calls answered, ${byNode.join(" and ")} by node`, value: answered, of: counts.calls };
  yield { what: `${where}: calls sent again, as their node was killed`, value: repeated };
  yield none(`${where}: answers 404`, refused[404] ?? 0);
  yield none(`${where}: other refusals and errors`, sum(Object.values(refused)) - (refused[404] ?? 0) + errors.length);
  yield none(`${where}: answered and lost`, lost.length);
  yield { what: `${where}: seconds`, value: Math.round(seconds * 10) / 10 };
}

const none = (what: string, value: number): EvalRow => ({ what, value, most: 0 });

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
