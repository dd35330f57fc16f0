/** A stretch of lines that a session was shown, as one number per line. */
export interface SeenLines {
  readonly firstLine: number;
  readonly hashes: readonly number[];
  /** How many they are, where that is known without `hashes`, which are worked out when they are asked for. */
  readonly count?: number;
}

/** A stretch of whole lines the model was shown. */
export interface SeenText {
  readonly text: string;
  /** 1-based number of its first line. */
  readonly firstLine: number;
  /** How many lines it has, where that is known. */
  readonly lines?: number;
}

/** Most lines kept of one stretch. */
const maxWindowLines = 20_000;

/** Longest text that waits to be hashed. */
const maxWaitingChars = 1_000_000;

/** What was shown, to be compared later. Most never is: where the lines are counted, they are hashed when that is asked for. */
export function seenLines({ text, firstLine, lines }: SeenText): SeenLines {
  if (lines === undefined || text.length > maxWaitingChars)
    return { firstLine, hashes: hashLines(text).slice(0, maxWindowLines) };
  let hashes: readonly number[] | undefined;
  let waiting = text;
  return {
    firstLine,
    count: Math.min(lines, maxWindowLines),
    get hashes() {
      hashes ??= hashLines(waiting).slice(0, maxWindowLines);
      waiting = "";
      return hashes;
    },
  };
}

/** `removed` lines from `line` on became the lines of `text`. */
export interface LineChange {
  readonly line: number;
  readonly removed: number;
  readonly text: string;
}

/** One number per line, whatever its line ending; a final line ending starts no line. */
export function hashLines(text: string): number[] {
  const hashes: number[] = [];
  let hash = 0;
  let open = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    open = code !== 10;
    if (open) {
      if (code !== 13 || text.charCodeAt(i + 1) !== 10) hash = (Math.imul(hash, 31) + code) | 0;
    } else {
      hashes.push(hash);
      hash = 0;
    }
  }
  if (open) hashes.push(hash);
  return hashes;
}

/**
 * What was shown, moved with changes of the text, and with what the changes put there. Lines are numbered as before the
 * changes, which are in order and do not overlap. Where nothing was known, nothing is.
 */
export function afterChanges(windows: readonly SeenLines[], changes: readonly LineChange[]): readonly SeenLines[] {
  if (windows.length === 0) return [];
  let shift = 0;
  const placed = changes.map(({ line, removed, text }) => {
    const hashes = hashLines(text);
    const before = shift;
    shift += hashes.length - removed;
    return { line, end: line + removed, hashes, before };
  });
  const inside = new Set<(typeof placed)[number]>();
  const moved = windows.map(({ firstLine, hashes }) => {
    const end = firstLine + hashes.length;
    const own = placed.filter((change) => change.end > firstLine && change.line <= end);
    const earlier = placed.findLast((change) => change.end <= firstLine);
    const parts: (readonly number[])[] = [];
    let at = firstLine;
    for (const change of own) {
      inside.add(change);
      parts.push(hashes.slice(at - firstLine, Math.max(at, change.line) - firstLine), change.hashes);
      at = change.end;
    }
    parts.push(hashes.slice(at - firstLine));
    const first = Math.min(firstLine, own[0]?.line ?? firstLine);
    const before =
      own[0]?.before ?? (earlier ? earlier.before + earlier.hashes.length - (earlier.end - earlier.line) : 0);
    return { firstLine: first + before, hashes: parts.flat().slice(0, maxWindowLines) };
  });
  const fresh = placed.filter((change) => !inside.has(change));
  return [...moved, ...fresh.map(({ line, before, hashes }) => ({ firstLine: line + before, hashes }))];
}

/** The runs of shown lines that still stand in a text, where they stand now. A run is told by a line that is there once. */
export function stillStanding(windows: readonly SeenLines[], text: string): readonly SeenLines[] {
  const current = hashLines(text);
  const places = new Map<number, number>();
  for (const [place, hash] of current.entries()) places.set(hash, places.has(hash) ? -1 : place);
  return windows.flatMap(({ hashes }) => {
    const runs: SeenLines[] = [];
    for (let i = 0, free = 0; i < hashes.length; i++) {
      let place = places.get(hashes[i]!) ?? -1;
      if (place < 0) continue;
      let start = i;
      for (; start > free && place > 0 && hashes[start - 1] === current[place - 1]; start--) place--;
      free = i;
      while (free < hashes.length && hashes[free] === current[place + free - start]) free++;
      runs.push({ firstLine: place + 1, hashes: hashes.slice(start, free) });
      i = free - 1;
    }
    return runs;
  });
}

/** The `max` longest windows, in their order. */
export function longest(windows: readonly SeenLines[], max: number): readonly SeenLines[] {
  if (windows.length <= max) return windows;
  const sizes = windows.map(({ hashes }) => hashes.length).sort((a, b) => b - a);
  return windows.filter(({ hashes }) => hashes.length >= sizes[max - 1]!).slice(0, max);
}
