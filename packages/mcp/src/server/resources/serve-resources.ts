import type { Session } from "@holdall/tool-core";
import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { protocolErrors } from "../../results/_protocol-errors.ts";
import type { ResourceSource } from "./resource-source.ts";

interface ServedResources {
  /** Tell clients of what changes in a session; returns the function that stops it. */
  watch(session: Session): () => void;
}

/** Answer what clients ask about resources, from the current session. With `announces`, changes can be reported. */
export function serveResources(
  server: Server,
  current: () => Promise<Session>,
  sources: readonly ResourceSource[],
  announces: boolean,
): ServedResources {
  const subscribed = new Set<string>();

  server.setRequestHandler("resources/list", async ({ params }, { mcpReq: { signal } }) => {
    let { source: at, offset } = readCursor(params?.cursor);
    const resources: Resource[] = [];
    const session = await current();
    for (const source of sources.slice(at)) {
      const page = await protocolErrors(source.list(session, offset, signal));
      resources.push(...page.resources);
      if (page.next !== undefined) return { resources, nextCursor: `${at}:${page.next}` };
      [at, offset] = [at + 1, 0];
    }
    return { resources };
  });

  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: sources.flatMap(({ templates = [] }) => [...templates]),
  }));

  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const source = sources.find(({ owns }) => owns(uri));
    if (!source) throw new ResourceNotFoundError(uri);
    return { contents: await protocolErrors(source.read(await current(), uri, signal), uri) };
  });

  if (!announces) return { watch: () => () => {} };
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (!sources.some(({ owns, watch }) => watch && owns(uri))) throw new ResourceNotFoundError(uri);
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  const speaks2026 = () => (server.getNegotiatedProtocolVersion() ?? "") >= "2026";
  const changed = (uri: string) => {
    // Clients of 2026-07-28 say what they listen to on a stream of their own; what they did not ask for is dropped there.
    if (!server.transport || !(subscribed.has(uri) || speaks2026())) return;
    server.sendResourceUpdated({ uri }).catch(() => {});
  };
  return {
    watch(session) {
      const stops = sources.map(({ watch }) => watch?.(session, changed));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}

function readCursor(cursor = "0:0"): { source: number; offset: number } {
  const [, source, offset] = /^(\d{1,3}):(\d{1,12})$/.exec(cursor) ?? [];
  if (source === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is unknown.");
  return { source: Number(source), offset: Number(offset) };
}
