import { analyzeCommand, type CommandAnalysis, type ProgramCall } from "@holdall/command-core";
import { toPath } from "@holdall/tool-core";
import type { CommandMatcher } from "./_command-rule.ts";
import type { Subject } from "./_compile-rule.ts";

const kept = 200;
const analyses = new Map<string, CommandAnalysis>();

/** The analysis of a command, wherever it runs: where paths start does not matter for what a program is. */
function analyze(text: string): CommandAnalysis {
  const known = analyses.get(text);
  if (known) return known;
  const analysis = analyzeCommand(text, { cwd: toPath("/"), home: "/" });
  if (analyses.size >= kept) analyses.clear();
  analyses.set(text, analysis);
  return analysis;
}

export const programsOf = (text: string): readonly ProgramCall[] => analyze(text).programs;

export const risksLeft = (matcher: CommandMatcher, text: string) =>
  programsOf(text).flatMap((program) => matcher(program)?.uncovered ?? []);

/** Why no rule for programs can speak for a command. */
export function doubtOf(text: string): string | undefined {
  const { unknowns, programs } = analyze(text);
  if (unknowns[0]) return `In ${text}: ${unknowns[0].reason}.`;
  return programs.length === 1
    ? undefined
    : `${text} starts ${programs.length === 0 ? "nothing that is known" : "several programs"}.`;
}

/** A helper comes along with a command that is judged for something else; alone, it is a command like any other. */
export function isHelper({ access, input }: Subject): boolean {
  if (access?.action !== "execute" || doubtOf(access.target)) return false;
  if (!programsOf(access.target).every(({ helper }) => helper)) return false;
  const command = (input as { command?: unknown } | undefined)?.command;
  return typeof command === "string" && analyze(command).programs.some(({ helper }) => !helper);
}
