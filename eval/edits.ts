import { existsSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../bench/lib/process.ts";
import { corpus, type EvalRow, type EvalRows } from "./lib/corpus.ts";

export const about = "edit_file on real hunks: as they were, perturbed by what models do to them, and whole commits";

interface Kind {
  readonly n: number;
  readonly exact: number;
  readonly lossy: number;
  readonly reject: number;
  readonly guessed: number;
  readonly wrong: number;
}

interface Score {
  readonly must_apply: readonly [right: number, all: number];
  readonly recoverable: readonly [right: number, all: number];
  readonly must_reject: readonly [right: number, all: number];
  readonly corrupt: number;
  readonly guessed: number;
  readonly lossy: number;
  readonly n: number;
}

/** The share of the recoverable cases that must come out exactly: 250 of 303. */
const recovered = 250 / 303;

export async function* rows(): EvalRows {
  const folder = corpus("edits");
  const scorer = join(folder, "score_edits.mjs");
  if (!existsSync(scorer)) throw new Error(`there is no scorer at ${scorer}.`);
  const { stdout } = await runNode([scorer, join(import.meta.dirname, "lib/edits-adapter.ts"), folder]);
  const lines = stdout.trim().split("\n");
  const score = JSON.parse(lines.pop() ?? "") as Score;

  for (const line of lines) {
    const at = line.indexOf("{");
    const [, kind = "", expect = ""] = /^(.{28}) (\S+)/.exec(line) ?? [];
    yield kindRow(kind.trim(), expect, JSON.parse(line.slice(at)) as Kind);
  }
  const [applied, mustApply] = score.must_apply;
  const [rejected, mustReject] = score.must_reject;
  const [exact, recoverable] = score.recoverable;
  yield { what: "must apply", value: applied, of: mustApply, least: mustApply };
  yield { what: "must reject", value: rejected, of: mustReject, least: mustReject };
  yield { what: "recoverable, exact", value: exact, of: recoverable, least: Math.ceil(recovered * recoverable) };
  yield { what: "corrupt", value: score.corrupt, of: score.n, most: 0 };
  yield { what: "guessed", value: score.guessed, of: score.n };
  yield { what: "lossy", value: score.lossy, of: score.n, most: 5 };
}

function kindRow(kind: string, expect: string, { n, exact, reject, lossy, guessed, wrong }: Kind): EvalRow {
  const others = Object.entries({ reject: expect === "reject" ? 0 : reject, lossy, guessed, wrong })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const what = `  ${expect.replaceAll("_", " ")}: ${kind}${others.length > 0 ? ` (${others.join(", ")})` : ""}`;
  return { what, value: expect === "reject" ? reject : exact, of: n };
}
