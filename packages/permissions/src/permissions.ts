import { effectOf, factsOf } from "@holdall/shell-analysis";
import {
  type Access,
  type Decision,
  isWithin,
  type Path,
  type Policy,
  type PolicyRequest,
  toPath,
} from "@holdall/tool-core";
import { isHelper, unknownReasonOf } from "./_command-facts.ts";
import { onlyReads } from "./_plan-mode.ts";
import { type CompiledRule, compileRule, type RuleList, type Subject } from "./rules/compile-rule.ts";
import type { Places } from "./rules/path-rule.ts";
import { parseRule } from "./rules/rule.ts";
import { coverOf } from "./rules/suggest/covering-rules.ts";

/**
 * `default`: reads below the roots are allowed, everything else asks. `accept_edits`: writes there are allowed, too. `plan`:
 * like `default`, and everything except reads is denied regardless of the rules. `bypass`: everything is allowed that no rule
 * denies or asks about, except leaving the sandbox.
 */
export type Mode = "default" | "accept_edits" | "plan" | "bypass";

/** Rules from one source, in order of precedence: deny, ask, allow. */
export interface RuleSet {
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  /** The source of the rules, for explanations: a file, `session`, an option. */
  readonly source?: string | undefined;
  /** An additional condition for an access before `allow` applies, such as the folder in which a program starts. */
  readonly holds?: ((access: Access | undefined) => boolean) | undefined;
}

export interface PermissionsOptions {
  /** A function is called before every decision, so that grants apply at once. */
  readonly rules?: readonly RuleSet[] | (() => readonly RuleSet[]) | undefined;
  readonly mode?: Mode | (() => Mode) | undefined;
  /** The workspace folders, with all of their names. */
  readonly roots: readonly string[];
  readonly home?: string | undefined;
  /** For the mode `plan`: returns whether the command of a call runs where it cannot change anything in the roots. */
  readonly isConfined?: ((call: Pick<PolicyRequest, "tool" | "input" | "access">) => boolean) | undefined;
  /**
   * Returns whether the command of a call runs in a sandbox that keeps it from the paths that rules deny; see
   * `withPathDenials`. Any other command may reach them unless all of its effects are known.
   */
  readonly isKeptFromDenied?: ((call: Pick<PolicyRequest, "tool" | "input" | "access">) => boolean) | undefined;
}

/** The reason why an access is allowed, denied or asks. */
export interface Verdict {
  readonly effect: "allow" | "ask" | "deny";
  readonly reason: string;
  /** The rule that decided, with its source and list. */
  readonly rule?: { readonly text: string; readonly list: RuleList; readonly source: string };
  /** The mode that decided, if no rule did. */
  readonly mode?: Mode;
  /** A program that only prints, next to one that is checked separately. */
  readonly along?: boolean;
}

export interface Permissions {
  readonly policy: Policy;
  /** For several policies in a row: makes no decision if neither a rule nor the mode decides. */
  readonly rules: Policy;
  /** The decision on one access, with its reason. */
  explain(request: Pick<PolicyRequest, "tool" | "input" | "access">): Verdict;
}

/** Create a policy from rules and a mode: deny before ask before allow, then the mode. Everything else asks. */
export function permissions({
  rules = [],
  mode = "default",
  roots,
  home,
  isConfined,
  isKeptFromDenied = () => false,
}: PermissionsOptions): Permissions {
  const places: Places = {
    roots: roots.map((root) => toPath(root)),
    home: home === undefined ? undefined : toPath(home),
  };
  const plan = { roots: places.roots, isConfined: isConfined ?? (() => false) };
  const known = new WeakMap<RuleSet, readonly CompiledRule[]>();
  const compiled = (set: RuleSet): readonly CompiledRule[] => {
    const found = known.get(set) ?? compileSet(set, places);
    known.set(set, found);
    return found;
  };
  const current = typeof rules === "function" ? rules : () => rules;
  // What was written down by hand is wrong at once, not when it is first needed.
  current().forEach(compiled);
  const currentMode = () => (typeof mode === "function" ? mode() : mode);

  const explain = (subject: Subject): Verdict => {
    const all = current().flatMap(compiled);
    const of = (list: RuleList) => all.filter((each) => each.list === list);
    const denied = of("deny").find((each) => each.meets(subject));
    if (denied) return because("deny", denied);
    const now = currentMode();
    const { access, tool } = subject;
    if (now === "plan" && access && !onlyReads(subject, plan))
      return { effect: "deny", reason: `Plan mode: ${access.action} is not allowed yet.`, mode: now };
    const asked = of("ask").find((each) => each.meets(subject));
    if (asked) return because("ask", asked);
    const unsure = access?.action === "execute" ? unsureOf(all, subject) : undefined;
    if (unsure) return unsure;
    if (access?.action === "execute" && leavesSandbox.has(access.target)) {
      const named = of("allow").find(({ rule, meets }) => rule.specifier === access.target && meets(subject));
      return named ? because("allow", named) : leaving(subject);
    }
    const reaching = access?.action === "execute" && !isKeptFromDenied(subject) ? reachingOf(all, subject) : undefined;
    if (now === "bypass") return reaching ?? { effect: "allow", reason: "The mode is bypass.", mode: now };
    const unknownReason = access?.action === "execute" ? unknownReasonOf(access) : undefined;
    const fitting = of("allow").filter((each) => each.meets(subject));
    const whole = fitting.find(({ rule }) => rule.specifier === undefined || rule.specifier === "*");
    if (whole) return reaching ?? because("allow", whole);
    if (unknownReason) return { effect: "ask", reason: unknownReason };
    if (access?.action === "execute") {
      const holding = of("allow").filter(({ holds }) => holds?.(access) ?? true);
      const { rule, risk } = coverOf(holding, factsOf(access).programs);
      if (rule) return because("allow", rule);
      if (risk) return { effect: "ask", reason: `${risk.reason}, and no rule names it.` };
    } else if (fitting[0]) return because("allow", fitting[0]);
    if (!access) return { effect: "allow", reason: "It touches nothing outside its session." };
    if (isHelper(subject))
      return {
        effect: "allow",
        reason: "It only prints; everything else it accesses is checked separately.",
        along: true,
      };
    const inside = places.roots.some((root) => isWithin(access.target as Path, root));
    if (inside && access.action === "read") return { effect: "allow", reason: "Reading below the roots is allowed." };
    if (inside && access.action === "write" && now === "accept_edits")
      return { effect: "allow", reason: "The mode is accept_edits.", mode: now };
    const what = effectOf(access)?.isUnresolved ? "a target that is only known when it runs" : access.target;
    return { effect: "ask", reason: `No rule allows ${tool.name} to ${access.action} ${what}.` };
  };

  return {
    explain,
    policy: (request) => decisionOf(explain(request), request),
    rules(request) {
      const verdict = explain(request);
      return verdict.rule || verdict.mode || verdict.along ? decisionOf(verdict, request) : undefined;
    },
  };
}

