import { factsOf, type ProgramCall } from "@holdall/shell-analysis";
import { type Access, foldName, type Path, type PolicyRequest, type Tool } from "@holdall/tool-core";
import { type CommandMatcher, compileCommandRule, meetsProgram } from "./commands/command-rule.ts";
import { compileHostRule } from "./host-rule.ts";
import { compilePathRule, type Places } from "./path-rule.ts";
import { compileRecipientRule } from "./recipient-rule.ts";
import { compileRestriction } from "./restricting-rule.ts";
import type { Rule } from "./rule.ts";
import { compileWildcard } from "./wildcard.ts";

export type RuleList = "allow" | "ask" | "deny";

/** The request that a rule is matched against. */
export type Subject = Pick<PolicyRequest, "tool" | "input" | "access">;

export interface CompiledRule {
  readonly rule: Rule;
  readonly list: RuleList;
  readonly source: string;
  /** How a rule about commands is held against a program; see `coverOf` for all that a command starts. */
  readonly command?: CommandMatcher;
  meets(subject: Subject): boolean;
  /** Of a rule that denies or asks: why a command may be what it is about, where that cannot be known. */
  mayMeet?(subject: Subject): string | undefined;
  /** What else must be true of an access before an allow rule counts. */
  readonly holds?: (access: Access | undefined) => boolean;
}

/** Make a rule ready to be asked. Rules that deny or ask meet more than rules that allow: any case, any path to a program. */
export function compileRule(rule: Rule, list: RuleList, source: string, places: Places): CompiledRule {
  const named = toolMatcher(rule.tool);
  const { specifier, action } = rule;
  if (specifier === undefined || action === undefined) return { rule, list, source, meets: ({ tool }) => named(tool) };
  const about =
    (test: (access: Access) => boolean) =>
    ({ access }: Subject) =>
      access?.action === action && test(access);
  if (action === "network") {
    const matches = compileHostRule(specifier);
    return { rule, list, source, meets: about(({ target }) => matches(target)) };
  }
  if (action === "message") {
    const matches = compileRecipientRule(specifier, { ignoreCase: list !== "allow" });
    return { rule, list, source, meets: about(({ target }) => matches(target)) };
  }
  if (action === "spend") {
    const provider = specifier.replace(/^provider:\s*/, "");
    return { rule, list, source, meets: about(({ target }) => target === provider) };
  }
  if (action !== "execute") {
    const matches = compilePathRule(specifier, places, { ignoreCase: list !== "allow" });
    return { rule, list, source, meets: about(({ target }) => matches(target as Path)) };
  }
  const command = compileCommandRule(specifier);
  if (list === "allow") {
    const test = (program: ProgramCall) => meetsProgram(command, program) !== undefined;
    return { rule, list, source, command, meets: about((access) => factsOf(access).programs.every(test)) };
  }
  const restricts = compileRestriction(specifier);
  return {
    rule,
    list,
    source,
    command,
    meets: about((access) => restricts(factsOf(access)) === "meets"),
    mayMeet({ access }) {
      const found = access?.action === "execute" ? restricts(factsOf(access)) : undefined;
      return typeof found === "object" ? found.unsure : undefined;
    },
  };
}

/** Whether a tool goes by a name, in any spelling; wildcards meet canonical names alone. */
function toolMatcher(name: string): (tool: Tool) => boolean {
  if (name.includes("*")) {
    const matches = compileWildcard(name);
    return (tool) => matches(tool.name);
  }
  const folded = foldName(name);
  const known = new WeakMap<Tool, boolean>();
  return (tool) => {
    const { names = [], claude, camel } = tool.aliases ?? {};
    const met =
      known.get(tool) ??
      (tool.name === name ||
        (!name.includes("__") &&
          [tool.name, claude?.name ?? "", camel?.name ?? "", ...names].some((each) => foldName(each) === folded)));
    known.set(tool, met);
    return met;
  };
}
