import { compileGlob } from "@holdall/pattern-core";
import { corpus, type EvalRows, readCases, tally } from "./_corpus.ts";

export const about = "Globs: the answers of picomatch's own tests, by class of pattern";

interface Case {
  readonly text: string;
  readonly pattern: string;
  readonly options: {
    readonly windows?: boolean;
    readonly dot?: boolean;
    readonly nocase?: boolean;
    readonly bash?: boolean;
  };
  readonly match: boolean;
  readonly class: string;
}

/** What a listing can hold: names with one slash between them, none of them `.` or `..`. */
const relativePath = /^(?!\.\.?(?:\/|$))[^/\\]+(?:\/(?!\.\.?(?:\/|$))[^/\\]+)*$/;

export async function* rows(): EvalRows {
  const cases = readCases<Case[]>(corpus("glob"), "picomatch-cases.json").filter(
    ({ class: kind, options, text }) => kind !== "extglob" && !options.bash && relativePath.test(text),
  );
  for (const [kind, members] of Map.groupBy(cases, (one) => one.class)) {
    const count = tally();
    for (const one of members) count.add(`${one.pattern} on ${one.text} → ${one.match}`, answer(one) === one.match);
    yield { what: kind, value: count.right, of: count.all };
  }
}

function answer({ text, pattern, options }: Case): boolean | string {
  try {
    const glob = compileGlob(pattern, { hidden: options.dot, ignoreCase: options.nocase, anyDepth: false });
    return glob.matches(text);
  } catch (error) {
    return String(error);
  }
}