const compileSet = (set: RuleSet, places: Places): readonly CompiledRule[] =>
  (["deny", "ask", "allow"] as const).flatMap((list) =>
    (set[list] ?? []).map((text) => {
      const rule = compileRule(parseRule(text), list, set.source ?? "options", places);
      const { holds } = set;
      if (list !== "allow" || !holds) return rule;
      return { ...rule, holds, meets: (subject: Subject) => holds(subject.access) && rule.meets(subject) };
    }),
  );

function decisionOf(verdict: Verdict, { tool, access }: PolicyRequest): Decision {
  if (verdict.effect === "allow") return { effect: "allow" };
  if (verdict.effect === "deny") return { effect: "deny", reason: verdict.reason };
  return {
    effect: "ask",
    prompt: access
      ? `${tool.title}: ${access.action} ${access.target}. ${verdict.reason}`
      : `${tool.title}. ${verdict.reason}`,
  };
}

/**
 * A command that may be what a rule denies or asks about is asked about, unless a rule names exactly this command. A sandbox
 * that is left is no command.
 */
function unsureOf(all: readonly CompiledRule[], subject: Subject): Verdict | undefined {
  const { access } = subject;
  if (!access || access.target.startsWith("sandbox:")) return undefined;
  for (const rule of all) {
    const reason = rule.mayMeet?.(subject);
    if (reason === undefined) continue;
    const exact = all.filter(
      ({ list, rule: { specifier }, holds }) =>
        list === "allow" && specifier && !specifier.includes("*") && (holds?.(access) ?? true),
    );
    if (!unknownReasonOf(access) && coverOf(exact, factsOf(access).programs).rule) return undefined;
    const { text } = rule.rule;
    return {
      effect: "ask",
      reason: `It may be what the rule ${text} (${rule.list}, ${rule.source}) is about: ${reason}.`,
      rule: { text, list: rule.list, source: rule.source },
    };
  }
  return undefined;
}

/**
 * A command that may do what a rule denies for a path is asked about, unless all that it does is known, which is checked by
 * itself, or a rule names the command. Only a rule for all commands, or a mode, does not speak of this one.
 */
function reachingOf(all: readonly CompiledRule[], { access }: Subject): Verdict | undefined {
  if (!access || access.target.startsWith("sandbox:")) return undefined;
  const denied = all.find(({ list, rule }) => list === "deny" && isPathRule(rule));
  const { complete, programs } = factsOf(access);
  if (!denied || complete) return undefined;
  const named = all.filter(({ list, command, rule, holds }) => {
    if (list !== "allow" || !command || rule.specifier === "*") return false;
    return holds?.(access) ?? true;
  });
  if (!unknownReasonOf(access) && coverOf(named, programs).rule) return undefined;
  const { text } = denied.rule;
  return {
    effect: "ask",
    reason: `No sandbox keeps it from what the rule ${text} (${denied.source}) denies, and what it accesses is not known.`,
    rule: { text, list: "deny", source: denied.source },
  };
}

const isPathRule = ({ specifier, action }: CompiledRule["rule"]): boolean =>
  specifier !== undefined && (action === "read" || action === "write" || action === "delete");

/** By a call that asks for it, or because the sandbox that there is cannot protect what it should. */
const leavesSandbox: ReadonlySet<string> = new Set(["sandbox:all", "sandbox:unprotected"]);

/** Leaving the sandbox is never part of something else that is allowed. Where there is none to leave, the command decides. */
function leaving({ tool, input, access }: Subject): Verdict {
  const { command, permissions } = Object(input) as { readonly command?: unknown; readonly permissions?: unknown };
  const isNone = access?.target === "sandbox:all" && tool.category === "shell";
  if (isNone && typeof command === "string" && permissions === undefined)
    return {
      effect: "allow",
      reason: "There is no sandbox to leave; what the command does is checked instead.",
      along: true,
    };
  return { effect: "ask", reason: "It leaves the sandbox, which requires a rule that names it." };
}

const because = (effect: Verdict["effect"], { rule, list, source }: CompiledRule): Verdict => ({
  effect,
  reason: `The rule ${rule.text} (${list}, ${source}) applies.`,
  rule: { text: rule.text, list, source },
});
