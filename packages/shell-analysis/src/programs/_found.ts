import { matcherOf } from "../files/globs.ts";
import { type Arg, type Below, everything } from "../parse/arg.ts";

/**
 * Which paths below one of its folders `find` may print, taken widely: `-name`, `-type`, `-maxdepth 1` and
 * `! -path` where nothing is combined by `-o`, everything otherwise.
 */
export function foundBelow(root: string, words: readonly Arg[]): Below {
  const follows = words.some(({ text }) => /^-(L|follow|xtype)$/.test(text));
  const isCombined = words.some(({ text, kind }) => kind !== "exact" || /^(-o|-or|,)$/.test(text));
  if (isCombined) return everything;
  const names: ((name: string) => boolean)[] = [];
  const excluded: RegExp[] = [];
  let [links, isFlat] = [true, false];
  words.forEach(({ text }, i) => {
    const value = words[i + 1]?.text ?? "";
    const isNegated = /^(!|-not)$/.test(words[i - 1]?.text ?? "");
    if (/^-i?name$/.test(text) && !isNegated) {
      const fold = (name: string) => (text === "-iname" ? name.toLowerCase() : name);
      const matches = matcherOf(fold(value), true);
      names.push((name) => matches(fold(name)));
    } else if (/^-(path|wholename)$/.test(text) && isNegated && !/[?[\\]/.test(value)) excluded.push(withStars(value));
    else if (text === "-type" && !isNegated && !/l/.test(value)) links = follows;
    else if (text === "-maxdepth") isFlat = value === "1";
  });
  const start = root.replace(/\/*$/, "/");
  return {
    hidden: true,
    links,
    isFlat,
    fits(path) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return names.every((matches) => matches(name)) && !excluded.some((pattern) => pattern.test(start + path));
    },
    enters: (path) => !excluded.some((pattern) => pattern.source.endsWith("[^]*$") && pattern.test(`${start}${path}/`)),
  };
}

/** A pattern whose stars take in slashes, as `find -path` has them. */
const withStars = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split("*")
      .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join("[^]*")}$`,
    "s",
  );
