import type { Approve, Awaitable, Session } from "@holdall/tool-core";
import type { GetPromptResult, InputRequests, Prompt } from "@modelcontextprotocol/server";
import type { InputAnswers } from "../input/_channel.ts";

/** A request for one prompt. */
export interface PromptRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Asks the user through the client; undefined if the client does not support forms. */
  readonly approve: Approve | undefined;
  /** Asks the client for input before the prompt is given, as `requestInput` does for tools. */
  request(requests: InputRequests): Promise<InputAnswers>;
}

/** Prompts that a client offers to its user, for example as slash commands. */
export interface PromptSource {
  list(session: Session): Awaitable<readonly Prompt[]>;
  /** Returns undefined for the prompts of other sources. Throws ToolErrors. */
  get(session: Session, request: PromptRequest): Awaitable<GetPromptResult | undefined>;
  /** Values for an argument that start with what was typed, the best first. Undefined for the prompts of other sources. */
  complete?(
    session: Session,
    at: { readonly name: string; readonly argument: string; readonly value: string },
  ): Awaitable<readonly string[] | undefined>;
}
