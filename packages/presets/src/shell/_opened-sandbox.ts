import type { Sandbox } from "@holdall/sandbox/port";
import type { StateKey, ToolContext } from "@holdall/tool-core";

/** Opens a sandbox, which is disposed with the last of the sessions that use it. */
export type OpenSandbox = () => Promise<Sandbox & Partial<AsyncDisposable>>;

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  /** Open it, unless it is, for a session. */
  openFor(session: Pick<ToolContext, "state">): Promise<void>;
}

/** A sandbox that is opened with the first command of a session, and closed when no session uses it any more. */
export function openedSandbox(make: OpenSandbox): OpenedSandbox {
  let opening: ReturnType<OpenSandbox> | undefined;
  let opened: Sandbox | undefined;
  let sessions = 0;
  const open = () => {
    opening ??= make().then((sandbox) => {
      opened = sandbox;
      return sandbox;
    });
    return opening;
  };
  // A session's state is disposed in reverse order: the shell, which comes later, has ended by then.
  const key: StateKey<object> = {
    name: "sandbox",
    create() {
      sessions++;
      return {};
    },
    async dispose() {
      if (--sessions > 0) return;
      const closing = opening;
      opening = undefined;
      opened = undefined;
      // A failure to open was reported to its callers.
      await (await closing?.catch(() => undefined))?.[Symbol.asyncDispose]?.();
    },
  };
  return {
    sandbox: {
      name: "opened with the first command",
      get opensNetwork() {
        return opened?.opensNetwork ?? false;
      },
      get masksSecrets() {
        return opened?.masksSecrets ?? false;
      },
      get replacesRoots() {
        return opened?.replacesRoots ?? false;
      },
      confines: (level) => opened?.confines(level) ?? false,
      launch: async (request) => (await open()).launch(request),
      openNetwork: async () => (await open()).openNetwork?.(),
    },
    async openFor({ state }) {
      state(key);
      await open();
    },
  };
}
