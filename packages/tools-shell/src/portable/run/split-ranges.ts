/** Words that the interpreter makes of one range; it leaves out the others silently. */
const wordsOfRange = 10_000;
/** Words that it makes of all braces of a word. It reports when there are more. */
export const maxBraceWords = 100_000;

interface Range {
  readonly type: "Range";
  readonly start: string | number;
  readonly end: string | number;
  readonly step?: number | undefined;
}

/** The items of a brace expansion, with each long range, such as `{1..25000}`, as several that are short. */
export const splitRanges = (items: readonly object[]): object[] =>
  items.flatMap((item) => (isLong(item) ? partsOf(item) : [item]));

const isLong = (item: object): item is Range & { start: number; end: number } => {
  const { type, start, end, step } = item as Partial<Range>;
  return (
    type === "Range" && typeof start === "number" && typeof end === "number" && countOf(start, end, step) > wordsOfRange
  );
};

const countOf = (start: number, end: number, step?: number): number =>
  Math.floor(Math.abs(end - start) / Math.abs(step || 1)) + 1;

function partsOf(range: Range & { start: number; end: number }): object[] {
  const stride = Math.abs(range.step || 1) * Math.sign(range.end - range.start);
  const all = countOf(range.start, range.end, range.step);
  const parts: object[] = [];
  // One part too many is enough for the interpreter to report the limit.
  for (let done = 0; done < Math.min(all, maxBraceWords + wordsOfRange); done += wordsOfRange) {
    const last = Math.min(done + wordsOfRange, all) - 1;
    parts.push({ ...range, start: range.start + done * stride, end: range.start + last * stride });
  }
  return parts;
}

const range = /\{(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?\}/g;

/** A range in a text that the interpreter would cut. The text is one that is run without being rewritten. */
export const longRangeIn = (text: string): string | undefined =>
  Array.from(text.matchAll(range)).find(
    ([, start, end, step]) => countOf(Number(start), Number(end), step ? Number(step) : 1) > wordsOfRange,
  )?.[0];

/** The next move where braces make too many words. */
export const braceAdvice =
  "Use `seq FIRST LAST` instead, such as `for i in $(seq 1 200000)`, or `for ((i = 1; i <= 200000; i++))`.";
