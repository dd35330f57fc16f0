import { type Session, type StateKey, ToolError } from "@holdall/tool-core";
import { toHex } from "@holdall/tool-kit";
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Seconds for which the user may think about one question. */
const lifetime = 7 * 24 * 3600;

/** The key of a session's states: each process that continues the session has it, and no client. */
const secretKey: StateKey<string> = {
  name: "mcpStateKey",
  create: () => toHex(crypto.getRandomValues(new Uint8Array(32))),
  snapshot: (secret) => secret,
  restore(json) {
    if (typeof json === "string" && json.length >= 64) return json;
    throw new ToolError("parse_error", "The saved key of request states cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** What answers a state belongs to: a tool or a prompt by its name. */
export interface StatePlace {
  readonly session: Session;
  readonly method: string;
  readonly name: string;
}

/** The answers so far, signed for one session and one tool. */
export const sealState = (place: StatePlace, answers: ReadonlyMap<string, unknown>, ctx: ServerContext) =>
  codecOf(place).mint([...answers], ctx);

/** The answers in a state. Throws a ProtocolError for one that was changed, has expired, or is of another session or tool. */
export async function openState(
  place: StatePlace,
  state: unknown,
  ctx: ServerContext,
): Promise<readonly [string, unknown][]> {
  if (state === undefined) return [];
  try {
    return await codecOf(place).verify(String(state), ctx);
  } catch {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "The requestState is not one of this session and tool, or it has expired. Call again without it.",
      { reason: "invalid_request_state" },
    );
  }
}

function codecOf({ session, method, name }: StatePlace) {
  const key = session.state(secretKey);
  return createRequestStateCodec<[string, unknown][]>({ key, ttlSeconds: lifetime, bind: () => `${method} ${name}` });
}
