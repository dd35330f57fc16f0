/** A sentence without one of its parts, and the part. */
export interface Shortened {
  readonly sentence: string;
  readonly left: string;
  readonly kind: "parenthesis" | "aside" | "clause at the end" | "clause at the beginning";
}

/** What an honest writer may leave out: parentheses, a relative clause between commas, a clause at either end. */
export function shortenedOf(sentence: string): Shortened[] {
  const found: Shortened[] = [];
  const add = (kind: Shortened["kind"], left: string, rest: string) => {
    // A quotation stays whole.
    if (!isBalanced(sentence.slice(0, sentence.indexOf(left)))) return;
    const whole = rest
      .replace(/\s+/g, " ")
      .replace(/ ([,.;:!?])/g, "$1")
      .trim();
    const text = whole.charAt(0).toUpperCase() + whole.slice(1);
    if (left !== "" && whole.split(" ").length >= 4 && isBalanced(text)) found.push({ sentence: text, left, kind });
  };
  for (const match of sentence.matchAll(/ \(([^()]{3,})\)(?=[\s.,;:!?])/g))
    add(
      "parenthesis",
      match[1] ?? "",
      sentence.replace(match[0], () => ""),
    );
  const aside = /, ((?:which|who|whose|where|whom) [^,;()]{3,}), (?!and |or |but )/u.exec(sentence);
  if (aside)
    add(
      "aside",
      aside[1] ?? "",
      sentence.replace(aside[0], () => " "),
    );
  const end = /, ((?:which|who|where|whose|including|such as|\p{Ll}+ing) [^,;()]{3,})(?=[.!?]$)/u.exec(sentence);
  if (end)
    add(
      "clause at the end",
      end[1] ?? "",
      sentence.replace(end[0], () => ""),
    );
  const start =
    /^((?:After|Since|As|In \d{4}|On \p{Lu}\p{Ll}+ \d+)[^,;()]{3,}), (?=(?:he|she|it|they|we|the|a|an|his|her|their) )/u.exec(
      sentence,
    );
  if (start) add("clause at the beginning", start[1] ?? "", sentence.slice(start[0].length));
  return found;
}

/** Whether a part negates, doubts, restricts or attributes what is said around it, so that nobody honest leaves it out. */
export const isLimiting = (part: string): boolean => limiting.test(part.replaceAll("’", "'"));

const limiting =
  /n't\b|\b(?:not?|never|none|nothing|nobody|without|neither|nor|hardly|only|just|merely|but|yet|however|although|though|despite|if|unless|until|except|once|when|whether|while|rather|instead|may|might|could|would|should|must|perhaps|maybe|possibl[ey]|probabl[ey]|potential(?:ly)?|likely|unlikely|presumably|alleged(?:ly)?|reported(?:ly)?|apparent(?:ly)?|seem\w*|appear\w*|according|sa(?:id|ys?|ying)|t(?:old|ells?)|claim\w*|believ\w*|thinks?|thought|reports?|wr(?:ites?|ote|itten|iting)|expect\w*|suggest\w*|argu\w*|warn\w*|insist\w*|admit\w*|acknowledg\w*|agree[ds]?|announc\w*|estimat\w*|assum\w*|guess\w*|speculat\w*|depend\w*|promis\w*|accus\w*|declar\w*|consider\w*|hop(?:e[sd]?|ing)|plan(?:s|ned|ning)?|fail\w*|refus\w*|den(?:y|ies|ied)|imagin\w*|lack\w*|former(?:ly)?)\b/i;

