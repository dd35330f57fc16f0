import { checkSentence, type ResearchTopicOutput } from "@holdall/tools-research";
import { changesOf, facts } from "../packages/tools-research/src/_facts.fixture.ts";
import { liars, pagesOf, playLiar, question, seedsOf } from "../packages/tools-research/src/_liars.fixture.ts";
import { localWeb } from "../packages/tools-research/src/_web.fixture.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";

export const about =
  "Research: twelve scripted models that lie about local pages, and what of their sentences comes through";

const rounds = 25;
const mutated = 20_000;

export async function* rows(): EvalRows {
  await using web = await localWeb();
  const lies = tally();
  const truths = tally();
  for (const name of Object.keys(liars)) {
    for (let round = 1; round <= rounds; round++) {
      const seeds = seedsOf(round);
      web.set(pagesOf(seeds, question));
      const score = await playLiar(name, seeds, async (model) => {
        await using session = web.open({ model });
        const result = await session.call("research_topic", { question });
        if (!result.ok) throw result.error;
        return result.output as ResearchTopicOutput;
      });
      for (let i = 0; i < score.lies; i++) lies.add(i >= score.passed.length, `${name}: ${score.passed[i]}`);
      for (let i = 0; i < score.truths; i++) truths.add(i >= score.lost.length, `${name}: ${score.lost[i]}`);
    }
  }
  yield { what: "twelve liars, through the tool: lies stopped", value: lies.right, of: lies.all, least: lies.all };
  const least = Math.ceil(truths.all * 0.95);
  yield { what: "the same: true sentences kept", value: truths.right, of: truths.all, least };
  const kept = tally();
  const changed = tally();
  for (let seed = 1; seed <= mutated; seed++) {
    const { source, kept: text } = facts(seed);
    const passes = (said: string) => checkSentence({ text: said, cites: ["P1"] }, new Map([["P1", source]])).kept;
    kept.add(passes(text), text);
    for (const lie of changesOf(text, source, seed)) changed.add(!passes(lie), `${lie} ← ${source}`);
  }
  yield {
    what: "true sentences with omissions: kept",
    value: kept.right,
    of: kept.all,
    least: Math.ceil(kept.all * 0.95),
  };
  yield {
    what: "changed by a word, number, name or negation: stopped",
    value: changed.right,
    of: changed.all,
    least: changed.all,
  };
}
