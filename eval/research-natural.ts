import { checkSentence } from "@holdall/tools-research";
import { randomFrom } from "../packages/tools-research/src/_facts.fixture.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";
import { type Natural, naturalSentences } from "./lib/natural-sentences.ts";
import { type Around, aroundOf, changesIn, isLimiting, shortenedOf } from "./lib/sentence-changes.ts";

export const about = "Research on sentences of real articles: what an honest writer takes of them, and false versions";

const kinds = ["number", "date", "name", "negation", "comparison"] as const;

export async function* rows(): EvalRows {
  const verbatim = tally();
  const shortened = tally();
  const limiting = tally();
  const changed = new Map(kinds.map((kind) => [kind, tally()] as const));
  const random = randomFrom(20261127);
  const known = new Map<Natural["article"], Around>();
  for (const { sentence, passage, article } of await naturalSentences()) {
    const passes = (text: string) => checkSentence({ text, cites: ["P1"] }, new Map([["P1", passage]])).kept;
    verbatim.add(passes(sentence), sentence);
    const shorter = shortenedOf(sentence);
    for (const { sentence: text, left, kind } of shorter)
      if (isLimiting(left)) limiting.add(!passes(text), `${kind}, ${left}: ${sentence}`);
      else shortened.add(passes(text), `${kind}, ${left}: ${sentence}`);
    const around = known.get(article) ?? aroundOf(article.sentences);
    known.set(article, around);
    for (const base of [sentence, ...shorter.map((each) => each.sentence)])
      for (const { sentence: text, kind } of changesIn(base, around, random))
        changed.get(kind)?.add(!passes(text), `${kind}: ${text}`);
  }
  const most = (all: number) => Math.ceil(all * 0.95);
  yield { what: "verbatim: kept", value: verbatim.right, of: verbatim.all, least: most(verbatim.all) };
  yield {
    what: "a parenthesis or a clause left out: kept",
    value: shortened.right,
    of: shortened.all,
    least: most(shortened.all),
  };
  yield {
    what: "a part that negates or attributes left out: stopped",
    value: limiting.right,
    of: limiting.all,
    least: limiting.all,
  };
  for (const [kind, { right, all }] of changed)
    yield { what: `another ${kind}: stopped`, value: right, of: all, least: all };
}
