import { analyzeCommand, type ProgramCall } from "@holdall/command-core";
import {
  type Decision,
  foldName,
  isWithin,
  type Path,
  type Policy,
  type PolicyRequest,
  type Tool,
  toPath,
} from "@holdall/tool-core";
import { type CommandMatcher, compileCommandRule, meetsAnyhow } from "./_command-rule.ts";
import { compileHostRule } from "./_host-rule.ts";
import { compilePathRule, type Places } from "./_path-rule.ts";
import { compileWildcard } from "./_wildcard.ts";
import { parseRule, type Rule } from "./rule.ts";

/**
 * `default`: reading below the roots is free, all else asks. `accept_edits`: so is writing there. `plan`: nothing but
 * reading. `bypass`: everything that no rule denies or asks about.
 */
export type Mode = "default" | "accept_edits" | "plan" | "bypass";

export type RuleList = "allow" | "ask" | "deny";

/** Rules from one place, in the order of their strength: deny, ask, allow. */
export interface RuleSet {
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  /** Where they were written, for explanations: a file, `session`, an option. */
  readonly source?: string | undefined;
}

export interface PermissionsOptions {
  readonly rules?: readonly RuleSet[] | undefined;
  readonly mode?: Mode | (() => Mode) | undefined;
  /** The folders that are worked in, under every name they have. */
  readonly roots: readonly string[];
  readonly home?: string | undefined;
}

/** Why an access is allowed, denied or asked about. */
export interface Verdict {
  readonly effect: "allow" | "ask" | "deny";
  readonly reason: string;
  /** The rule that decided, where it stands, and in which list. */
  readonly rule?: { readonly text: string; readonly list: RuleList; readonly source: string };
}

export interface Permissions {
  readonly policy: Policy;
  /** What is said of one access, and why. */
  explain(request: Pick<PolicyRequest, "tool" | "input" | "access">): Verdict;
}

interface Compiled {
  readonly rule: Rule;
  readonly list: RuleList;
  readonly source: string;
  readonly command?: CommandMatcher;
  meets(request: Subject): boolean;
}

type Subject = Pick<PolicyRequest, "tool" | "input" | "access">;

/** A policy from rules and a mode: deny before ask before allow, then what the mode leaves free, and a question about the rest. */
export function permissions({ rules = [], mode = "default", roots, home }: PermissionsOptions): Permissions {
  const places: Places = {
    roots: roots.map((root) => toPath(root)),
    home: home === undefined ? undefined : toPath(home),
  };
  const compiled = rules.flatMap((set) =>
    (["deny", "ask", "allow"] as const).flatMap((list) =>
      (set[list] ?? []).map((text) => compile(parseRule(text), list, set.source ?? "options", places)),
    ),
  );
  const of = (list: RuleList) => compiled.filter((each) => each.list === list);
  const [denying, asking, allowing] = [of("deny"), of("ask"), of("allow")];
  const currentMode = () => (typeof mode === "function" ? mode() : mode);

  const explain = (subject: Subject): Verdict => {
    const denied = denying.find((each) => each.meets(subject));
    if (denied) return because("deny", denied);
    const now = currentMode();
    const { access, tool } = subject;
    if (now === "plan" && access && access.action !== "read" && !isHelper(subject))
      return { effect: "deny", reason: `Plan mode: nothing may ${access.action} yet.` };
    const asked = asking.find((each) => each.meets(subject));
    if (asked) return because("ask", asked);
    if (now === "bypass") return { effect: "allow", reason: "The mode is bypass." };
    const doubt = access?.action === "execute" ? doubtOf(access.target) : undefined;
    const fitting = allowing.filter((each) => each.meets(subject));
    const whole = fitting.find(({ rule }) => rule.specifier === undefined || rule.specifier === "*");
    if (whole) return because("allow", whole);
    if (doubt) return { effect: "ask", reason: doubt };
    let uncovered: ProgramCall["risks"] = [];
    for (const each of fitting) {
      const risks = access && each.command ? risksLeft(each.command, access.target) : [];
      if (risks.length === 0) return because("allow", each);
      uncovered = risks;
    }
    if (uncovered[0]) return { effect: "ask", reason: `${uncovered[0].reason}, and no rule names it.` };
    if (!access) return { effect: "allow", reason: "It touches nothing outside its session." };
    if (isHelper(subject)) return { effect: "allow", reason: "It only prints, beside what is judged by itself." };
    const inside = places.roots.some((root) => isWithin(access.target as Path, root));
    if (inside && access.action === "read") return { effect: "allow", reason: "Reading below the roots is free." };
    if (inside && access.action === "write" && now === "accept_edits")
      return { effect: "allow", reason: "The mode is accept_edits." };
    return { effect: "ask", reason: `No rule allows ${tool.name} to ${access.action} ${access.target}.` };
  };

  return {
    explain,
    policy: (request) => decisionOf(explain(request), request),
  };
}

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

const because = (effect: Verdict["effect"], { rule, list, source }: Compiled): Verdict => ({
  effect,
  reason: `The rule ${rule.text} (${list}, ${source}) says so.`,
  rule: { text: rule.text, list, source },
});

function compile(rule: Rule, list: RuleList, source: string, places: Places): Compiled {
  const named = toolMatcher(rule.tool);
  const { specifier, action } = rule;
  if (specifier === undefined || action === undefined) return { rule, list, source, meets: ({ tool }) => named(tool) };
  const about =
    (test: (target: string) => boolean) =>
    ({ access }: Subject) =>
      access?.action === action && test(access.target);
  if (action === "network") return { rule, list, source, meets: about(compileHostRule(specifier)) };
  if (action !== "execute") {
    const matches = compilePathRule(specifier, places, { ignoreCase: list !== "allow" });
    return { rule, list, source, meets: about((target) => matches(target as Path)) };
  }
  const command = compileCommandRule(specifier);
  const test =
    list === "allow"
      ? (program: ProgramCall) => command(program) !== undefined
      : (program: ProgramCall) => meetsAnyhow(command, program);
  return {
    rule,
    list,
    source,
    command,
    meets: about((target) => programsOf(target)[list === "allow" ? "every" : "some"](test)),
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

/** Where paths start does not matter for what a program is. */
const analyze = (text: string) => analyzeCommand(text, { cwd: toPath("/"), home: "/" });

const programsOf = (text: string): readonly ProgramCall[] => analyze(text).programs;

const risksLeft = (matcher: CommandMatcher, text: string) =>
  programsOf(text).flatMap((program) => matcher(program)?.uncovered ?? []);

/** Why no rule for programs can speak for a command. */
function doubtOf(text: string): string | undefined {
  const { unknowns, programs } = analyze(text);
  if (unknowns[0]) return `In ${text}: ${unknowns[0].reason}.`;
  return programs.length === 1
    ? undefined
    : `${text} starts ${programs.length === 0 ? "nothing that is known" : "several programs"}.`;
}

/** A helper comes along with a command that is judged for something else; alone, it is a command like any other. */
function isHelper({ access, input }: Subject): boolean {
  if (access?.action !== "execute" || doubtOf(access.target)) return false;
  if (!programsOf(access.target).every(({ helper }) => helper)) return false;
  const command = (input as { command?: unknown } | undefined)?.command;
  return typeof command === "string" && analyzeCommand(command).programs.some(({ helper }) => !helper);
}
