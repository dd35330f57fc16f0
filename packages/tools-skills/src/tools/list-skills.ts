import type { Skill } from "../parse/skill.ts";
import { plainLine } from "../trust/visible.ts";

export interface SkillListOptions {
  /** The maximum tokens of the list: 2,000 by default, and never more than 1% of the context window. */
  readonly budget?: number | undefined;
  /** The size of the model's context window in tokens. */
  readonly contextWindow?: number | undefined;
}

export interface SkillList {
  /** One line per skill, in the given order. */
  readonly lines: readonly string[];
  /** The skills that are not listed, because even the names are too long. */
  readonly left: number;
}

/** Characters below which a shortened description says nothing any more. */
const minDescription = 60;

/** Tokens of a text, estimated from its words, numbers and signs; rather more than too few. */
function tokensOf(text: string): number {
  const parts = text.match(/[a-z]+|\p{N}+|[^\s\p{L}\p{N}]+|[^\S ]|./giu) ?? [];
  return parts.reduce((sum, part) => {
    if (part === " ") return sum;
    return sum + Math.ceil(part.length / (/^[a-z]/i.test(part) ? 6 : /^\p{N}/u.test(part) ? 3 : 2));
  }, 0);
}

/**
 * Format skills as lines for a prompt, within a budget. If descriptions are too long, all are shortened to the same length,
 * with the sentence first that says when to use the skill. If less than 60 characters remain, only names are listed. Untrusted
 * skills have no description.
 */
export function listSkills(
  skills: readonly Skill[],
  { budget = 2000, contextWindow = Number.POSITIVE_INFINITY }: SkillListOptions = {},
): SkillList {
  const most = Math.min(budget, Math.floor(contextWindow / 100));
  const entries = skills.map((skill) => ({ skill, description: plainLine(skill.fields.description) }));
  const sizeAt = (length: number) =>
    entries.reduce(
      (sum, { skill, description }) => sum + tokensOf(`${lineOf(skill, shorten(description, length))}\n`),
      0,
    );
  const longest = entries.reduce((max, { description }) => Math.max(max, description.length), 0);
  const linesAt = (length: number) =>
    entries.map(({ skill, description }) => lineOf(skill, shorten(description, length)));
  if (sizeAt(longest) <= most) return { lines: linesAt(longest), left: 0 };
  if (sizeAt(minDescription) <= most) {
    let [fits, not] = [minDescription, longest];
    while (not - fits > 1) {
      const middle = Math.floor((fits + not) / 2);
      if (sizeAt(middle) <= most) fits = middle;
      else not = middle;
    }
    return { lines: linesAt(fits), left: 0 };
  }
  const lines: string[] = [];
  let size = 0;
  for (const { skill } of entries) {
    const line = lineOf(skill, "");
    size += tokensOf(`${line}\n`);
    if (size > most) break;
    lines.push(line);
  }
  return { lines, left: skills.length - lines.length };
}

function lineOf({ name, trust, scope }: Skill, description: string): string {
  if (trust !== "trusted") return `- ${plainLine(name)} (${scope === "mcp" ? "MCP" : scope}; the user is asked first)`;
  return description === "" ? `- ${plainLine(name)}` : `- ${plainLine(name)}: ${JSON.stringify(description)}`;
}

/** A sentence that says when a skill is of use. */
const trigger = /^(?:use|when|if|for|invoke|apply|activate|trigger)\b/i;

/** At most so many characters, cut between words, with `…` where something is missing. */
function shorten(description: string, length: number): string {
  if (description.length <= length) return description;
  const sentences = description.split(/(?<=[.!?])\s+/);
  const ordered = [
    ...sentences.filter((each) => trigger.test(each)),
    ...sentences.filter((each) => !trigger.test(each)),
  ];
  const cut = ordered
    .join(" ")
    .slice(0, length - 1)
    .toWellFormed();
  const space = cut.lastIndexOf(" ");
  return `${space > length / 2 ? cut.slice(0, space) : cut}…`;
}
