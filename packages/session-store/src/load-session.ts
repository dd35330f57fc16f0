import { type Backend, type SessionSnapshot, ToolError, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";

/** The file of a stored session. */
export interface SessionPlace {
  readonly backend: Backend;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
}

export interface StoredSession {
  /** For `restore` of `openSession`. */
  readonly snapshot: SessionSnapshot;
  /** For `saveSession`. */
  readonly version: string;
}

/** Load a saved session. Returns null if there is none. Throws `parse_error` if the file is not a session. */
export async function loadSession({ backend, path, signal }: SessionPlace): Promise<StoredSession | null> {
  const target = toPath(path);
  const found = await unlessMissing(backend.read(target, { signal }));
  return found ? { snapshot: parse(found.bytes, target), version: found.version } : null;
}

function parse(bytes: Uint8Array, path: string): SessionSnapshot {
  let cause: unknown;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isSnapshot(value)) return value;
  } catch (error) {
    cause = error;
  }
  throw new ToolError("parse_error", `${path} is not a session of this version.`, {
    hint: "Name the file a session was saved in, or start a new session in another file.",
    data: { path },
    cause,
  });
}

function isSnapshot(value: unknown): value is SessionSnapshot {
  const { version, id, cwd, state } = Object(value) as Record<string, unknown>;
  return version === 1 && [id, cwd].every((text) => typeof text === "string") && state?.constructor === Object;
}
