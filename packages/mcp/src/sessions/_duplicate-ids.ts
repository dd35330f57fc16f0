import type { RequestId } from "@modelcontextprotocol/server";
import { isObject } from "../transport/_messages.ts";
import { duplicateIdError } from "../transport/_request-errors.ts";
import { isStream } from "../transport/_response-end.ts";
import { type Answer, type SessionOwner, type SessionStore, whole } from "./_session-store.ts";

type Handle = SessionStore["handle2025"];

/** A request that has no answer yet. */
interface PendingRequest {
  readonly ids: readonly RequestId[];
  /** Why it gets none, once there is a second one with its id. */
  error?: object;
  /** Ends its answer, where that is on its way. */
  end?: (error: object) => void;
}

/**
 * The requests of a session of 2025 by their ids: a second one with an id in flight is not begun, and the first one is
 * cancelled, so that none of them gets the other's answer. Sessions of 2026-07-28 have many senders, who number alike.
 */
export function refuseDuplicateIds(handle: Handle): Handle {
  const sessions = new Map<string, Map<RequestId, PendingRequest>>();

  return async (owner, request, body) => {
    const session = request.headers.get("mcp-session-id");
    const ids = request.method === "POST" && session !== null ? idsOf(body) : [];
    if (ids.length === 0) return handle(owner, request, body);
    const key = JSON.stringify([owner.owner, session]);
    const waiting = sessions.get(key) ?? new Map<RequestId, PendingRequest>();
    sessions.set(key, waiting);
    if (ids.some((id, index) => waiting.has(id) || ids.indexOf(id) !== index)) {
      for (const id of ids) {
        const first = waiting.get(id);
        if (first && !first.error) end(first, id, owner, request);
      }
      if (waiting.size === 0) sessions.delete(key);
      const errors = ids.map((id) => duplicateIdError(id, "second"));
      return whole(Response.json(Array.isArray(body) ? errors : errors[0], { status: 400 }));
    }

    const own: PendingRequest = { ids };
    const leave = () => {
      for (const id of ids) if (waiting.get(id) === own) waiting.delete(id);
      if (waiting.size === 0) sessions.delete(key);
    };
    for (const id of ids) waiting.set(id, own);
    try {
      return await interruptible(await handle(owner, request, body), own, leave);
    } catch (thrown) {
      leave();
      throw thrown;
    }
  };

  /** End a request with an error, and tell what runs for it to stop, where it runs in a connection. */
  function end(first: PendingRequest, id: RequestId, owner: SessionOwner, { url, headers }: Request): void {
    first.error = duplicateIdError(id, "first");
    for (const requestId of first.ids) {
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
      const telling = handle(owner, new Request(url, { method: "POST", headers, body: "{}" }), cancelled);
      telling.then(({ done }) => done()).catch(() => {}); // it ends with its answer, too
    }
    first.end?.(first.error);
  }
}

/** The same answer, ended with an error as soon as there is one. */
async function interruptible({ response, done }: Answer, own: PendingRequest, leave: () => void): Promise<Answer> {
  if (own.error) {
    await response.body?.cancel();
    leave();
    return { response: Response.json(own.error, { status: 400 }), done };
  }
  if (!isStream(response) || !response.body) {
    leave();
    return { response, done };
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      own.end = (error) => {
        leave();
        controller.enqueue(new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(error)}\n\n`));
        controller.close();
        reader.cancel().catch(() => {}); // it has ended
      };
    },
    async pull(controller) {
      const { done: isOver, value } = await reader.read();
      if (own.error) return;
      if (!isOver) return controller.enqueue(value);
      leave();
      controller.close();
    },
    async cancel(reason) {
      leave();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return { response: new Response(body, { status, statusText, headers }), done };
}

/** The ids of the requests in a body; of what only announces or answers there are none. */
function idsOf(body: unknown): RequestId[] {
  return [body].flat().flatMap((message) => {
    if (!isObject(message) || typeof message.method !== "string") return [];
    const { id } = message;
    return typeof id === "string" || typeof id === "number" ? id : [];
  });
}
