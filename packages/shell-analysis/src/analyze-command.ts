import { isWithin, type Path, relativePath, ToolError, toPath } from "@holdall/tool-core";
import type { CommandAnalysis, Effect, Unknown } from "./analysis.ts";
import type { CommandFiles } from "./files/command-files.ts";
import { withWritten } from "./files/written.ts";
import { createReader } from "./parse/reader.ts";
import type { Reader } from "./parse/reading.ts";
import { isComplete } from "./programs/complete.ts";
import type { KindOf } from "./programs/program.ts";

export interface AnalyzeOptions {
  /** The working directory of the command. If absent, relative paths are unknown. */
  readonly cwd?: Path | undefined;
  readonly home?: string | undefined;
  /** The output of `git rev-parse --show-toplevel` in `cwd`. */
  readonly repository?: string | undefined;
  /**
   * The interface to the disk. Without it, patterns, links and copied folders are checked only by their names, no move is
   * known to be lossless, and no command is complete.
   */
  readonly files?: CommandFiles | undefined;
  /** The folder that moves and complete commands must not leave; everything else is unknown. Defaults to the whole disk. */
  readonly root?: Path | undefined;
  /** The repository of the project, whose configuration belongs to the user. Other repositories are checked. */
  readonly trusted?: Path | undefined;
  /** Additional variables that programs get from the shell, besides those of every shell. */
  readonly exported?: Iterable<string> | undefined;
}

const maxLength = 65_536;
const maxPrograms = 500;

/**
 * Analyze a bash command before it runs: programs, files, hosts, and what cannot be determined. It resolves quotes and
 * escapes, and walks compounds, pipes, substitutions, heredocs, functions, wrappers and `sh -c`. Never throws. A text that is
 * too long or too deep is reported as an unknown and must be refused.
 */
export function analyzeCommand(source: string, options: AnalyzeOptions = {}): CommandAnalysis {
  const { cwd, home, repository, files, root = "/" as Path, trusted, exported = [] } = options;
  const kindOf = files && kindsBelow(root, files);
  const start = cwd !== undefined && { cwd };
  const unread = (reason: string): CommandAnalysis => {
    const unknowns = [{ reason, text: source.slice(0, 200) }];
    return { source, ...start, programs: [], effects: [], unknowns, complete: false };
  };
  if (source.length > maxLength) return unread(tooLong);
  const unknowns: Unknown[] = [];
  const strange = strangeText(source);
  if (strange) unknowns.push(strange);
  const made = files && withWritten(files);
  const readWith = (seen: CommandFiles | undefined) => {
    const reader = createReader({
      home,
      repository,
      kindOf,
      maxPrograms,
      files: seen,
      trusted,
      exported: new Set(exported),
    });
    reader.read(source, cwd === undefined ? undefined : [cwd]);
    return reader;
  };
  let reader: Reader;
  try {
    reader = readWith(files);
    made?.add(reader.effects);
    // In loops, pipes and the background it may find what is after it in the text.
    if (made && !made.isEmpty) reader = readWith(made.files);
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    return unread(`it names a path that no file can have: ${error.message}`);
  }
  const { programs } = reader;
  unknowns.push(...reader.unknowns);
  const complete = unknowns.length === 0 && isComplete(reader, kindOf);
  return { source, ...start, programs, effects: unique(reader.effects, complete), unknowns, complete };
}

const tooLong = `it is longer than ${maxLength} characters`;

/** Characters that look like others, hide text, or end a line for some readers and not for bash. */
function strangeText(source: string): Unknown | undefined {
  const found = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/u.exec(
    source.replace(/[\n\t]/g, " "),
  );
  if (!found) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return {
    reason: `it holds the character U+${code}, which cannot be seen`,
    text: source.slice(found.index, found.index + 40),
  };
}

function unique(effects: readonly Effect[], complete: boolean): Effect[] {
  const byKey = new Map<string, Effect>();
  for (const effect of effects) {
    const { action, target, pattern = "", climbs, isEntry, isUnresolved, movedTo = "" } = effect;
    const key = `${action} ${target} ${pattern} ${climbs} ${isEntry} ${isUnresolved} ${movedTo}`;
    const replaces = byKey.get(key)?.replaces && { replaces: true };
    byKey.set(key, { ...settled(effect, complete), ...replaces });
  }
  return [...byKey.values()];
}

/**
 * Next to programs that may do more than is reported, a move may find something else at its target than there is now.
 */
function settled(effect: Effect, complete: boolean): Effect {
  if (complete || effect.movedTo === undefined) return effect;
  const { movedTo: _, ...rest } = effect;
  return rest;
}

/** What there is at paths below a folder; what is reached through a link, or lies elsewhere, is `other`. */
function kindsBelow(root: Path, files: CommandFiles): KindOf {
  // However the root's own path is made up, it is the folder that the session works in.
  const realRoot = files.realPath(root);
  return (path) => {
    if (!isWithin(path, root)) return "other";
    const place = toPath(relativePath(path, root), realRoot);
    if (files.realPath(place) !== place) return "other";
    const kind = files.kindOf(place);
    return kind === "missing" ? undefined : kind === "link" ? "other" : kind;
  };
}
