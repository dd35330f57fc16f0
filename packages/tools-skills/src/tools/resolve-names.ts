import { comparePaths } from "@holdall/tool-core";
import type { Skill, SkillProblem } from "../parse/skill.ts";

type Candidate = Omit<Skill, "name">;

/**
 * Who has which name. Of several skills with one, the first that is trusted has it, or the first where none is; the
 * others go by their ids. Skills of servers always do. Everything that cannot be reached by its own name is reported.
 */
export function resolveNames(candidates: readonly Candidate[]): {
  readonly skills: readonly Skill[];
  readonly shadowed: readonly SkillProblem[];
} {
  const shadowed: SkillProblem[] = [];
  const tell = ({ source, path, place }: Candidate, message: string, skipped: boolean) =>
    shadowed.push({ source, path: path ?? place, message, skipped });

  const places = new Map<string, Candidate>();
  for (const each of candidates) {
    const { realPath = `${each.source}\0${each.place}` } = each;
    const known = places.get(realPath);
    if (!known || (known.trust !== "trusted" && each.trust === "trusted")) places.set(realPath, each);
  }
  const ids = new Map<string, Candidate>();
  for (const each of places.values()) {
    const known = ids.get(each.id);
    if (known) tell(each, `The skill ${each.id} of ${known.source} has the same name and takes precedence.`, true);
    else ids.set(each.id, each);
  }
  const byName = Map.groupBy(
    [...ids.values()].filter(({ scope }) => scope !== "mcp"),
    ({ fields }) => fields.name,
  );
  const skills = [...ids.values()].map((each): Skill => {
    if (each.scope === "mcp") return { ...each, name: each.id };
    const same = byName.get(each.fields.name) ?? [each];
    const winner = same.find(({ trust }) => trust === "trusted") ?? same[0];
    if (winner === each || winner === undefined) return { ...each, name: each.fields.name };
    tell(
      each,
      `The name ${each.fields.name} is that of the skill of ${winner.source}. This one is loaded as ${each.id}.`,
      false,
    );
    return { ...each, name: each.id };
  });
  return { skills: skills.sort((a, b) => comparePaths(a.name, b.name)), shadowed };
}
