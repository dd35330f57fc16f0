import { analyzeCommand } from "@holdall/shell-analysis";
import { foldName, type Tool } from "@holdall/tool-core";
import type { RuleSet } from "../../permissions.ts";
import { parseRule } from "../rule.ts";
import { compileWildcard } from "../wildcard.ts";

export interface LintFinding {
  readonly rule: string;
  readonly problem: string;
}

/** Programs that can start any other: allowing all their arguments allows everything. */
const openEnded = /^(python3?|node|bun|deno|perl|ruby|php|awk|find|ssh|docker|npx|make)$/;

const shells = /^(sh|bash|zsh|dash|ksh|fish)$/;

/** What a rule for a wrapper alone means, as what it starts is judged by itself. */
function wrapperProblem(program: string): string | undefined {
  if (shells.test(program)) return `${program} runs any script; name the script, or the commands that it may run.`;
  const starts = [`${program} a`, `${program} 1 a`].flatMap((text) => analyzeCommand(text).programs);
  const wrapper = starts.flatMap(({ wrappers }) => wrappers).find(({ argv }) => argv[0] === program);
  if (!wrapper) return undefined;
  return wrapper.risks.length > 0
    ? `What ${program} starts needs its own rule, or name both in one rule, such as ${program} ls.`
    : `It has no effect: ${program} needs no rule, and what it starts needs its own.`;
}

/**
 * Problems of rules that the user should review: tools that do not exist, rules without effect, rules that allow too
 * much.
 */
export function lintRules({ allow = [], ask = [], deny = [] }: RuleSet, tools: readonly Tool[] = []): LintFinding[] {
  const findings: LintFinding[] = [];
  const note = (rule: string, problem: string) => findings.push({ rule, problem });
  const names = new Set(
    tools.flatMap(({ name, aliases }) =>
      [name, aliases?.claude?.name ?? name, aliases?.camel?.name ?? name, ...(aliases?.names ?? [])].map(foldName),
    ),
  );
  const seen = new Map<string, string>();
  for (const [list, rules] of Object.entries({ deny, ask, allow })) {
    for (const text of rules) {
      const { tool, specifier, action } = parseRule(text);
      if (tools.length > 0 && !tool.includes("*") && !action && !names.has(foldName(tool)))
        note(text, `There is no tool ${tool}, so the rule has no effect.`);
      if (tools.length > 0 && tool.includes("*") && !tools.some(({ name }) => compileWildcard(tool)(name)))
        note(text, "No tool has a matching name.");
      const before = seen.get(text);
      if (before !== undefined)
        note(text, before === list ? "It is written twice." : `It has no effect: the same rule is in ${before}.`);
      else if (list !== "deny" && deny.some((denied) => covers(denied, text)))
        note(text, "It has no effect: a deny rule covers it.");
      seen.set(text, before ?? list);
      if (list !== "allow") continue;
      if (action === "execute" && specifier === undefined)
        note(text, "It allows every command, including those that cannot be analyzed.");
      const program = action === "execute" ? specifier?.replace(/(:\*| \*)$/, "") : undefined;
      if (program === "*" || program === "") note(text, "It allows every program.");
      const wraps = program !== undefined && specifier !== program ? wrapperProblem(program) : undefined;
      if (wraps) note(text, wraps);
      if (program !== undefined && specifier !== program && openEnded.test(program))
        note(text, `${program} can start any other program; name what it may run.`);
      if (program === "git" && specifier !== program)
        note(
          text,
          "It also allows git push, git clean and git config; name the commands you mean, such as git status.",
        );
      if (specifier !== undefined && /^[a-z]+\*/.test(specifier) && action === "execute")
        note(text, "It has no space before the *, so it also allows programs whose names only begin with it.");
      if ((action === "write" || action === "delete") && /^(\/\/|~)?\/?\*\*\/?\*?$/.test(specifier ?? ""))
        note(text, "It allows changes everywhere.");
    }
  }
  return findings;
}

function covers(wide: string, narrow: string): boolean {
  const [a, b] = [parseRule(wide), parseRule(narrow)];
  if (foldName(a.tool) !== foldName(b.tool)) return false;
  if (a.specifier === undefined) return true;
  const prefix = a.specifier.replace(/(:\*| \*)$/, "");
  return (
    a.action === "execute" &&
    prefix !== a.specifier &&
    b.specifier !== undefined &&
    `${b.specifier} `.startsWith(`${prefix} `)
  );
}
