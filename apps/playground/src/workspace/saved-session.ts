import { type Backend, type SessionSnapshot, type ToolEvent, toPath } from "@holdall/tool-core";
import type { Entry } from "../transcript.ts";

/** What a page continues from after it was closed: the session's state and what is shown. */
export interface SavedSession {
  readonly snapshot: SessionSnapshot;
  readonly events: readonly ToolEvent[];
  readonly entries: readonly Entry[];
}

const path = toPath("/session.json");
/** Characters of JSON that are kept; older events go first. */
const maxKept = 4_000_000;

/** What was saved, or undefined where nothing was or it cannot be read. */
export async function loadSession(backend: Backend): Promise<SavedSession | undefined> {
  try {
    const { bytes } = await backend.read(path);
    const saved = JSON.parse(new TextDecoder().decode(bytes)) as SavedSession;
    return {
      snapshot: saved.snapshot,
      events: saved.events.concat(saved.events.flatMap(unfinished(saved.events))),
      // What an older page kept has none.
      entries: saved.entries ?? [],
    };
  } catch {
    return undefined;
  }
}

/** How a call ends that was running when the page was closed. */
const unfinished =
  (events: readonly ToolEvent[]) =>
  (event: ToolEvent): ToolEvent[] => {
    const { callId, sessionId, tool } = event;
    if (event.type !== "call-start" || events.some((each) => each.type === "call-end" && each.callId === callId))
      return [];
    const error = { code: "aborted", message: "The page was closed while this ran." } as const;
    return [
      { type: "call-end", callId, sessionId, tool, duration: 0, result: { ok: false, error, content: [] } as never },
    ];
  };

export interface Saver {
  /** Save one after the other, the newest state last; what was overtaken meanwhile is left out. */
  readonly save: () => void;
  /** Delete what was saved, and save no more. */
  readonly forget: () => Promise<void>;
}

/** Saves a session while it runs. */
export function createSaver(backend: Backend, state: () => SavedSession): Saver {
  let saving: Promise<void> | undefined;
  let isStale = false;
  let isForgotten = false;
  const save = async () => {
    const { snapshot, events, entries } = state();
    let kept = [...events];
    let json = JSON.stringify({ snapshot, events: kept, entries });
    while (json.length > maxKept && kept.length > 0) {
      kept = kept.slice(Math.ceil(kept.length / 2));
      json = JSON.stringify({ snapshot, events: kept, entries });
    }
    await backend.write(path, new TextEncoder().encode(json));
  };
  const saveAll = async () => {
    while (isStale && !isForgotten) {
      isStale = false;
      await save().catch(() => {}); // the page continues without it, as it would in memory
    }
    saving = undefined;
  };
  return {
    save() {
      isStale = true;
      saving ??= saveAll();
    },
    async forget() {
      isForgotten = true;
      await saving;
      await backend.remove(path).catch(() => {}); // nothing was saved yet
    },
  };
}
