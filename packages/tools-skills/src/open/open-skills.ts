import { type Access, type Decision, declareWhole, nearest, ToolError } from "@holdall/tool-core";
import { rankByWords, wordsOf } from "@holdall/tool-kit/text";
import type { FoundSkill, OpenedSkill, Skill, SkillProblem, SkillScope, SkillSource } from "../parse/skill.ts";
import { listSkills, type SkillList, type SkillListOptions } from "../tools/list-skills.ts";
import { resolveNames } from "../tools/resolve-names.ts";
import { memorySkillTrust, type SkillPin, type SkillTrust } from "../trust/skill-trust.ts";
import { plainLine } from "../trust/visible.ts";

export interface SkillsOptions {
  /** The sources. If names are the same, the skill of the earlier source gets the name if it is trusted or no other is. */
  readonly sources: readonly SkillSource[];
  /** The store of trusted project and server skills. In memory by default. */
  readonly trust?: SkillTrust | undefined;
}

/** The skills of several sources. */
export interface Skills {
  /** All skills that can be loaded, sorted by name. */
  all(): readonly Skill[];
  /** The same as lines for a prompt. */
  list(options?: SkillListOptions): SkillList;
  /** Skipped skills and other problems, for the user. */
  problems(): readonly SkillProblem[];
  /** Get a skill by name or id. Throws `not_found` with similar names. */
  get(name: string): Skill;
  /** Search skills by words in their names, descriptions and instructions, best first. */
  search(query: string): readonly Skill[];
  /** Read the sources again. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Read the current content of a skill. */
  open(skill: Skill, signal?: AbortSignal): Promise<OpenedSkill>;
  /** The accesses of loading a skill, for policies: it only reads. `isAgreed`: the user has approved exactly this content. */
  accessOf(skill: Skill, opened: OpenedSkill, isAgreed?: boolean): Access;
  /** The decision on such an access: trusted skills are allowed, others ask. Undefined for other accesses. */
  decide(access: Access | undefined): Decision | undefined;
  /** Trust the current content of a skill. Returns its hash. */
  pin(skill: Skill, signal?: AbortSignal): Promise<string>;
  /** Remove the trust of a skill, so that it asks again. */
  unpin(skill: Skill): Promise<void>;
}

/** The prefix of the targets of accesses to skills. */
export const skillTarget = (id: string): string => `skill:${id}`;

