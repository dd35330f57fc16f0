import { outlinedLines, outlineSamples } from "../packages/code-core/src/fixtures/outline-expectations.fixture.ts";
import type { EvalRows } from "./lib/corpus.ts";

export const about = "Outline: definitions of samples in 26 languages that say in comments what each line defines";

export async function* rows(): EvalRows {
  let right = 0;
  let given = 0;
  let wanted = 0;
  for (const sample of outlineSamples()) {
    const got = new Set(outlinedLines(sample));
    const found = sample.expected.filter((one) => got.has(one)).length;
    right += found;
    given += got.size;
    wanted += sample.expected.length;
    yield { what: `  ${sample.language}`, value: found, of: sample.expected.length };
  }
  yield { what: "precision", value: right / given, least: 0.95 };
  yield { what: "recall", value: right / wanted, least: 0.95 };
}
