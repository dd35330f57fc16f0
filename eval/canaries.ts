import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { localhostCertificate } from "../packages/tools-web/src/http/localhost-certificate.fixture.ts";
import { type Outcome, runRound, ways } from "./lib/canaries/run-canaries.ts";
import { withoutSocat } from "./lib/canaries/without-socat.ts";
import { type EvalRow, type EvalRows, tally } from "./lib/corpus.ts";

export const about =
  "Secrets: canaries that must reach the right host and nothing else, on shell, web, MCP, mail and Postgres";

const count = Number(process.env.HOLDALL_CANARIES ?? 400);
const first = Number(process.env.HOLDALL_SEED ?? 1);

export async function* rows(): EvalRows {
  setDefaultCACertificates([...getCACertificates("default"), localhostCertificate.cert]);
  const outcomes: Outcome[] = [];
  for (let round = 0; outcomes.length < count; round++) outcomes.push(...(await runRound(first + round)));
  yield* counted(outcomes, "");
  using _ = withoutSocat();
  const relayed: Outcome[] = [];
  const ofShell = ways.filter(({ where }) => where === "shell");
  for (let round = 0; relayed.length < count / 4; round++) relayed.push(...(await runRound(first + round, ofShell)));
  yield* counted(relayed, " by the relay of bubblewrap");
}

function* counted(outcomes: readonly Outcome[], how: string): Iterable<EvalRow> {
  for (const where of new Set(outcomes.map(({ way }) => way.where))) {
    const [out, right, tried] = [tally(), tally(), tally()];
    for (const outcome of outcomes.filter(({ way }) => way.where === where)) {
      tried.add(outcome.untried === undefined);
      if (outcome.untried !== undefined)
        console.error(`  ${where}, ${outcome.way.what}: did not run, ${outcome.untried}`);
      out.add(outcome.out.length === 0, `${where}, ${outcome.way.what}: in ${outcome.out.join(", ")}`);
      if (outcome.right !== undefined) right.add(outcome.right, `${where}, ${outcome.way.what}: did not arrive`);
    }
    // A value that was never in danger proves nothing.
    yield { what: `ways that did not run, ${where}${how}`, value: tried.all - tried.right, of: tried.all, most: 0 };
    yield { what: `canaries out, ${where}${how}`, value: out.all - out.right, of: out.all, most: 0 };
    yield { what: `values at the right host, ${where}${how}`, value: right.right, of: right.all, least: right.all };
  }
}
