import type { ClientCapabilities, InputRequests, InputRequiredResult } from "@modelcontextprotocol/server";
import { isObject } from "../transport/_messages.ts";
import type { Channel } from "./_channel.ts";

interface Retry {
  readonly signal: AbortSignal;
  readonly capabilities: ClientCapabilities | undefined;
  /** Answers of this try and of earlier ones. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** What the client returns with its next try. */
  seal(answers: ReadonlyMap<string, unknown>): Promise<string>;
}

/**
 * 2026-07-28: the call ends with its question, and is sent again with the answer. Answers of earlier tries come back in the
 * sealed state. What the client has not declared is refused by the SDK, as `-32021`.
 */
export function channelByRetry({ signal, capabilities, answers, seal }: Retry): Channel {
  const given = new AbortController();
  let asked: InputRequests | undefined;
  return {
    capabilities,
    signal: AbortSignal.any([signal, given.signal]),
    async request(requests) {
      const missing = Object.entries(requests).filter(([key]) => !isObject(answers.get(key)));
      if (missing.length === 0) return Object.fromEntries(Object.keys(requests).map((key) => [key, answers.get(key)]));
      asked ??= Object.fromEntries(missing) as InputRequests;
      given.abort();
      return new Promise(() => {});
    },
    question: () => asked && questionOf(asked),
  };

  async function questionOf(inputRequests: InputRequests): Promise<InputRequiredResult> {
    return { resultType: "input_required", inputRequests, requestState: await seal(answers) };
  }
}
