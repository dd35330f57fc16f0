import { type Session, ToolError, toPath } from "@holdall/tool-core";
import type { SessionPlace, StoredSession } from "./load-session.ts";

/**
 * Save the state of a session, over the version that was loaded; null if it was never saved. Throws `stale` without saving if
 * another process has saved since, and `unsupported` if the backend has no compare-and-set.
 */
export async function saveSession(
  session: Session,
  { backend, path, signal, version: ifVersion }: SessionPlace & { readonly version: string | null },
): Promise<StoredSession> {
  const target = toPath(path);
  if (!backend.can.compareAndSwap) {
    throw new ToolError("unsupported", `${backend.name} cannot detect whether another process has saved ${target}.`, {
      hint: "Store sessions on a backend with compare-and-set: the disk, SQL, or an object store with conditions.",
    });
  }
  const snapshot = session.snapshot();
  const bytes = new TextEncoder().encode(JSON.stringify(snapshot));
  try {
    const { version } = await backend.write(target, bytes, { ifVersion, signal });
    return { snapshot, version };
  } catch (cause) {
    if (!ToolError.is(cause) || !["stale", "already_exists", "not_found"].includes(cause.code)) throw cause;
    throw new ToolError("stale", `${target} was saved by another process after it was loaded. Nothing was saved.`, {
      hint: "Load it again and redo what this session did, or save this session in another file.",
      data: { path: target },
      cause,
    });
  }
}
