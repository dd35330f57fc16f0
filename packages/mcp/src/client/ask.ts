import type { Approve, Awaitable } from "@holdall/tool-core";

/** What a server wants to know from a person, in the middle of its work. Its texts are neutralised. */
export interface Question {
  readonly server: string;
  readonly message: string;
  /** A page that the person would have to open; the answer is given there, and nobody here sees it. */
  readonly url?: string | undefined;
  /** A form: a flat JSON Schema of strings, numbers, booleans and choices. */
  readonly form?: QuestionForm | undefined;
}

export interface QuestionForm {
  readonly properties: Readonly<Record<string, { readonly [key: string]: unknown }>>;
  readonly required?: readonly string[] | undefined;
}

/** `decline`: the person said no. `cancel`: nobody said anything, or nobody can. */
export type Answer =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, string | number | boolean | string[]>> }
  | { readonly action: "decline" | "cancel" };

/** Asks a person what a server wants to know. */
export type Ask = (question: Question, signal: AbortSignal) => Awaitable<Answer>;

/**
 * Ask by yes and no, where a host has nothing but an `Approve`. A form that wants more than its defaults cannot be
 * answered so; it is declined, and nobody is asked.
 */
export function askByApproval(approve: Approve, sessionId = "mcp"): Ask {
  return async ({ server, message, url, form }, signal) => {
    const content: Record<string, string | number | boolean | string[]> = {};
    for (const [name, field] of Object.entries(form?.properties ?? {})) {
      if (field.default !== undefined) content[name] = field.default as string;
    }
    if (form?.required?.some((name) => !Object.hasOwn(content, name))) return { action: "decline" };
    const target = url ?? `mcp:${encodeURIComponent(server)}`;
    const approval = await approve(
      {
        callId: "elicitation",
        sessionId,
        tool: `mcp__${server}`,
        input: { message, ...(url !== undefined && { url }), ...(form && { answer: content }) },
        access: [{ action: "message", target }],
        prompt: url === undefined ? `${server} asks: ${message}` : `${server} asks: ${message} (open ${url})`,
      },
      signal,
    );
    const isYes = typeof approval === "boolean" ? approval : approval.approved;
    if (!isYes) return { action: "decline" };
    return form ? { action: "accept", content } : { action: "accept" };
  };
}
