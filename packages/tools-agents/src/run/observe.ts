import type { Policy, Registry, ToolEvent } from "@holdall/tool-core";

/** What an agent did, from its calls. */
export interface Observed {
  /** Records every access; has no opinion. */
  readonly policy: Policy;
  readonly onEvent: (event: ToolEvent) => void;
  readonly calls: Readonly<Record<string, number>>;
  readonly filesChanged: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
  readonly isUntrusted: boolean;
  /** All of that as plain data, and what another process had saved of it. */
  save(): SavedObserved;
  absorb(saved: SavedObserved): void;
}

export interface SavedObserved {
  readonly calls: Readonly<Record<string, number>>;
  readonly changed: readonly string[];
  readonly denied: readonly string[];
  readonly untrusted: boolean;
}

/** Watch the calls of one run, and those of the agents below it. `onSign` is called for every sign of life. */
export function observe(registry: Registry, sessionId: string, onSign: () => void): Observed {
  const calls = new Map<string, number>();
  const declared = new Map<string, string[]>();
  const filesChanged = new Set<string>();
  const denied = new Set<string>();
  let isUntrusted = false;
  const keyOf = (at: { sessionId: string; callId: string }) => `${at.sessionId} ${at.callId}`;
  const hasForeignText = (name: string) =>
    ["web", "mcp"].includes(registry.get(name)?.category ?? "") || name.startsWith("mcp__");

  return {
    get calls() {
      return Object.fromEntries(calls);
    },
    filesChanged,
    denied,
    get isUntrusted() {
      return isUntrusted;
    },
    save: () => ({
      calls: Object.fromEntries(calls),
      changed: [...filesChanged],
      denied: [...denied],
      untrusted: isUntrusted,
    }),
    absorb(saved) {
      for (const [name, count] of Object.entries(saved.calls)) calls.set(name, Math.max(count, calls.get(name) ?? 0));
      for (const path of saved.changed) filesChanged.add(path);
      for (const what of saved.denied) denied.add(what);
      isUntrusted ||= saved.untrusted;
    },
    policy(request) {
      const { access } = request;
      if (access) {
        const key = keyOf(request);
        const isChange = access.action === "write" || access.action === "delete";
        if (isChange) declared.set(key, [...(declared.get(key) ?? []), access.target]);
        if (access.action === "network") declared.set(`${key} network`, [access.target]);
      }
      return undefined;
    },
    onEvent(event) {
      onSign();
      const isOwn = event.sessionId === sessionId;
      if (event.type === "call-start" && isOwn) calls.set(event.tool, (calls.get(event.tool) ?? 0) + 1);
      if (event.type !== "call-end") return;
      const key = keyOf(event);
      const { result } = event;
      if (result.ok) for (const path of declared.get(key) ?? []) filesChanged.add(path);
      if (hasForeignText(event.tool) || (result.ok && declared.has(`${key} network`))) isUntrusted = true;
      declared.delete(key);
      declared.delete(`${key} network`);
      if (!result.ok && result.error.code === "permission_denied" && isOwn)
        for (const what of deniedBy(result.error.data, event.tool)) denied.add(what);
    },
  };
}

function deniedBy(data: Readonly<Record<string, unknown>> | undefined, tool: string): string[] {
  const access = (data?.access ?? []) as readonly { readonly action: string; readonly target: string }[];
  return access.length > 0 ? access.map(({ action, target }) => `${action} ${target}`) : [tool];
}
