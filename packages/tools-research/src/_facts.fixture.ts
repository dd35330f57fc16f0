/** Numbers below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const names = "Ellis Varga Okafor Lindqvist Moreau Tanaka Brandt Castellan Duarte Novak Petrov Adeyemi".split(" ");
const places = "Sydney Trieste Bergen Valparaiso Izmir Galway Nantes Kobe Riga Tromso".split(" ");
const things = "bridge museum tunnel library observatory harbour railway theatre reservoir lighthouse".split(" ");
const verbs = "opened flooded closed expanded burned reopened".split(" ");
const others = [...names, ...places, ...things, ...verbs, "zebra", "quickly", "seventeen"];
const months = "January March April June August October November".split(" ");

export interface Fact {
  /** A sentence of a page. */
  readonly source: string;
  /** What an honest writer takes of it. */
  readonly kept: string;
}

/** A sentence of a page, and what an honest writer who leaves things out makes of it; the same for the same seed. */
export function facts(seed: number): Fact {
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const count = () => String(2 + Math.floor(random() * 900));
  const place = pick(places);
  const year = String(1850 + Math.floor(random() * 170));
  const negation = random() < 0.25;
  const thing = `${pick(names)} ${pick(things)}`;
  const verb = pick(verbs);
  const core = negation
    ? `the ${thing} of ${place} did not open in ${year} with ${count()} visitors`
    : `the ${thing} of ${place} ${verb} in ${year} with ${count()} visitors`;
  const lead = pick(["", `In ${pick(months)} ${year}, `, "After long works, ", "Moreover, "]);
  const aside = pick(["", `, which architects of ${pick(places)} drew,`, ` (built by ${pick(names)})`]);
  const tail = pick([
    "",
    `, and ferries carried ${count()} people`,
    "; trains followed soon",
    ", to the joy of the town",
  ]);
  const withAside = core.replace(` of ${place}`, ` of ${place}${aside}`);
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const source = `${capital(lead + withAside + tail)}.`;
  const kept = pick([
    source,
    `${capital(core)}.`,
    `${capital(lead + core)}.`,
    `${capital(withAside)}.`,
    `${capital(core + tail)}.`,
  ]);
  return { source, kept };
}

/** False versions of a sentence: each differs from its source in a word, number, name, negation or order. */
export function changesOf(kept: string, source: string, seed: number): string[] {
  const random = randomFrom(seed ^ 0x5bd1e995);
  const words = kept.split(" ");
  const known = new Set(source.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const strangers = others.filter((word) => !known.has(word.toLowerCase()));
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const bare = (word: string) => (/[\p{L}\p{N}]+/u.exec(word) ?? [""])[0];
  const replaced = (at: number, to: string) =>
    words.map((word, i) => (i === at ? word.replace(bare(word), () => to) : word)).join(" ");
  const content = words.flatMap((word, i) => (/^(?:the|a|an)$/i.test(bare(word)) || bare(word) === "" ? [] : [i]));
  const numbers = content.filter((i) => /^\d+$/.test(bare(words[i]!)));
  const one = pick(content);
  const negated = kept.includes(" did not open ")
    ? kept.replace(" did not open ", " did open ")
    : kept.replace(/ (in \d{4} with)/, " not $1");
  const [first, second] = [pick(content), pick(content)];
  const swapped = words
    .map((word, i) =>
      i === first
        ? word.replace(bare(word), () => bare(words[second]!))
        : i === second
          ? word.replace(bare(word), () => bare(words[first]!))
          : word,
    )
    .join(" ");
  return [
    replaced(one, pick(strangers)),
    ...numbers.map((i) => replaced(i, String(Number(bare(words[i]!)) + 1 + Math.floor(random() * 9)))),
    ...numbers.map((i) => replaced(i, bare(words[i]!).slice(0, -1) || "0")),
    negated,
    `${kept.replace(/\.$/, "")} ${pick(strangers)}.`,
    `${pick(strangers)} ${kept}`,
    ...(bare(words[first]!).toLowerCase() === bare(words[second]!).toLowerCase() ? [] : [swapped]),
  ];
}
