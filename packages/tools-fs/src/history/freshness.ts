import { type Path, ToolError } from "@holdall/tool-core";
import { countBreaksBefore, lineEnd, lineStart, showLine, type TextSplice } from "../text/lines.ts";
import {
  hashLines,
  knowsVersion,
  type LineChange,
  type ReadTracker,
  type SeenFile,
  stillStanding,
} from "./read-tracker.ts";

export interface Freshness {
  /** The caller's knowledge of the file is that of its current version. */
  readonly fresh: boolean;
  /** What the session saw of the file, at any version. */
  readonly seen: SeenFile | undefined;
  /** The error for a change that was planned for another version; undefined where the session knows this one, or none. */
  readonly stale: ((text?: string) => ToolError) | undefined;
}

interface Versions {
  /** The version that the caller names. */
  readonly asked?: string | undefined;
  /** The version of the file now. */
  readonly current: string;
}

/** Compare what the session and the caller know of a file with its current version. */
export function freshnessOf(tracker: ReadTracker, path: Path, { asked, current }: Versions): Freshness {
  const seen = tracker.get(path);
  const known = asked ?? seen?.version;
  return {
    fresh: known === current,
    seen,
    stale:
      known === undefined || known === current || seen?.version === current
        ? undefined
        : (text) => staleError(path, current, text, seen),
  };
}

/**
 * The same for a file that must be known; throws `not_read` when the caller knows nothing of it, `stale` when it names a
 * version that is neither the file's nor one that the session was shown or wrote. `unread` is the way on for the former.
 */
export function requireKnown(
  tracker: ReadTracker,
  path: Path,
  { asked, current }: Versions,
  unread = ", or pass the version you know.",
): Freshness {
  const seen = tracker.get(path);
  if (asked === undefined && !seen) {
    throw new ToolError("not_read", `${path} exists, but you have not read it in this session.`, {
      hint: `Call {read_file} with path ${JSON.stringify(path)} first${unread}`,
      data: { path },
    });
  }
  if (asked !== undefined && asked !== current && !knowsVersion(seen, asked)) {
    throw new ToolError(
      "stale",
      `${path} does not have version ${showLine(asked, 80)}, and this session has not seen that version. Nothing was written.`,
      {
        hint: "Read it with {read_file}, and send the version it returns, or none.",
        data: { version: current },
      },
    );
  }
  return freshnessOf(tracker, path, { asked, current });
}

/** The error of a change that was made for another version of the file. */
export function staleError(
  path: Path,
  current: string,
  text: string | undefined,
  seen: SeenFile | undefined,
): ToolError {
  const lines = text === undefined || !seen ? undefined : changedLines(text, seen);
  const where = lines === undefined ? "" : lines.length === 0 ? ": lines were removed" : `: ${listRanges(lines)} now`;
  const offset = lines?.[0] ? `, offset ${Math.max(1, lines[0][0] - 3)}` : "";
  return new ToolError("stale", `${path} changed since you last saw it${where}. Nothing was written.`, {
    hint: `Read it again with {read_file}${offset}, then repeat the change.`,
    data: { version: current, ...(lines && { lines }) },
  });
}

/** `lines 3–5, 9 are new or different`. */
export function listRanges(ranges: readonly (readonly [number, number])[]): string {
  const [first] = ranges;
  const one = ranges.length === 1 && first?.[0] === first?.[1];
  return `${one ? "line" : "lines"} ${showRanges(ranges)} ${one ? "is" : "are"} new or different`;
}

/** `3–5, 9`. */
export const showRanges = (ranges: readonly (readonly [number, number])[]): string =>
  ranges.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");

/** Ranges of current lines, 1-based, that the session was not shown; only inside the stretch it was shown. */
export function changedLines(text: string, { windows, whole }: SeenFile): [number, number][] | undefined {
  if (windows.length === 0) return undefined;
  const current = hashLines(text);
  const known = new Set(windows.flatMap(({ hashes }) => hashes));
  const first = whole ? 1 : Math.min(...windows.map(({ firstLine }) => firstLine));
  const last = whole
    ? current.length
    : Math.max(...windows.map(({ firstLine, hashes }) => firstLine + hashes.length - 1));
  const ranges: [number, number][] = [];
  for (let line = first; line <= Math.min(last, current.length); line++) {
    if (known.has(current[line - 1]!)) continue;
    const range = ranges.at(-1);
    if (range && range[1] === line - 1) range[1] = line;
    else if (ranges.push([line, line]) === maxRanges) break;
  }
  return ranges;
}

const maxRanges = 10;

/** True when every line that the splices touch was shown to the session as it stands, in one piece. */
export function wasSeen(text: string, splices: readonly TextSplice[], { windows }: SeenFile): boolean {
  return splices.every(({ start, end }) => {
    const touched = hashLines(text.slice(lineStart(text, start), lineEnd(text, Math.max(start, end - 1))));
    return windows.some(({ hashes }) => includesRun(hashes, touched));
  });
}

/**
 * Throws `stale`, unless what an edit for an older version changes is as it was shown, or, if that is not known,
 * matches exactly.
 */
export function refuseStale(
  { seen, stale }: Pick<Freshness, "seen" | "stale">,
  text: string,
  splices: readonly TextSplice[],
  exact: boolean,
): void {
  if (stale && !(seen && seen.windows.length > 0 ? wasSeen(text, splices, seen) : exact)) throw stale(text);
}

function includesRun(hashes: readonly number[], run: readonly number[]): boolean {
  const first = run[0] ?? 0;
  for (let at = hashes.indexOf(first); at !== -1; at = hashes.indexOf(first, at + 1)) {
    if (run.every((hash, i) => hashes[at + i] === hash)) return true;
  }
  return false;
}

/** An own change of a text. */
interface OwnChange {
  /** The versions before and after. */
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly splices: readonly TextSplice[];
}

/** Record a change this session made. On top of a change from outside, what was shown is known as far as it still stands. */
export function noteChange(tracker: ReadTracker, path: Path, { from, to, before, splices }: OwnChange): void {
  const seen = tracker.get(path);
  const windows = seen && seen.version !== from ? stillStanding(seen.windows, before) : undefined;
  tracker.wrote(path, to, lineChanges(before, splices), windows);
}

/** What splices do to whole lines; splices that share a line are one change. */
function lineChanges(before: string, splices: readonly TextSplice[]): LineChange[] {
  const changes: LineChange[] = [];
  let [line, counted] = [1, 0];
  for (let i = 0; i < splices.length; ) {
    const from = lineStart(before, splices[i]!.start);
    const parts: string[] = [];
    let [at, to] = [from, from];
    for (let next = splices[i]; next && lineStart(before, next.start) <= to; next = splices[++i]) {
      parts.push(before.slice(at, next.start), next.text);
      at = next.end;
      to = lineEnd(before, at);
    }
    line += countBreaksBefore(before.slice(counted, from), from - counted);
    counted = from;
    // With its line break, so that an empty line counts as one.
    const end = to < before.length ? "\n" : "";
    const text = parts.join("") + before.slice(at, to) + end;
    changes.push({ line, removed: hashLines(before.slice(from, to) + end).length, text });
  }
  return changes;
}
