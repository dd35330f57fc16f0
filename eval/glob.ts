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
  const all = tally();
  for (const [kind, members] of Map.groupBy(cases, (one) => one.class)) {
    const count = tally();
    for (const one of members) {
      const right = answer(one) === one.match;
      count.add(right, `${one.pattern} on ${one.text} → ${one.match}`);
      all.add(right);
    }
    yield { what: `  ${kind}`, value: count.right, of: count.all };
  }
  // What is left is syntax of picomatch alone: regular expressions, groups and quotes inside a glob.
  yield { what: "as picomatch", value: all.right, of: all.all, least: Math.ceil(0.97 * all.all) };
}

function answer({ text, pattern, options }: Case): boolean | string {
  try {
    const glob = compileGlob(pattern, { hidden: options.dot, ignoreCase: options.nocase, anyDepth: false });
    return glob.matches(text);
  } catch (error) {
    return String(error);
  }
}
