import type { Path } from "@holdall/tool-core";
import { createReader } from "./_reader.ts";
import type { CommandAnalysis, Effect, Unknown } from "./analysis.ts";

export interface AnalyzeOptions {
  /** Where the command starts. Unknown when absent: then relative paths are unknown too. */
  readonly cwd?: Path | undefined;
  readonly home?: string | undefined;
  /** What `git rev-parse --show-toplevel` would print at `cwd`. */
  readonly repository?: string | undefined;
}

const maxLength = 65_536;
const maxPrograms = 500;

/**
 * What a bash command does before it runs: programs, files, hosts, and what cannot be known. Quotes and escapes are
 * resolved, compounds, pipes, substitutions, heredocs and functions walked, wrappers and `sh -c` looked through.
 * Never throws; a text that is too long or too deep has that as an unknown, and must be refused.
 */
export function analyzeCommand(source: string, { cwd, home, repository }: AnalyzeOptions = {}): CommandAnalysis {
  if (source.length > maxLength) {
    return { source, programs: [], effects: [], unknowns: [{ reason: tooLong, text: source.slice(0, 200) }] };
  }
  const unknowns: Unknown[] = [];
  const strange = strangeText(source);
  if (strange) unknowns.push(strange);
  const reader = createReader({ home, repository, maxPrograms });
  reader.read(source, cwd === undefined ? undefined : [cwd]);
  const { programs } = reader;
  return { source, programs, effects: unique(reader.effects), unknowns: [...unknowns, ...reader.unknowns] };
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

function unique(effects: readonly Effect[]): Effect[] {
  const byKey = new Map(effects.map((effect) => [`${effect.action} ${effect.target} ${effect.pattern ?? ""}`, effect]));
  return [...byKey.values()];
}
