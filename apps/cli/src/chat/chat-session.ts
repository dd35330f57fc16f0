import type { Checkpoints } from "@holdall/checkpoints";
import type { Preset } from "@holdall/presets";
import { type Approve, openSession, planModeKey, type Session, ToolError, type ToolEvent } from "@holdall/tool-core";
import type { OpenChatCheckpoints } from "./chat-checkpoints.ts";
import type { StoredChat } from "./chat-store.ts";
import type { ChatRules } from "./live-rules.ts";

interface Opening {
  readonly preset: Preset;
  readonly rules: ChatRules;
  readonly checkpoints: OpenChatCheckpoints | undefined;
  readonly onEvent: (event: ToolEvent) => void;
  readonly approve: Approve;
  /** Checkpoints could not be opened; the conversation continues without. */
  readonly onProblem: (error: ToolError) => void;
}

/** A stored conversation, and the session in which it continues. Disposing ends the session. */
export interface ChatSession extends AsyncDisposable {
  readonly chat: StoredChat;
  readonly session: Session;
  readonly checkpoints: Checkpoints | undefined;
}

/** Open the session of a conversation as it was left, with its checkpoints around every call. */
export async function openChatSession(
  chat: StoredChat,
  { preset, rules, checkpoints: open, onEvent, approve, onProblem }: Opening,
): Promise<ChatSession> {
  const id = chat.restore?.id ?? crypto.randomUUID();
  const orProblem = (error: unknown) => {
    if (!ToolError.is(error)) throw error;
    onProblem(error);
    return undefined;
  };
  // Presets that change files have a record of their own.
  const own = preset.history ? undefined : await open?.(id).catch(orProblem);
  const session = openSession(preset.registry, {
    ...preset,
    use: [...(own ? [own.middleware] : []), ...(preset.use ?? [])],
    onEvent,
    approve,
    restore: chat.restore,
    id,
  });
  const kept = open && preset.history?.of({ state: session.state, sessionId: id }).catch(orProblem);
  const checkpoints = own ?? (await kept);
  checkpoints?.attach(session);
  rules.follow(session.state(planModeKey));
  return {
    chat,
    session,
    checkpoints,
    async [Symbol.asyncDispose]() {
      await session.close();
      await own?.[Symbol.asyncDispose]();
    },
  };
}
