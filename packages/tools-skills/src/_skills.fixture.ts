import { memoryBackend } from "@holdall/backends-memory";
import {
  type ApprovalRequest,
  allow,
  type Backend,
  contentText,
  createRegistry,
  firstOf,
  openSession,
  type Session,
  type Tool,
} from "@holdall/tool-core";
import {
  type LoadSkillInput,
  type LoadSkillOutput,
  loadSkill,
  openSkills,
  type SkillScope,
  type Skills,
  type SkillTrust,
  skillFolder,
  skillPolicy,
} from "./index.ts";

/** The text of a SKILL.md. */
export const skillText = (
  name: string,
  description = `Does ${name}. Use when ${name} is wanted.`,
  body = `# ${name}\n`,
) => `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n${body}`;

export interface Played {
  readonly skills: Skills;
  readonly session: Session;
  /** What a person was asked. */
  readonly asked: ApprovalRequest[];
  load(input: LoadSkillInput): Promise<LoadSkillOutput>;
  /** What the model reads. */
  read(input: LoadSkillInput): Promise<string>;
  refusal(input: LoadSkillInput): Promise<string>;
}

export interface PlayOptions {
  /** Folders of skills by their scope, each on the backend below `/SCOPE`. */
  readonly scopes?: readonly Exclude<SkillScope, "mcp">[];
  readonly backend?: Backend;
  readonly trust?: SkillTrust;
  /** What the person says. */
  readonly answer?: boolean;
  readonly tools?: readonly Tool[];
}

/** A backend in memory with these files. */
export const filesIn = (files: Readonly<Record<string, string | Uint8Array>>): Backend => memoryBackend({ files });

/** A session with load_skill over folders of skills. */
export async function play(options: PlayOptions): Promise<Played> {
  const { scopes = ["project", "user", "builtin"], backend = memoryBackend(), trust } = options;
  const sources = scopes.map((scope) => skillFolder({ backend, root: `/${scope}`, scope }));
  return playOver(await openSkills({ sources, trust }), options);
}

/** The same over skills that are open. */
export function playOver(skills: Skills, { answer = true, tools = [] }: PlayOptions = {}): Played {
  const asked: ApprovalRequest[] = [];
  const registry = createRegistry([loadSkill({ skills })]);
  registry.add(...tools);
  const session = openSession(registry, {
    policy: firstOf(skillPolicy(skills), allow({ actions: ["none"] }), allow({ actions: ["read"], under: "/project" })),
    approve: (request) => {
      asked.push(request);
      return answer;
    },
  });
  const call = async (input: LoadSkillInput) => {
    const result = await session.call("load_skill", input);
    if (!result.ok) throw result.error;
    return result;
  };
  return {
    skills,
    session,
    asked,
    load: async (input) => (await call(input)).output as LoadSkillOutput,
    read: async (input) => contentText((await call(input)).content),
    async refusal(input) {
      const result = await session.call("load_skill", input);
      if (result.ok) throw new Error(`It was to fail, and did not: ${contentText(result.content)}`);
      return `${result.error.code}: ${result.error.message}`;
    },
  };
}
