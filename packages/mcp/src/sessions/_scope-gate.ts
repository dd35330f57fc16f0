import { ToolError } from "@holdall/tool-core";

/** Lets a session be used with different access tokens, one set of scopes at a time. */
export interface ScopeGate {
  /** The scopes that hold now: the array stays the same, and its content changes. Undefined for a session without tokens. */
  readonly scopes: readonly string[] | undefined;
  /**
   * Work with these scopes, once no work with others is in flight. Gives what ends the work. Throws `unavailable` if that
   * takes longer than `timeout`.
   */
  enter(scopes: readonly string[] | undefined): Promise<() => void>;
}

/** Milliseconds. */
const defaultTimeout = 30_000;

/** Create the gate of a session that is opened with some scopes. */
export function createScopeGate(opening: readonly string[] | undefined, timeout = defaultTimeout): ScopeGate {
  const live = opening && [...opening];
  let users = 0;
  let idle = Promise.withResolvers<void>();

  const isSame = (scopes: readonly string[]) =>
    live?.length === scopes.length && scopes.every((each) => live.includes(each));
  return {
    scopes: live,
    async enter(scopes) {
      // Tokens with and without scopes have different owners, and so different sessions.
      if (!live || !scopes) return () => {};
      const until = performance.now() + timeout;
      while (users > 0 && !isSame(scopes)) await within(idle.promise, until - performance.now());
      live.splice(0, live.length, ...scopes);
      users++;
      let isOut = false;
      return () => {
        if (isOut) return;
        isOut = true;
        if (--users > 0) return;
        idle.resolve();
        idle = Promise.withResolvers();
      };
    },
  };
}

async function within(waited: Promise<void>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(busy()), Math.max(0, milliseconds));
  try {
    await Promise.race([waited, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const busy = () =>
  new ToolError("unavailable", "Calls with an access token of other scopes are still running in this session.", {
    hint: "Wait for their responses, and try again.",
  });
