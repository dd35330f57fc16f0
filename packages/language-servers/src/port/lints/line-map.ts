/** Above this, lines between the common head and tail are matched only where they are unique. */
const maxCells = 1_000_000;

/** The line of the new text that corresponds to an old line, from 1; undefined for removed or changed lines. */
export function lineMap(before: string, after: string): (line: number) => number | undefined {
  const [old, fresh] = [before.split(/\r\n|\n|\r/), after.split(/\r\n|\n|\r/)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, fresh.length) - head;
  while (tail < most && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const middle = matchMiddle(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  return (line) => {
    const at = line - 1;
    if (at < 0 || at >= old.length) return undefined;
    if (at < head) return line;
    if (at >= old.length - tail) return line + fresh.length - old.length;
    const place = middle.get(at - head);
    return place === undefined ? undefined : place + head + 1;
  };
}

function matchMiddle(old: readonly string[], fresh: readonly string[]): ReadonlyMap<number, number> {
  return old.length * fresh.length > maxCells ? matchUnique(old, fresh) : longestCommon(old, fresh);
}

function longestCommon(old: readonly string[], fresh: readonly string[]): ReadonlyMap<number, number> {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const length = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === fresh[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  const found = new Map<number, number>();
  for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
    if (old[i] === fresh[j]) found.set(i++, j++);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return found;
}

function matchUnique(old: readonly string[], fresh: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<string, number>();
  for (const [at, line] of fresh.entries()) places.set(line, places.has(line) ? -1 : at);
  const counts = new Map<string, number>();
  for (const line of old) counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Map(
    old.flatMap((line, at) => {
      const place = places.get(line) ?? -1;
      return place >= 0 && counts.get(line) === 1 ? [[at, place] as const] : [];
    }),
  );
}
