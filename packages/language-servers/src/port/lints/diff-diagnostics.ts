import type { Path } from "@holdall/tool-core";
import type { Diagnostic } from "./diagnostic.ts";
import { lineMap } from "./line-map.ts";

/** Diagnostics with the texts of the files that they are about. */
export interface DiagnosticSnapshot {
  readonly diagnostics: readonly Diagnostic[];
  /** The files' texts; a file may be missing, and then only its lines' numbers are compared. */
  readonly texts: ReadonlyMap<Path, string>;
}

/** `new`: not there when last asked. `still`: caused earlier in this session. `before`: older than the session. */
export type DiagnosticState = "new" | "still" | "before";

export interface DiagnosticDiff {
  readonly now: readonly { readonly diagnostic: Diagnostic; readonly state: DiagnosticState }[];
  /** Problems of the baseline, and problems caused by the session, that are gone. */
  readonly fixed: readonly Diagnostic[];
}

/**
 * Compare problems with those of a baseline and with those found earlier in the session. Two problems are the same if file,
 * rule and message agree (except for numbers and quoted names) and they are in the same line, even if that line has moved.
 */
export function diffDiagnostics(
  now: DiagnosticSnapshot,
  baseline: DiagnosticSnapshot,
  earlier: DiagnosticSnapshot = { diagnostics: [], texts: new Map() },
): DiagnosticDiff {
  const states = new Map<Diagnostic, DiagnosticState>();
  const before = match(baseline, now, states, "before");
  const caused = withoutThose(earlier, baseline);
  const still = match(caused, now, states, "still");
  return {
    now: now.diagnostics.map((diagnostic) => ({ diagnostic, state: states.get(diagnostic) ?? "new" })),
    fixed: [...before, ...still],
  };
}

/** The diagnostics of a snapshot that are not those of an older one. */
function withoutThose(snapshot: DiagnosticSnapshot, older: DiagnosticSnapshot): DiagnosticSnapshot {
  const states = new Map<Diagnostic, DiagnosticState>();
  match(older, snapshot, states, "before");
  return { ...snapshot, diagnostics: snapshot.diagnostics.filter((one) => !states.has(one)) };
}

interface Placed {
  readonly diagnostic: Diagnostic;
  /** Its line in the newer text; undefined where that line is gone or has changed. */
  readonly line: number | undefined;
  readonly text: string;
}

/** Mark the newer diagnostics that are among the older; returns the older that are among none. */
function match(
  older: DiagnosticSnapshot,
  newer: DiagnosticSnapshot,
  states: Map<Diagnostic, DiagnosticState>,
  state: DiagnosticState,
): Diagnostic[] {
  const olderTexts = linesOf(older.texts);
  const newerTexts = linesOf(newer.texts);
  const maps = new Map<Path, (line: number) => number | undefined>();
  const moved = ({ path, line }: Diagnostic) => {
    const [old, fresh] = [older.texts.get(path), newer.texts.get(path)];
    if (old === undefined || fresh === undefined || old === fresh) return line;
    let map = maps.get(path);
    if (!map) {
      map = lineMap(old, fresh);
      maps.set(path, map);
    }
    return map(line);
  };
  const left = new Set<Placed>();
  const groups = new Map<string, Placed[]>();
  for (const diagnostic of older.diagnostics) {
    const placed = { diagnostic, line: moved(diagnostic), text: textOf(diagnostic, olderTexts) };
    left.add(placed);
    const key = keyOf(diagnostic);
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  const open = new Set(newer.diagnostics.filter((one) => !states.has(one)));
  const pass = (isSame: (old: Placed, fresh: Diagnostic) => boolean) => {
    for (const fresh of open) {
      const old = groups.get(keyOf(fresh))?.find((one) => left.has(one) && isSame(one, fresh));
      if (!old) continue;
      left.delete(old);
      open.delete(fresh);
      states.set(fresh, state);
    }
  };
  pass((old, fresh) => old.line === fresh.line && old.diagnostic.message === fresh.message);
  pass((old, fresh) => old.line === fresh.line);
  // The line was moved or copied: its text tells.
  pass((old, fresh) => old.text !== "" && old.text === textOf(fresh, newerTexts));
  // The line itself was changed, and what was wrong with it still is.
  pass((old, fresh) => old.line === undefined && old.diagnostic.message === fresh.message);
  return [...left].map(({ diagnostic }) => diagnostic);
}

const keyOf = ({ path, tool, rule, message }: Diagnostic): string =>
  `${path}\0${tool}\0${rule ?? ""}\0${fold(message)}`;

/** A message without what changes when names and counts do. */
const fold = (message: string): string => message.replace(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g, "''").replace(/\d+/g, "0");

function linesOf(texts: ReadonlyMap<Path, string>): (path: Path) => readonly string[] {
  const split = new Map<Path, readonly string[]>();
  return (path) => {
    let lines = split.get(path);
    if (!lines) {
      lines = (texts.get(path) ?? "").split(/\r\n|\n|\r/);
      split.set(path, lines);
    }
    return lines;
  };
}

const textOf = ({ path, line }: Diagnostic, lines: (path: Path) => readonly string[]): string =>
  (lines(path)[line - 1] ?? "").trim();
