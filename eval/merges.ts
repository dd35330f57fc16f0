import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { runSchedule } from "../packages/backends-compose/src/fork/_schedules.fixture.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";
import { replayMerges } from "./lib/merge-commits.ts";

export const about =
  "Merging agents: random schedules of eight on one tree, and merge commits of real repositories beside git merge-file";

const schedules = Number(process.env.HOLDALL_SCHEDULES ?? 2_000);
const first = Number(process.env.HOLDALL_SEED ?? 0);
/** Files of merge commits of each repository, the newest. */
const files = Number(process.env.HOLDALL_MERGES ?? 400);
/** Repositories, bare or not, separated by `:`. */
const repositories = (process.env.HOLDALL_MERGE_REPOSITORIES ?? "").split(":").filter(Boolean);

export async function* rows(): EvalRows {
  const sums = { lost: 0, overwritten: 0, differs: 0, merges: 0, conflicts: 0, disjoint: 0, decisions: 0, kills: 0 };
  for (let seed = first; seed < first + schedules; seed++) {
    const { lost, overwritten, differs, merges, conflicts, decisions, kills } = await runSchedule(seed);
    if (process.env.HOLDALL_EVAL_MISSES) for (const miss of [...lost, ...overwritten]) console.error(`  miss: ${miss}`);
    sums.lost += lost.length;
    sums.overwritten += overwritten.length;
    sums.merges += merges;
    sums.conflicts += conflicts;
    sums.decisions += decisions;
    sums.kills += kills;
    sums.disjoint += seed % 4 === 0 ? 1 : 0;
    sums.differs += differs ? 1 : 0;
  }
  const { lost, overwritten, differs, merges, conflicts, disjoint } = sums;
  yield { what: `${schedules} schedules of eight agents: lines lost`, value: lost, most: 0 };
  yield { what: "lines of others overwritten without a decision", value: overwritten, most: 0 };
  yield { what: "separate changes that differ from the serial result", value: differs, of: disjoint, most: 0 };
  yield { what: "merges, and conflicts in them", value: merges, of: conflicts };
  yield {
    what: "conflicts that were decided, and merges that were killed and done again",
    value: sums.decisions,
    of: sums.kills,
  };
  for (const repository of repositories) {
    if (!existsSync(repository)) throw new Error(`there is no repository ${repository}.`);
    const same = tally();
    let both = 0;
    for (const { name, isSame, isConflict } of replayMerges(repository, files)) {
      same.add(isSame, name);
      if (isConflict) both++;
    }
    const name = basename(repository) === "repo" ? basename(dirname(repository)) : basename(repository);
    yield {
      what: `${name}: files as git merge-file has them, ${both} in conflict`,
      value: same.right,
      of: same.all,
      least: same.all * 0.99,
    };
  }
}
