import { type Session, ToolError } from "@holdall/tool-core";
import { neutralText, splitFrontMatter } from "@holdall/tool-kit/text";
import type { Prompt } from "@modelcontextprotocol/server";
import type { PromptRequest, PromptSource } from "./prompt-source.ts";

/** The part of `Skills` of `@holdall/tools-skills` that prompts are made from. */
export interface PromptSkills {
  all(): readonly {
    readonly name: string;
    readonly trust: string;
    readonly fields: { readonly description: string };
  }[];
}

interface LoadedPart {
  readonly text?: string;
  readonly next_offset?: number;
}

/**
 * Offer each skill as a prompt: its instructions, and the text of the user in the argument `request`. The session's
 * `load_skill` reads them under the same policy: an untrusted skill asks first, and its description is not shown. Without that
 * tool there are no prompts.
 */
export function skillPrompts(skills: () => PromptSkills | undefined): PromptSource {
  const skillsOf = ({ registry }: Session) => (registry.get("load_skill") ? (skills()?.all() ?? []) : []);
  return {
    list: (session) =>
      skillsOf(session).map(
        ({ name, trust, fields }): Prompt => ({
          name,
          ...(trust === "trusted" && { description: neutralText(fields.description) }),
          arguments: [{ name: "request", description: "What to do with the skill", required: false }],
        }),
      ),
    async get(session, request) {
      const skill = skillsOf(session).find(({ name }) => name === request.name);
      if (!skill) return undefined;
      const text = await readSkill(session, request);
      const { request: wish } = request.arguments;
      return {
        messages: [
          { role: "user", content: { type: "text", text: `Follow the skill ${skill.name}:\n\n${text}` } },
          ...(wish ? [{ role: "user" as const, content: { type: "text" as const, text: wish } }] : []),
        ],
      };
    },
  };
}

/** The instructions as a whole, whether or not the session has loaded the skill before. */
async function readSkill(session: Session, request: PromptRequest): Promise<string> {
  const text = await readFile(session, request, "SKILL.md").catch((error: unknown) => {
    if (ToolError.is(error) && error.code === "not_found") return readFile(session, request, "skill.md");
    throw error;
  });
  return splitFrontMatter(text)?.body ?? text;
}

async function readFile(session: Session, { name, signal, approve }: PromptRequest, path: string): Promise<string> {
  const lines: string[] = [];
  for (let offset: number | undefined = 1; offset !== undefined; ) {
    const result = await session.call("load_skill", { name, path, offset }, { signal, approve });
    if (!result.ok) throw result.error;
    const part = result.output as LoadedPart;
    lines.push(part.text ?? "");
    offset = part.next_offset;
  }
  return lines.join("\n");
}
