import type { Copies } from "./copies.ts";
import type { Distortion } from "./distortion.ts";
import type { Shaped, Shaping, Tokens } from "./splice-shape.ts";
import { breaksLine, isGap, isName, splitGap } from "./tokens.ts";

/** What writes the gaps of the new text, by their index. */
export function createGapShaper(
  { old, file, fresh }: Tokens,
  { of, isCertain }: Copies,
  { shift, midLine, eol }: Shaping,
  { reread, rereadTrailing }: Distortion,
): (index: number) => Shaped {
  const [end, oldEnd] = [fresh.length - 1, old.length - 1];

  /** The gaps of the old text beside the copied tokens beside a gap. */
  const behindLeft = (i: number): number | undefined => (i > 0 && of[i - 1]! !== -1 ? of[i - 1]! + 1 : undefined);
  const beforeRight = (i: number): number | undefined => (i < end && of[i + 1]! > 0 ? of[i + 1]! - 1 : undefined);

  const inline = (i: number): Shaped => {
    const gap = fresh[i]!;
    const same = (at: number | undefined): number[] => (at !== undefined && old[at] === gap ? [at] : []);
    const [left, right] = [same(behindLeft(i)), same(beforeRight(i))];
    const sources = new Set([...left, ...right]);
    if (sources.size === 0) return [gap, reread(fresh, i)];
    const [first, second = first] = [...sources].map((at) => file[at]!);
    if (left[0] === right[0] || first !== second) return [first!, second];
    // Between a copy and something new it may be new itself, where the old gap has another copy or the copy is doubtful.
    const [at] = sources;
    const others = fresh.some((_, j) => j !== i && (behindLeft(j) === at || beforeRight(j) === at) && fresh[j] === gap);
    const certain = left.length > 0 ? isCertain(i - 1) : isCertain(i + 1);
    return others || !certain ? [first!, gap] : [first!];
  };

  /** Spaces at the end of a line: the file's own where the line is its own, as sent where the line is new. */
  const trailing = (i: number): Shaped => {
    const sent = splitGap(fresh[i]!).trailing;
    const left = i === 0 ? 0 : behindLeft(i);
    const at = left !== undefined && endsLine(left) ? left : modifiedLine(i);
    if (at === undefined) return [sent, rereadTrailing(sent)];
    return splitGap(old[at]!).trailing === sent ? [splitGap(file[at]!).trailing] : [sent, rereadTrailing(sent)];
  };

  const endsLine = (at: number): boolean => at === oldEnd || breaksLine(old[at]!);

  /** The old gap that ends a line which has another end now: names of it stand in the line that ends here. */
  const modifiedLine = (i: number): number | undefined => {
    const at = i === end ? oldEnd : beforeRight(i);
    if (at === undefined || !endsLine(at) || of.includes(at - 1)) return undefined;
    let start = at - 1;
    while (start >= 0 && !(isGap(old[start]!) && breaksLine(old[start]!))) start--;
    for (let j = i - 1; j >= 0 && !(isGap(fresh[j]!) && breaksLine(fresh[j]!)); j--) {
      if (of[j]! > start && of[j]! < at && isName(fresh[j]!)) return at;
    }
    return undefined;
  };

  /** Line breaks and what stands on blank lines between them. */
  const middle = (i: number): string | undefined => {
    const sent = splitGap(fresh[i]!).middle;
    const left = i === 0 ? 0 : behindLeft(i);
    const same = i === end ? oldEnd : i === 0 || left === beforeRight(i) ? left : undefined;
    if (same !== undefined && splitGap(old[same]!).middle === sent) return splitGap(file[same]!).middle;
    const blanks = sent.split("\n").slice(1, -1);
    // Nobody can tell whether spaces on a blank line were shifted along.
    if (shift?.moves && blanks.some((line) => line !== "")) return undefined;
    const kept = left === undefined ? undefined : /\r\n?|\n/.exec(file[left]!)?.[0];
    return [kept ?? eol, ...blanks.map((line) => line + eol)].join("");
  };

  const indent = (i: number): string | undefined => {
    const sent = splitGap(fresh[i]!).indent;
    const right = i === end ? oldEnd : beforeRight(i);
    if (right !== undefined && breaksLine(old[right]!) && splitGap(old[right]!).indent === sent)
      return splitGap(file[right]!).indent;
    return (sent === "" && i === end) || !shift ? sent : shift.apply(sent);
  };

  return (i) => {
    const gap = fresh[i]!;
    if (i === 0 && !breaksLine(gap)) {
      if (gap === old[0]) return [file[0]!];
      const shifted = midLine || !shift ? gap : shift.apply(gap);
      return shifted === undefined ? undefined : [shifted];
    }
    if (!breaksLine(gap)) {
      if (i < end) return inline(i);
      return breaksLine(old[oldEnd]!) ? [gap, rereadTrailing(gap)] : trailing(i);
    }
    const [spaces, breaks, next] = [trailing(i), middle(i), indent(i)];
    if (!spaces || breaks === undefined || next === undefined) return undefined;
    return [spaces[0] + breaks + next, spaces[1] === undefined ? undefined : spaces[1] + breaks + next];
  };
}
