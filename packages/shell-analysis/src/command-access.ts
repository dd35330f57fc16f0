import { type Access, declareWhole, type Path, toPath } from "@holdall/tool-core";
import type { CommandAnalysis, ProgramCall, Unknown } from "./analysis.ts";
import { analyzeCommand } from "./analyze-command.ts";
import { setEffect } from "./effect-of.ts";

/** The data of an `execute` access for a policy, in addition to its text. */
export interface CommandFacts {
  readonly programs: readonly ProgramCall[];
  readonly unknowns: readonly Unknown[];
  /** True if the command does nothing beyond its other accesses. */
  readonly complete: boolean;
}

const facts = new WeakMap<Access, CommandFacts>();

/** The version of the code that programs run. Undefined if they do not run code from files. */
export type CodeVersion = (code: ProgramCall["code"]) => string | undefined;

/**
 * Get the accesses of a command, as a tool declares them: `execute` for each program, with its canonical text including
 * wrappers, its working folder and the version of its code; and its files and hosts, files with their version. A command with
 * an unknown is also executed as a whole, with its original text, so that no rule for programs allows it.
 */
export function commandAccess(
  { source, cwd, programs, effects, unknowns, complete }: CommandAnalysis,
  versionOf?: CodeVersion,
): Access[] {
  const started = new Map<string, Started>();
  for (const program of programs) {
    const target = program.wrappers[0]?.text ?? program.text;
    const key = `${program.cwd ?? ""} ${target}`;
    const known = started.get(key)?.programs ?? [];
    started.set(key, { target, cwd: program.cwd, programs: [...known, program] });
  }
  const isWhole = unknowns.length > 0 || started.size === 0;
  if (isWhole && !started.values().some(({ target }) => target === source))
    started.set(source, { target: source, cwd, programs });
  const executed = Array.from(started.values(), ({ target, cwd: folder, programs: own }): Access => {
    const version = target === source && isWhole ? undefined : versionOf?.(own.flatMap(({ code }) => code));
    const where = folder !== undefined && { cwd: folder };
    const access: Access = { action: "execute", target, ...where, ...(version !== undefined && { version }) };
    if (complete && own.every(({ discards }) => discards === undefined)) declareWhole(access);
    facts.set(access, { programs: own, unknowns: isWhole && target === source ? unknowns : [], complete });
    return access;
  });
  // A later analysis of this text finds a program that is known only at run time.
  const seen = unknowns.flatMap((unknown): Access[] => {
    if (!unknown.isSeen) return [];
    const access: Access = { action: "execute", target: `$(unknown: ${unknown.reason})` };
    facts.set(access, { programs: [], unknowns: [unknown], complete: false });
    return [access];
  });
  const at = cwd !== undefined && { cwd };
  const touched = effects.map((effect): Access => {
    const { action, target } = effect;
    const version = action === "delete" ? versionOf?.([target as Path]) : undefined;
    const access: Access = { action, target, ...at, ...(version !== undefined && { version }) };
    setEffect(access, effect);
    return access;
  });
  return [...executed, ...seen, ...touched];
}

/** A program, or all of a command, that is executed in a folder. */
interface Started {
  readonly target: string;
  readonly cwd: Path | undefined;
  readonly programs: readonly ProgramCall[];
}

/** Get the data of an `execute` access. Derived from its text if `commandAccess` did not create it. */
export const factsOf = (access: Access): CommandFacts => facts.get(access) ?? read(access.target);

const kept = 200;
const readings = new Map<string, CommandFacts>();

/** Where paths start does not matter for what a program is. */
function read(text: string): CommandFacts {
  const known = readings.get(text);
  if (known) return known;
  const { programs, unknowns } = analyzeCommand(text, { cwd: toPath("/"), home: "/" });
  const found = { programs, unknowns, complete: false };
  if (readings.size >= kept) readings.clear();
  readings.set(text, found);
  return found;
}
