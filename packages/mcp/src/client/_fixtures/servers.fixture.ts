import { fileURLToPath } from "node:url";
import { allow, createRegistry, openSession, type Session, type SessionOptions } from "@holdall/tool-core";
import type { Clock } from "../bounds/clock.ts";
import type { Servers } from "../connect/server-set.ts";
import { type ConnectOptions, connectServers } from "../connect-servers.ts";
import { parseMcpServers } from "../parse-servers.ts";
import type { ServerConfig } from "../server-config.ts";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** How to start the odd server. */
export const odd = (...args: readonly string[]) => ({
  command: process.execPath,
  args: [file("odd-server.fixture.mjs"), ...args],
});

/** The configuration of servers by name, as a user would write it. */
export const configs = (servers: Readonly<Record<string, object>>): readonly ServerConfig[] =>
  parseMcpServers(servers, { source: "test", from: import.meta.dirname }).servers;

export interface Connected extends AsyncDisposable {
  readonly servers: Servers;
  readonly session: Session;
}

/** Servers with a session over their tools. */
export async function connected(
  servers: Readonly<Record<string, object>>,
  options: ConnectOptions = {},
  sessionOptions: Partial<SessionOptions> = {},
): Promise<Connected> {
  const made = await connectServers(configs(servers), options);
  const registry = createRegistry();
  made.attach(registry);
  const session = openSession(registry, { policy: allow(), ...sessionOptions });
  return {
    servers: made,
    session,
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await made.close();
    },
  };
}

/** A clock that stands still: waiting ends when the test says so. */
export function handClock(): Clock & {
  readonly waits: readonly number[];
  tick(): void;
  pass(milliseconds: number): void;
} {
  const waits: number[] = [];
  let now = 0;
  let wake: (() => void)[] = [];
  return {
    waits,
    now: () => now,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        waits.push(milliseconds);
        wake.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
    tick() {
      const due = wake;
      wake = [];
      for (const each of due) each();
    },
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}
