import { type Path, ToolError, toPath } from "@holdall/tool-core";
import { jsonPlace } from "@holdall/tool-kit";
import type { Mode, RuleSet } from "./permissions.ts";
import { compileRule, type RuleList, type Subject } from "./rules/compile-rule.ts";
import { parseRule, type Rule } from "./rules/rule.ts";

/** The contents of a policy file. */
export interface PolicyFile extends RuleSet {
  readonly mode?: Mode;
  /** Every rule with its list, and the examples that it must and must not match. */
  readonly entries: readonly PolicyEntry[];
}

export interface PolicyEntry {
  readonly rule: string;
  readonly list: RuleList;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

const lists = ["allow", "ask", "deny"] as const;
const modes: readonly string[] = ["default", "accept_edits", "plan", "bypass"];

/**
 * Parse a policy file: JSON of `{ "version": 1, "mode", "allow", "ask", "deny" }`, where a rule is a text or `{ "rule",
 * "match", "not_match" }` with examples that are tested at once. Throws `parse_error` for unknown content and for failing
 * examples, so that a mistake never allows anything.
 */
export function readPolicyFile(text: string, source: string): PolicyFile {
  const wrong = (what: string, hint: string, cause?: unknown) =>
    new ToolError("parse_error", `The policy ${source} is not used: ${what}.`, { hint, data: { source }, cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(`it is not valid JSON: ${jsonPlace(text)}`, "Correct the file, or delete it.", cause);
  }
  if (Object.prototype.toString.call(value) !== "[object Object]")
    throw wrong("it is not an object", 'Start with { "version": 1, "allow": [] }.');
  const { version, mode, ...rest } = value as Record<string, unknown>;
  if (version !== 1) throw wrong("its version is missing or unknown", 'Write "version": 1.');
  if (mode !== undefined && (typeof mode !== "string" || !modes.includes(mode)))
    throw wrong(`${JSON.stringify(mode)} is not a mode`, `Modes are ${modes.join(", ")}.`);
  const unknown = Object.keys(rest).filter((key) => !lists.some((list) => list === key));
  if (unknown.length > 0)
    throw wrong(`it has unknown properties: ${unknown.join(", ")}`, "It can have version, mode, allow, ask and deny.");
  const entries = lists.flatMap((list) => {
    const written = rest[list] ?? [];
    if (!Array.isArray(written)) throw wrong(`${list} is not a list`, `Write "${list}": [] with rules in it.`);
    return written.map((entry: unknown) => {
      const read = entryOf(entry, list);
      if (!read)
        throw wrong(
          `${JSON.stringify(entry)} is not a rule`,
          'Write a string, or { "rule", "match": [], "not_match": [] }.',
        );
      return read;
    });
  });
  for (const entry of entries) {
    const failed = failedExample(entry);
    if (failed) throw wrong(failed, "Correct the rule or the example.");
  }
  const textsOf = (list: RuleList) => entries.filter((entry) => entry.list === list).map(({ rule }) => rule);
  return {
    source,
    ...(mode !== undefined && { mode: mode as Mode }),
    allow: textsOf("allow"),
    ask: textsOf("ask"),
    deny: textsOf("deny"),
    entries,
  };
}

function entryOf(entry: unknown, list: RuleList): PolicyEntry | undefined {
  if (typeof entry === "string") return { rule: entry, list, match: [], notMatch: [] };
  const { rule, match = [], not_match: notMatch = [], ...rest } = Object(entry) as Record<string, unknown>;
  if (typeof rule !== "string" || !isTexts(match) || !isTexts(notMatch) || Object.keys(rest).length > 0)
    return undefined;
  return { rule, list, match, notMatch };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Get the problems with the examples of a rule. Empty if there are none. */
export function failedExample({ rule: text, list, match, notMatch }: PolicyEntry): string | undefined {
  const rule = parseRule(text);
  const root = toPath("/root-of-examples");
  const { meets } = compileRule(rule, list, "", { roots: [root], home: toPath("/home-of-examples") });
  const meetsExample = (example: string) => meets(subjectOf(rule, example, root));
  const missed = match.find((example) => !meetsExample(example));
  if (missed !== undefined) return `the rule ${text} does not match its example ${missed}`;
  const caught = notMatch.find(meetsExample);
  return caught === undefined ? undefined : `the rule ${text} matches ${caught}, which it must not`;
}

function subjectOf({ tool, action = "execute" }: Rule, example: string, root: Path): Subject {
  const isFile = action === "read" || action === "write" || action === "delete";
  const target = isFile ? toPath(example.replace(/^~(?=\/|$)/, "/home-of-examples"), root) : example;
  const named = { name: tool, title: tool, hints: {} } as unknown as Subject["tool"];
  return { tool: named, input: { command: example }, access: { action, target } };
}