/** Find the skills of these sources. A source that cannot be read is reported as a problem. */
export async function openSkills(
  { sources, trust = memorySkillTrust() }: SkillsOptions,
  signal?: AbortSignal,
): Promise<Skills> {
  let found: readonly Skill[] = [];
  let problems: readonly SkillProblem[] = [];
  let words: readonly (readonly string[])[] | undefined;
  /** What was opened last of each skill that asks: what its question says. */
  const questions = new Map<string, { readonly hash: string; readonly prompt: string }>();
  const trusted = new Map<string, string>();
  const agreed = new WeakSet<Access>();
  let broken: SkillProblem | undefined;

  /** What cannot be read of trust is not trusted. */
  const pinOf = async ({ place }: FoundSkill): Promise<SkillPin | undefined> => {
    try {
      return await trust.get(place);
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      broken = { source: "trust", path: place, message: error.message, skipped: false };
      return undefined;
    }
  };

  const refresh = async (refreshing?: AbortSignal): Promise<void> => {
    broken = undefined;
    const lists = await Promise.all(sources.map((source) => source.list(refreshing)));
    const skipped: SkillProblem[] = lists.flatMap((list) => list.problems);
    const candidates = await Promise.all(
      sources.flatMap((source, i) =>
        lists[i]!.skills.map(async (skill) => ({
          ...skill,
          id: skill.label ?? `${source.scope}/${skill.fields.name}`,
          scope: source.scope,
          source: source.name,
          trust: source.isTrusted ? ("trusted" as const) : await trustIn(skill, refreshing),
        })),
      ),
    );
    const { skills, shadowed } = resolveNames(candidates);
    found = skills;
    problems = [...(broken ? [broken] : []), ...skipped, ...shadowed];
    words = undefined;
  };

  async function trustIn(skill: FoundSkill, opening: AbortSignal | undefined): Promise<Skill["trust"]> {
    const pin = await pinOf(skill);
    if (!pin) return "new";
    try {
      return (await skill.open(opening)).hash === pin.hash ? "trusted" : "changed";
    } catch (error) {
      opening?.throwIfAborted();
      if (ToolError.is(error)) return "changed";
      throw error;
    }
  }

  const isTrustedSource = (skill: Skill) =>
    sources.some(({ name, scope, isTrusted }) => isTrusted && name === skill.source && scope === skill.scope);

  await refresh(signal);
  return {
    all: () => found,
    list: (options) => listSkills(found, options),
    problems: () => problems,
    refresh,
    get(name) {
      const wanted = name.trim();
      const skill = found.find((each) => each.name === wanted || each.id === wanted);
      if (skill) return skill;
      const folded = wanted.toLowerCase().replaceAll("_", "-");
      const alike = found.filter((each) => each.name === folded || each.fields.name === folded);
      if (alike.length === 1) return alike[0]!;
      const close =
        alike.length > 0
          ? alike.map((each) => each.name)
          : nearest(
              folded,
              found.map((each) => each.name),
              3,
            );
      throw new ToolError("not_found", `There is no skill ${JSON.stringify(wanted.slice(0, 100))}.`, {
        hint: close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "Search for one with `query`.",
      });
    },
    search(query) {
      const asked = wordsOf(query.slice(0, 2000));
      // Short words are in every description.
      const long = asked.filter((word) => !/^[a-z]{1,2}$/.test(word));
      const wanted = long.length > 0 ? long : asked;
      words ??= found.map(({ name, fields, body }) => {
        const named = wordsOf(name);
        const described = wordsOf(fields.description);
        return [...named, ...named, ...named, ...described, ...described, ...wordsOf(body)];
      });
      const scores = rankByWords(words, wanted);
      return found
        .map((skill, i) => ({ skill, score: scores[i]! }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ skill }) => skill);
    },
    async open(skill, opening) {
      const opened = await skill.open(opening);
      const pin = isTrustedSource(skill) ? undefined : await pinOf(skill);
      if (isTrustedSource(skill) || pin?.hash === opened.hash) trusted.set(skill.id, opened.hash);
      else {
        trusted.delete(skill.id);
        questions.set(skill.id, { hash: opened.hash, prompt: questionAbout(skill, opened, pin) });
      }
      return opened;
    },
    accessOf({ id }, { hash: version }, isAgreed = false) {
      const access = declareWhole({ action: "execute", target: skillTarget(id), version });
      if (isAgreed) agreed.add(access);
      return access;
    },
    decide(access) {
      if (access?.action !== "execute" || !access.target.startsWith(skillTarget(""))) return undefined;
      if (agreed.has(access)) return { effect: "allow" };
      const id = access.target.slice(skillTarget("").length);
      if (trusted.has(id) && trusted.get(id) === access.version) return { effect: "allow" };
      const question = questions.get(id);
      const prompt = question?.hash === access.version ? question?.prompt : undefined;
      return { effect: "ask", prompt: prompt ?? `Load the skill ${plainLine(id)}, which is not trusted yet.` };
    },
    async pin(skill, opening) {
      const { hash, files } = await skill.open(opening);
      await trust.set(skill.place, {
        hash,
        files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
      });
      await refresh(opening);
      return hash;
    },
    async unpin(skill) {
      await trust.set(skill.place, undefined);
      await refresh();
    },
  };
}

const from: Readonly<Record<SkillScope, string>> = {
  builtin: "of the host",
  user: "of the user",
  project: "of this project",
  mcp: "of an MCP server",
};

function questionAbout(skill: Skill, opened: OpenedSkill, pin: SkillPin | undefined): string {
  const { id, scope, fields } = skill;
  const scripts = opened.files.filter(({ path }) => path.startsWith("scripts/")).length;
  return [
    `Load the skill ${plainLine(id)} ${from[scope]}, ${pin ? "which has changed since it was trusted" : "which is not trusted yet"}. What it says are instructions to the agent: ${JSON.stringify(plainLine(fields.description))}.`,
    ...(pin ? [`Changed: ${changesOf(opened, pin)}.`] : []),
    `It has ${opened.files.length} files, ${scripts} of them in scripts.`,
    ...(fields.wants.length > 0
      ? [`It requests the tools ${fields.wants.map(plainLine).join(", ")}; loading it grants none.`]
      : []),
  ].join(" ");
}

/** Files that came, went, or are others now. */
export function changesOf({ files }: OpenedSkill, pin: SkillPin): string {
  const now = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const changes = [
    ...files.filter(({ path }) => !Object.hasOwn(pin.files, path)).map(({ path }) => `+ ${path}`),
    ...Object.keys(pin.files)
      .filter((path) => !now.has(path))
      .map((path) => `- ${path}`),
    ...files.filter(({ path, sha256 }) => (pin.files[path] ?? sha256) !== sha256).map(({ path }) => `~ ${path}`),
  ].map(plainLine);
  const more = changes.length - 20;
  return [...changes.slice(0, 20), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
