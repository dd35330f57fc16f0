import { outputOf, type Script } from "../step.ts";

const question = "When was the harbor bridge of Larkhaven opened?";
const claim = "The harbor bridge of Larkhaven was opened in 1930.";

interface Sentence {
  readonly text?: unknown;
  /** A passage in the place of a sentence that was dropped. */
  readonly quotation?: unknown;
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(({ text, quotation }: Sentence) => (typeof text === "string" && quotation !== true ? [text] : []))
    : [];

/** Research over the sample pages: what no page says is dropped, and sources that disagree are shown. */
export function* play(): Script {
  let read = yield {
    say: `You ask: *${question}* I search the pages that come with this playground, read them, and let a scripted model write the answer.`,
    calls: [{ tool: "research_topic", input: { question } }],
  };
  const dropped = textsIn(outputOf(read[0]).dropped);
  if (!read[0]?.ok) return "The research failed; its call says why.";
  const [invented] = dropped;
  read = yield {
    say: [
      `The model wrote ${textsIn(outputOf(read[0]).answer).length + dropped.length} sentences:`,
      "",
      "- those that stand in a page are kept, each with its source;",
      invented === undefined ? "- none was made up this time." : `- **one was made up and is dropped:** “${invented}”`,
      "",
      "One page gives another year, so I check that as a claim.",
    ].join("\n"),
    calls: [{ tool: "fact_check", input: { claim } }],
  };
  const verdict = String(outputOf(read[0]).verdict ?? "not judged").replaceAll("_", " ");
  const independent = Number(outputOf(read[0]).independent ?? 0);
  return `The verdict is **${verdict}**, from ${independent} independent sources: a travel page says 1930, two others say 1931. The mirror of one of them does not count again. Open the calls and follow the numbers to the passages.`;
}
