import { listSkills, type Skill } from "@holdall/tools-skills";
import { countTokens } from "gpt-tokenizer";
import type { EvalRows } from "./lib/corpus.ts";

export const about = "the list of skills in the prompt: tokens, and what is left of the descriptions";

/** Characters of a description that still say something. */
const enough = 60;

const kinds = ["PDF forms", "release notes", "database migrations", "invoices", "screenshots", "log files"];

/** Skills with descriptions of 80 to 700 characters, as published ones have them. */
const skillsOf = (count: number): Skill[] =>
  Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length]!;
    const about = `Handles ${kind} of part ${i}, with the checks that belong to them and the mistakes that are usual there. `;
    const description = `${about.repeat(1 + (i % 6))}Use when ${kind} of part ${i} are asked for.`;
    const name = `${kind.toLowerCase().replace(" ", "-")}-${i}`;
    const fields = { name, description, metadata: {}, wants: [] };
    const open = () => Promise.reject(new Error("not opened"));
    const place = { place: name, isInWorkspace: false, body: "", source: "eval" };
    return { ...place, id: name, name, scope: "user", trust: "trusted", fields, open };
  });

const wholeLine = ({ name, fields }: Skill): string => `- ${name}: ${JSON.stringify(fields.description)}`;

/** How many keep so much where the descriptions of the last are dropped whole until the others fit. */
function keptByDropping(skills: readonly Skill[], budget: number): number {
  let size = countTokens(skills.map(({ name }) => `- ${name}`).join("\n"));
  let kept = 0;
  for (const skill of skills) {
    size += countTokens(JSON.stringify(skill.fields.description));
    if (size > budget) break;
    kept++;
  }
  return kept;
}

export async function* rows(): EvalRows {
  for (const count of [10, 50, 100, 1000]) {
    const skills = skillsOf(count);
    const { lines } = listSkills(skills);
    const all = countTokens(skills.map(wholeLine).join("\n"));
    yield {
      what: `tokens of ${count} skills, of all descriptions`,
      value: countTokens(lines.join("\n")),
      of: all,
      most: 2000,
    };
    const kept = lines.filter((line) => (/: "(.*)"$/.exec(line)?.[1] ?? "").length >= enough).length;
    yield { what: `of ${count} keep ${enough} characters`, value: kept, of: count };
    yield { what: `the same, where descriptions are dropped whole`, value: keptByDropping(skills, 2000), of: count };
    yield { what: `of ${count} keep their name`, value: lines.length, of: count };
  }
}
