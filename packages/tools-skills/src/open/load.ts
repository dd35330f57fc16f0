import {
  type Access,
  foreignContent,
  joinPath,
  type Path,
  type ToolContext,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { splitFrontMatter } from "@holdall/tool-kit/text";
import type { OpenedSkill, Skill } from "../parse/skill.ts";
import type { LoadSkillInput, LoadSkillOutput } from "../tools/calls.ts";
import { fileKind, textPart } from "../tools/text-part.ts";
import { visible } from "../trust/visible.ts";
import type { Skills } from "./open-skills.ts";
import { type SessionSkills, sessionSkills } from "./session-skills.ts";

/** A skill with its content when it was inspected. */
export interface Opened {
  readonly skill: Skill;
  readonly opened: OpenedSkill;
}

/** Skills that a search answers with. */
const mostMatches = 10;

/** Read what a call wants of a skill, which is as it was `before`, when the policy was asked about it. */
export async function load(
  skills: Skills,
  { name = "", path: file, offset = 1 }: LoadSkillInput,
  ctx: ToolContext,
  before: Opened | undefined,
): Promise<LoadSkillOutput> {
  const { signal } = ctx;
  const found = before ?? (await openNamed(skills, name, signal));
  const session = ctx.state(sessionSkills);
  // Middleware may have made another call of it, which was not approved.
  if (!before) await ctx.require(...accessesOf(skills, found, file, session));
  session.agreed.add(agreementOn(found));
  const { skill, opened } = found;
  if (skill.scope === "mcp") ctx.state(foreignContent).add(`skill:${skill.id}`);
  const about = { name: skill.name, scope: skill.scope, hash: opened.hash };
  if (file !== undefined) return { status: "file", ...about, ...(await readPart(found, file, offset, signal)) };
  if (session.loaded.get(skill.id) === opened.hash && offset === 1) return { status: "unchanged", ...about };
  const { path, fields } = skill;
  const part = await readPart(found, mainFile(opened), offset, signal, true);
  session.loaded.set(skill.id, opened.hash);
  return {
    status: "loaded",
    ...about,
    ...(path !== undefined && { path }),
    ...part,
    files: opened.files
      .filter((each) => each.path !== part.file)
      .map((each) => ({ path: visible(each.path), bytes: each.size, kind: fileKind(each.path) })),
    ...(fields.wants.length > 0 && { wants: fields.wants.map(visible) }),
    ...(fields.compatibility !== undefined && { compatibility: visible(fields.compatibility) }),
  };
}

const agreementOn = ({ skill, opened }: Opened): string => `${skill.id}@${opened.hash}`;

export async function openNamed(skills: Skills, name: string, signal: AbortSignal | undefined): Promise<Opened> {
  let skill: Skill;
  try {
    skill = skills.get(name);
  } catch {
    // It may have come since.
    await skills.refresh(signal);
    skill = skills.get(name);
  }
  return { skill, opened: await skills.open(skill, signal) };
}

export function accessesOf(
  skills: Skills,
  found: Opened,
  file: string | undefined,
  { agreed }: SessionSkills,
): Access[] {
  const { skill, opened } = found;
  const loading = skills.accessOf(skill, opened, agreed.has(agreementOn(found)));
  if (!skill.isInWorkspace || skill.path === undefined) return [loading];
  return [loading, { action: "read", target: joinPath(skill.path as Path, insideOf(file ?? mainFile(opened))) }];
}

const mainFile = ({ files }: OpenedSkill): string =>
  files.find(({ path }) => path === "SKILL.md")?.path ??
  files.find(({ path }) => path === "skill.md")?.path ??
  "SKILL.md";

/** A path below a skill. Throws `permission_denied` for one that is absolute or climbs out. */
function insideOf(written: string): string {
  const path = written.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  if (path === "" || path.startsWith("/") || /^[a-z]:/i.test(path) || path.split("/").includes("..")) {
    throw new ToolError("permission_denied", `${JSON.stringify(written.slice(0, 300))} is not below the skill.`, {
      hint: "Name a file of the skill, such as references/FORMS.md; other files are for other tools.",
    });
  }
  return toPath(`/${path}`).slice(1);
}

async function readPart({ skill, opened }: Opened, file: string, offset: number, signal: AbortSignal, isBody = false) {
  const path = insideOf(file);
  const bytes = await opened.read(path, signal);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const where = skill.path === undefined ? "" : ` Its path is ${skill.path}/${path}.`;
    throw new ToolError(
      "wrong_kind",
      `${path} of the skill ${skill.name} is not text: ${bytes.length} bytes.${where}`,
      {
        hint: "Use it with a program, or continue without it.",
        cause,
      },
    );
  }
  const { body = text, bodyLine = 1 } = (isBody && splitFrontMatter(text)) || {};
  return { file: path, ...textPart(visible(body), { from: bodyLine, offset }) };
}

export async function search(skills: Skills, query: string, signal: AbortSignal): Promise<LoadSkillOutput> {
  await skills.refresh(signal);
  const ranked = skills.search(query);
  return {
    status: "found",
    total: ranked.length,
    skills: ranked.slice(0, mostMatches).map(({ name, scope, trust, fields }) => ({
      name,
      scope,
      trust,
      ...(trust === "trusted" && { description: visible(fields.description) }),
    })),
  };
}
