import { RequestError } from "@agentclientprotocol/sdk";
import type { AcpSession } from "../session/acp-session.ts";

/** The sessions that a client has open, by id. */
export interface OpenSessions extends AsyncDisposable {
  /** Throws for one that is not open. */
  get(id: string): AcpSession;
  cancel(id: string): void;
  /** Opens a session; one of the same id that is open is closed before. */
  open(id: string | undefined, open: () => Promise<AcpSession>): Promise<AcpSession>;
  close(id: string): Promise<void>;
}

export function createOpenSessions(): OpenSessions {
  const sessions = new Map<string, AcpSession>();
  let isClosed = false;
  const close = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.[Symbol.asyncDispose]();
  };
  return {
    get(id) {
      const session = sessions.get(id);
      if (session) return session;
      throw new RequestError(-32002, `The session ${id} is not open. Open it with session/load or session/resume.`);
    },
    cancel: (id) => sessions.get(id)?.cancel(),
    async open(id, open) {
      if (id !== undefined) await close(id);
      const session = await open();
      if (isClosed) await session[Symbol.asyncDispose]();
      else sessions.set(session.id, session);
      return session;
    },
    close,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.allSettled([...sessions.keys()].map(close));
    },
  };
}
