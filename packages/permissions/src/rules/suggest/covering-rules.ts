import type { ProgramCall, Risk } from "@holdall/shell-analysis";
import { type CommandMatch, meetsProgram } from "../commands/command-rule.ts";
import type { CompiledRule } from "../compile-rule.ts";

interface Cover {
  /** The rule that allows it; none when one is missing. */
  readonly rule?: CompiledRule;
  /** What keeps a rule that fits from allowing it. */
  readonly risk?: Risk | undefined;
}

/** Whether rules allow all programs, and name every wrapper that adds something to what it starts. */
export function coverOf(rules: readonly CompiledRule[], programs: readonly ProgramCall[]): Cover {
  let cover: Cover = {};
  for (const program of programs) {
    cover = first(rules, (rule) => rule.command && meetsProgram(rule.command, program));
    if (!cover.rule) return cover;
    for (const wrapper of program.wrappers) {
      if (wrapper.risks.length === 0) continue;
      const named = first(rules, (rule) => rule.command?.(wrapper));
      if (!named.rule) return { risk: wrapper.risks[0] };
    }
  }
  return cover;
}

/** The first rule that leaves no risk, or else the first risk that one leaves. */
function first(rules: readonly CompiledRule[], meet: (rule: CompiledRule) => CommandMatch | undefined): Cover {
  let risk: Risk | undefined;
  for (const rule of rules) {
    const found = meet(rule);
    if (found?.uncovered.length === 0) return { rule };
    risk ??= found?.uncovered[0];
  }
  return { risk };
}
