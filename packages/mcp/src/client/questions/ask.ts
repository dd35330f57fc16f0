import type { Approve, Awaitable } from "@holdall/tool-core";

/** A question of a server to the user during its work. Its texts are neutralized. */
export interface Question {
  readonly server: string;
  readonly message: string;
  /** A page that the user has to open. The answer is given there and is not visible to this process. */
  readonly url?: string | undefined;
  /** A form: a flat JSON Schema of strings, numbers, booleans and choices. */
  readonly form?: QuestionForm | undefined;
}

export interface QuestionForm {
  readonly properties: Readonly<Record<string, { readonly [key: string]: unknown }>>;
  readonly required?: readonly string[] | undefined;
}

/** `decline`: the user declined. `cancel`: the user did not answer, or the user cannot be asked. */
export type Answer =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, string | number | boolean | string[]>> }
  | { readonly action: "decline" | "cancel" };

/** Asks the user a server's question. */
export type Ask = (question: Question, signal: AbortSignal) => Awaitable<Answer>;

/**
 * Create an `AskUser` from an `Approve`, for hosts without forms. A form that needs more than its defaults cannot be answered
 * in this way: it is declined without asking.
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
