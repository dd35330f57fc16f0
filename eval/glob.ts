import { compileGlob } from "@holdall/pattern-core";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";

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

/** What picomatch reads in its own way, and a shell does not: no claim is made on it. */
const unclaimed: Readonly<Record<string, (one: Case) => boolean>> = {
  "!(a|b), refused with a hint": ({ pattern }) => pattern.includes("!("),
  "regular expressions: groups, look-behind, repeated classes": ({ pattern }) =>
    /(?<![@?*+!])\(|\(\?|\]\+|\\[a-z0-9]|^[^()]*\|/i.test(pattern) || /\)\|/.test(pattern),
  quotes: ({ pattern }) => pattern.includes('"'),
  "a slash in a class": ({ pattern }) => pattern.includes("[/]"),
  "brackets that stand for themselves as well": ({ pattern, text }) => /\[\w\]/.test(pattern) && text.includes("["),
  "a leading slash, an anchor here": ({ pattern }) => pattern.startsWith("/"),
  "** before a group": ({ pattern }) => /\*\*[@{]/.test(pattern),
  "repetitions that picomatch takes as text, so as not to hang": ({ pattern }) => pattern.includes("+(a|aa)"),
  "longer than any path": ({ pattern }) => pattern.length > 4_096,
};

export async function* rows(): EvalRows {
  const cases = readCases<Case[]>(corpus("glob"), "picomatch-cases.json").filter(
    ({ options, text }) => !options.bash && relativePath.test(text),
  );
  const reasons = Map.groupBy(cases, (one) => Object.keys(unclaimed).find((reason) => unclaimed[reason]!(one)));
  const all = tally();
  for (const [kind, members] of Map.groupBy(reasons.get(undefined) ?? [], (one) => one.class)) {
    const count = tally();
    for (const one of members) {
      const right = answer(one) === one.match;
      count.add(right, `${one.pattern} on ${one.text} → ${one.match}`);
      all.add(right);
    }
    yield { what: `  ${kind}`, value: count.right, of: count.all };
  }
  yield { what: "as picomatch, where we claim to be", value: all.right, of: all.all, least: all.all };
  for (const [reason, members] of reasons) {
    if (reason)
      yield {
        what: `  not claimed: ${reason}`,
        value: members.filter((one) => answer(one) === one.match).length,
        of: members.length,
      };
  }
}

function answer({ pattern, text, options }: Case): boolean | string {
  try {
    const glob = compileGlob(pattern, { hidden: options.dot, ignoreCase: options.nocase, anyDepth: false });
    return glob.matches(text);
  } catch (error) {
    return String(error);
  }
}
