import { ToolError } from "@holdall/tool-core";
import type { Skill, SkillProblem, Skills } from "@holdall/tools-skills";
import { parseArguments } from "../../config/arguments.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";
import { plain } from "../../render/plain.ts";
import { print } from "../../render/print.ts";
import { type Setup, setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";

export const options = {
  ...setupOptionsWithout("audit", "dialect", "only", "policy", "read-only", "sandbox", "verbose", "without"),
  json: { type: "boolean" },
} as const;

export const help = `holdall skills list [options]: the skills that are found here, and what is wrong
holdall skills show NAME [options]: one of them, with its files
holdall skills trust NAME [options]: load it without a question, until it changes
holdall skills untrust NAME [options]: ask about it again

${setupHelp(options)}
  --json             as JSON

Skills are folders with a SKILL.md: see https://agentskills.io. Your own are in
~/.agents/skills, ~/.claude/skills and ~/.config/holdall/skills, and in folders
that skills.folders names in a configuration that --config names. Those of the
project, in .agents/skills and .claude/skills, and those of MCP servers ask you
first. You trust all bytes of a skill as they are: read it before. list exits
with 1 when a skill was skipped.

Examples
  holdall skills list
  holdall skills show project/deploy
  holdall skills trust project/deploy`;

/** Show skills, or say which of them are trusted. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 2 });
  const [action = "list", name] = words;
  const { json = false } = values;
  const isAction =
    action === "list" ? name === undefined : ["show", "trust", "untrust"].includes(action) && name !== undefined;
  if (!isAction) {
    const usage =
      "holdall skills list, holdall skills show NAME, holdall skills trust NAME, or holdall skills untrust NAME.";
    throw new UsageError("Say what to do.", usage);
  }
  await using setup = await setUp(values, io, { tellsSkills: false });
  const { skills } = setup;
  if (action === "list") return list(skills, json, io);
  if (!skills) throw new UsageError(`There is no skill ${name} here.`, "holdall skills list shows the skills.");
  const skill = find(skills, name ?? "");
  if (action === "show") return await show(skills, skill, setup, json, io);
  if (skill.scope === "user") return print(`${skill.name} is your own, so it is trusted.`, io);
  if (action === "trust") return print(`${skill.id} is trusted as it is now: ${await skills.pin(skill)}`, io);
  await skills.unpin(skill);
  return print(`${skill.id} is asked about from now on.`, io);
}

function find(skills: Skills, name: string): Skill {
  try {
    return skills.get(name);
  } catch (thrown) {
    throw ToolError.is(thrown) ? new UsageError(thrown.message, thrown.hint ?? "") : thrown;
  }
}

function list(skills: Skills | undefined, json: boolean, io: Io): number {
  const all = skills?.all() ?? [];
  const problems = skills?.problems() ?? [];
  const code = problems.some(({ skipped }) => skipped) ? 1 : 0;
  if (json) {
    const listed = all.map(({ fields, name, id, scope, trust, source, path }) => ({
      ...fields,
      name,
      id,
      scope,
      trust,
      source,
      path,
    }));
    print(JSON.stringify({ skills: listed, problems }, null, 2), io);
    return code;
  }
  if (all.length === 0 && problems.length === 0) return print("No skills.", io);
  for (const { name, scope, trust, fields } of all)
    print(
      plain(`${name} (${scope}${trust === "trusted" ? "" : `, ${asks[trust]}`}): ${oneLine(fields.description)}`),
      io,
    );
  for (const problem of problems)
    print(plain(`! ${placeOf(problem)}: ${problem.skipped ? "skipped. " : ""}${problem.message}`), io);
  return code;
}

const asks = { new: "asks", changed: "has changed, asks" } as const;

const placeOf = ({ path, line }: SkillProblem): string => (line === undefined ? path : `${path}:${line}`);

async function show(skills: Skills, skill: Skill, { preset }: Setup, json: boolean, io: Io): Promise<number> {
  const opened = await skills.open(skill);
  const { id, scope, trust, path, place, fields } = skill;
  const unknown = fields.wants.filter((tool) => !preset.registry.get(tool.replace(/\(.*$/s, "")));
  const { hash, files } = opened;
  if (json)
    return print(
      JSON.stringify({ id, scope, trust, path, hash, ...fields, unknownTools: unknown, files }, null, 2),
      io,
    );
  const main = files.find((file) => /^skill\.md$/i.test(file.path))?.path ?? "SKILL.md";
  const text = new TextDecoder().decode(await opened.read(main));
  const facts = [
    `${id} (${scope}${trust === "trusted" ? "" : `, ${asks[trust]}`})`,
    `  ${path ?? place}`,
    `  ${hash}`,
    ...files.map((file) => `  ${file.path} (${file.size} bytes)`),
    ...(fields.wants.length > 0 ? [`  requests ${fields.wants.join(", ")}; this grants nothing`] : []),
    ...(unknown.length > 0 ? [`  ! no tool here is called ${unknown.join(", ")}`] : []),
  ];
  return print([...facts.map(plain), "", plain(text.trimEnd())].join("\n"), io);
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
