import { resolve } from "node:path";
import type { SharedSessions } from "@holdall/mcp/http";
import type { Session, SessionSnapshot } from "@holdall/tool-core";
import { sharedSessions } from "./_shared-sessions.ts";
import { UsageError } from "./_usage-error.ts";

/** Sessions kept in a folder, or at the address of a backend, for all processes that are started with the same. */
export async function openSharedSessions(
  place: string,
  open: (restore: SessionSnapshot | undefined) => Session,
): Promise<SharedSessions & AsyncDisposable> {
  if (/^(memory|pglite):/.test(place)) {
    throw new UsageError("--sessions names what no other process can see.", "Use a folder, s3://… or postgres://…");
  }
  if (/^[a-z0-9]{2,}:/.test(place)) {
    const backend = await (await import("./_open-backend.ts")).openBackend(place, resolve("."));
    const close = async () => void (await backend[Symbol.asyncDispose]?.());
    return { ...sharedSessions({ backend, folder: "/sessions", open }), [Symbol.asyncDispose]: close };
  }
  const { nodeBackend } = await import("@holdall/backends-node");
  const { mkdirSync } = await import("node:fs");
  const folder = resolve(place);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const backend = nodeBackend({ roots: [folder] });
  return { ...sharedSessions({ backend, folder, open }), [Symbol.asyncDispose]: async () => {} };
}
