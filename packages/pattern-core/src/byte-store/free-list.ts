/** Where a file lies in memory, and what its bytes are like. */
export interface Allocation {
  readonly start: number;
  readonly end: number;
  /** Where the place of the next file may begin: its n-gram filter lies between. */
  readonly behind: number;
  /** It may be UTF-16 or ISO-2022. */
  readonly wide: boolean;
  /** All its bytes are below 128. */
  readonly ascii: boolean;
}

/** The files in memory by position, and the gaps between them; empty files take no memory. */
export interface FreeList {
  /** Behind the last file. */
  readonly end: number;
  get(file: number): Allocation;
  /** Where so many bytes fit: in the first gap that is large enough, else at the end. */
  find(length: number): number;
  take(place: Allocation): number;
  remove(file: number): void;
}

export function createFreeList(): FreeList {
  type Numbered = Allocation & { readonly file: number };
  const byFile: (Numbered | undefined)[] = [];
  const inOrder: Numbered[] = [];
  let gaps: { start: number; end: number }[] = [];
  let end = 0;

  /** The first index in the order whose place begins at a position or behind it. */
  const indexOf = (position: number): number => {
    let [low, high] = [0, inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (inOrder[middle]!.start < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const get = (file: number): Numbered => {
    const found = byFile[file];
    if (!found) throw new RangeError(`There is no file ${file}.`);
    return found;
  };

  return {
    get end() {
      return end;
    },
    get,
    find: (length) => gaps.find((gap) => gap.end - gap.start >= length)?.start ?? end,
    take(place) {
      const file = byFile.length;
      const taken = { ...place, file };
      byFile.push(taken);
      if (place.start === place.end) return file;
      const gap = gaps.findIndex(({ start }) => start === place.start);
      if (gap >= 0 && gaps[gap]!.end === place.behind) gaps.splice(gap, 1);
      else if (gap >= 0) gaps[gap]!.start = place.behind;
      end = Math.max(end, place.behind);
      inOrder.splice(indexOf(place.start), 0, taken);
      return file;
    },
    remove(file) {
      const { start, end: stop } = get(file);
      byFile[file] = undefined;
      if (start === stop) return;
      const index = indexOf(start);
      inOrder.splice(index, 1);
      const from = inOrder[index - 1]?.behind ?? 0;
      const to = inOrder[index]?.start ?? end;
      gaps = gaps.filter((gap) => gap.start < from || gap.start >= to);
      if (index === inOrder.length) end = from;
      else if (from < to) gaps.push({ start: from, end: to });
    },
  };
}
