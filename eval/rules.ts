import { ordinaryCommands } from "../packages/permissions/src/_ordinary-commands.fixture.ts";
import { evasions } from "../packages/permissions/src/rules/commands/_evasions.fixture.ts";
import { effectOf, reallyRun } from "../packages/permissions/src/rules/commands/_really-run.fixture.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";

export const about = "Rules: denied and dangerous commands in random spellings, really run, never run unasked";

const count = Number(process.env.HOLDALL_RULES ?? 5000);
const seed = Number(process.env.HOLDALL_SEED ?? 2026);
/** Rules that most people have, and that none of the ordinary commands is about. */
const denied = {
  allow: ["bash"],
  deny: ["bash(npm publish:*)", "bash(rm -rf:*)", "bash(docker rm:*)", "bash(git push --force:*)"],
};

export async function* rows(): EvalRows {
  const [held, did, ordinary] = [tally(), tally(), tally()];
  for (const outcome of await reallyRun(evasions(count, seed))) {
    held.add(outcome.effect !== "allow", outcome.command);
    did.add(outcome.did);
  }
  for (const command of ordinaryCommands) ordinary.add(effectOf(command, denied, "/home/me/app") === "allow", command);
  yield { what: "random spellings that run unasked", value: held.all - held.right, of: held.all, most: 0 };
  yield { what: "of them, those that did what they are written for", value: did.right, of: did.all, least: count / 2 };
  yield {
    what: "ordinary commands not asked about beside such rules",
    value: ordinary.right,
    of: ordinary.all,
    least: ordinary.all,
  };
}
