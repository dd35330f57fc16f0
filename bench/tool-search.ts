import { join } from "node:path";
import { type BenchRows, interleave, median, ratio, row, timed } from "./_harness.ts";
import { runNode } from "./_process.ts";
import { catalogue, queries } from "./_tool-search-catalogue.ts";
import { type EngineName, engines } from "./_tool-search-engines.ts";

export const about = "Finding tools by words among 100 to 10,000, against minisearch and flexsearch";

const names: readonly EngineName[] = ["ours", "minisearch", "flexsearch"];
const peers = ["minisearch", "flexsearch"] as const;

/** The most a query may cost of each peer's, by the size of the catalogue. */
const queryGoals: Readonly<Record<number, Partial<Readonly<Record<(typeof peers)[number], number>>>>> = {
  1000: { minisearch: 1 },
  10000: { minisearch: 1 },
};

export async function* rows(): BenchRows {
  for (const size of [100, 1000, 10_000]) {
    yield* queryRows(size);
    yield* buildRows(size);
  }
}

async function* queryRows(size: number): BenchRows {
  const tools = catalogue(size);
  const variant = (name: EngineName) => {
    const search = engines[name](tools);
    return timed(() => {
      for (const query of queries) search(query);
    }, 20);
  };
  const { ours, ...others } = await interleave(
    { ours: variant("ours"), minisearch: variant("minisearch"), flexsearch: variant("flexsearch") },
    { rounds: 11, warmups: 3 },
  );
  for (const peer of peers) {
    const most = queryGoals[size]?.[peer];
    yield row(`query, ${show(size)} tools`, peer, ratio(ours, others[peer]), most === undefined ? {} : { most });
  }
  yield row(`query, ${show(size)} tools`, "nothing", (1000 * median(ours)) / queries.length, { unit: "µs" });
}

interface Cost {
  readonly build: number;
  readonly bytes: number;
}

async function* buildRows(size: number): BenchRows {
  const child = join(import.meta.dirname, "_fixtures/tool-search-engine.ts");
  const costs: Record<EngineName, Cost[]> = { ours: [], minisearch: [], flexsearch: [] };
  for (let round = 0; round < 5; round++) {
    for (const name of names) {
      const { stdout } = await runNode(["--expose-gc", child, name, String(size)]);
      costs[name].push(JSON.parse(stdout) as Cost);
    }
  }
  const of = (name: EngineName, what: keyof Cost) => costs[name].map((cost) => cost[what]);
  const goals = (most: number) => (size >= 10_000 ? { most } : {});
  yield row(
    `build, ${show(size)} tools`,
    "minisearch",
    ratio(of("ours", "build"), of("minisearch", "build")),
    goals(1),
  );
  yield row(`build, ${show(size)} tools`, "flexsearch", ratio(of("ours", "build"), of("flexsearch", "build")));
  yield row(
    `memory, ${show(size)} tools`,
    "minisearch",
    ratio(of("ours", "bytes"), of("minisearch", "bytes")),
    goals(1.2),
  );
  yield row(`memory, ${show(size)} tools`, "flexsearch", ratio(of("ours", "bytes"), of("flexsearch", "bytes")));
  yield row(`memory, ${show(size)} tools`, "nothing", median(of("ours", "bytes")) / 1e6, { unit: "MB" });
}

const show = (size: number): string => size.toLocaleString("en");