const isBalanced = (text: string): boolean =>
  (text.match(/["]/g)?.length ?? 0) % 2 === 0 &&
  (text.match(/[“]/g)?.length ?? 0) === (text.match(/[”]/g)?.length ?? 0);

/** A false version of a sentence, and what of it was changed. */
export interface Changed {
  readonly sentence: string;
  readonly kind: "number" | "date" | "name" | "negation" | "comparison";
}

const months = "January February March April May June July August September October November December".split(" ");
const pairs = [
  ...["more less", "higher lower", "larger smaller", "bigger smaller", "older younger", "before after", "above below"],
  ...["increase decrease", "increased decreased", "increases decreases", "rise fall", "rose fell", "better worse"],
  ...["longer shorter", "over under", "most least", "first last", "always never", "all some", "greater lesser"],
  ...["earlier later", "faster slower", "stronger weaker", "best worst", "highest lowest", "largest smallest"],
].map((pair) => pair.split(" ") as [string, string]);
const opposites = new Map([...pairs, ...pairs.map(([a, b]) => [b, a] as const)]);
const auxiliaries =
  /\b(is|are|was|were|has|have|had|will|can|could|would|should|did|does|do|may|might|must)\b(?! not\b|n['’]t)(?= \p{Ll})/u;

/** Words and numbers of the article around a sentence. */
export interface Around {
  readonly numbers: readonly string[];
  readonly years: readonly string[];
  readonly names: readonly string[];
}

/** Names are words with a capital that stand within sentences, and never in small letters. */
export function aroundOf(sentences: readonly string[]): Around {
  const text = sentences.join("\n");
  const small = new Set(text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}'’]*/gu) ?? []);
  const names = [...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}(?![\p{L}'’-])/gu)].map(([name]) => name);
  const numbers = text.match(/(?<![\p{L}\p{N}.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}])/gu) ?? [];
  return {
    numbers: [...new Set(numbers)],
    years: [...new Set(numbers.filter((each) => /^(?:1[5-9]|20)\d\d$/.test(each)))],
    names: [...new Set(names)].filter((name) => !small.has(name.toLowerCase()) && !months.includes(name)),
  };
}

/** False versions of a sentence: another number, date or name of the same article, a negation more or less, the opposite of a comparison. */
export function changesIn(sentence: string, { numbers, years, names }: Around, random: () => number): Changed[] {
  const found: Changed[] = [];
  const pick = (values: readonly string[], not: string): string | undefined => {
    const others = values.filter((value) => value !== not && value.replaceAll(",", "") !== not.replaceAll(",", ""));
    return others[Math.floor(random() * others.length)];
  };
  const replace = (kind: Changed["kind"], pattern: RegExp, to: (word: string) => string | undefined) => {
    for (const match of sentence.matchAll(pattern)) {
      const other = to(match[0]);
      if (other === undefined) continue;
      const changed = sentence.slice(0, match.index) + other + sentence.slice(match.index + match[0].length);
      if (changed !== sentence) found.push({ sentence: changed, kind });
    }
  };
  replace("number", /(?<![\p{L}\p{N}.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}])/gu, (number) =>
    /^(?:1[5-9]|20)\d\d$/.test(number) ? undefined : (pick(numbers, number) ?? String(Number.parseInt(number, 10) + 1)),
  );
  replace(
    "date",
    /(?<![\p{L}\p{N}.,])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}])/gu,
    (year) => pick(years, year) ?? String(Number(year) - 1),
  );
  replace("date", new RegExp(`\\b(?:${months.join("|")})\\b(?= \\d|,? \\d)`, "gu"), (month) => pick(months, month));
  const known = new Set(names);
  replace("name", /(?<=[\p{Ll}\d,] )\p{Lu}\p{Ll}{2,}(?![\p{L}'’-])/gu, (name) =>
    known.has(name) ? pick(names, name) : undefined,
  );
  replace("comparison", /(?<![\p{L}-])\p{Ll}+(?![\p{L}-])/gu, (word) => opposites.get(word));
  const negated = sentence.replace(auxiliaries, "$1 not");
  if (negated !== sentence) found.push({ sentence: negated, kind: "negation" });
  const affirmed = sentence.replace(/ not(?= )|(?<=[a-z])n['’]t(?= )/u, "");
  if (affirmed !== sentence && !/ can$| wo$/.test(affirmed)) found.push({ sentence: affirmed, kind: "negation" });
  return found;
}
