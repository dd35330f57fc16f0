import { pick } from "./script/pick.ts";
import type { Answer } from "./script/scripted-model.ts";

export interface Finding {
  readonly what: string;
  readonly until: string;
  readonly source: string;
}

/** How the scripted model finds things out: it asks once, and takes what is quoted there, each with its source. */
export function* findOut(question: string, things: readonly string[]): Generator<Answer, Finding[], readonly string[]> {
  const [found = ""] = yield {
    say: "I look it up, and take only what is quoted from a source.",
    calls: [{ tool: "research_topic", input: { question } }],
  };
  return things.map((what) => {
    const quoted = new RegExp(`“${what}:[^”]*Orders until (\\d+ December)[^”]*” \\[(\\d+)\\]`);
    const until = pick(found, quoted, `the last day for ${what}`);
    const number = quoted.exec(found)?.[2];
    const source = pick(
      found,
      new RegExp(`^\\[${number}\\] .* (http://127\\.0\\.0\\.1:\\d+/\\w+)$`, "m"),
      "its source",
    );
    return { what, until, source };
  });
}
