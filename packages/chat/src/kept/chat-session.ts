import type { Checkpoints } from "@holdall/checkpoints";
import { type Approve, openSession, planModeKey, type Session, ToolError, type ToolEvent } from "@holdall/tool-core";
import { answerWith } from "@holdall/tools-interact/port";
import { approveBy, type InTurn } from "../approvals/approve.ts";
import { queuedAsker } from "../approvals/queued-asker.ts";
import type { ChatOptions } from "../chat.ts";
import type { StoredChat } from "./chat-store.ts";

interface Opening {
  readonly inTurn: InTurn;
  readonly note: (text: string) => void;
  readonly onEvent: (event: ToolEvent) => void;
  /** Checkpoints could not be opened; the conversation continues without. */
  readonly onProblem: (error: ToolError) => void;
}

/** A stored conversation, and the session in which it continues. Disposing ends the session. */
export interface ChatSession extends AsyncDisposable {
  readonly chat: StoredChat;
  readonly session: Session;
  readonly checkpoints: Checkpoints | undefined;
}

/** Opens the session of a conversation as it was left, with its checkpoints around every call and its person behind every question. */
export function sessionOpener(
  { tools, rules, person, checkpoints: openCheckpoints }: ChatOptions,
  { inTurn, note, onEvent, onProblem }: Opening,
): (chat: StoredChat) => Promise<ChatSession> {
  const { registry, policy, cwd } = tools;
  const approveIn = (state: Session["state"]): Approve =>
    person
      ? approveBy({ ask: person.approve, grants: rules?.grants(), roots: [cwd], registry, policy, state, inTurn })
      : () => ({ approved: false, reason: "The user cannot be asked." });
  const orProblem = (error: unknown) => {
    if (!ToolError.is(error)) throw error;
    onProblem(error);
    return undefined;
  };

  return async (chat) => {
    const id = chat.restore?.id ?? crypto.randomUUID();
    // Presets that change files have a record of their own.
    const own = tools.history ? undefined : await openCheckpoints?.(id).catch(orProblem);
    const approve = approveIn((key) => session.state(key));
    const session: Session = openSession(registry, {
      ...tools,
      use: [...(own ? [own.middleware] : []), ...(tools.use ?? [])],
      onEvent,
      approve,
      restore: chat.restore,
      id,
    });
    const kept = openCheckpoints && tools.history?.of({ state: session.state, sessionId: id }).catch(orProblem);
    const checkpoints = own ?? (await kept);
    checkpoints?.attach(session);
    rules?.follow(session.state(planModeKey));
    const { recovered } = checkpoints ?? {};
    if (recovered) note(`An interrupted return to ${recovered.checkpoint} was ${recovered.ended}.`);
    if (person?.asker) answerWith(session, queuedAsker(person.asker, inTurn));
    await person?.attach?.(session, inTurn);
    return {
      chat,
      session,
      checkpoints,
      async [Symbol.asyncDispose]() {
        await session.close();
        await own?.[Symbol.asyncDispose]();
      },
    };
  };
}
