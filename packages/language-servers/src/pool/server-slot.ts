import { setTimeout as delay } from "node:timers/promises";
import { type LiveServer, tail } from "./live-server.ts";
import { ServerUnavailable } from "./server-unavailable.ts";

export interface SlotOptions {
  readonly name: string;
  /** Milliseconds without a question after which the server ends. */
  readonly idle: number;
  /** Starts one, until `signal` aborts; throws an Error whose message says why not. */
  start(signal: AbortSignal): Promise<LiveServer>;
}

/**
 * One server of a pool: started with the first question, restarted when it crashes, ended when it is no longer used.
 */
export interface ServerSlot {
  readonly name: string;
  readonly live: LiveServer | undefined;
  readonly isStarting: boolean;
  /** Questions that are being answered or wait. */
  readonly busy: number;
  /** `performance.now()` of the last question. */
  readonly usedAt: number;
  /** Bytes; 0 while there is no process. */
  memory(): number;
  /** The server, started where it is not. Throws ServerUnavailable. */
  get(): Promise<LiveServer>;
  /** Run one question at a time, in the order in which they came. */
  run<T>(question: () => Promise<T>): Promise<T>;
  /** End it as if it had crashed. */
  stop(reason: string): Promise<void>;
  end(): Promise<void>;
  /** End it for good: a question that still waits starts none. */
  close(): Promise<void>;
}

/** Restarts of a server that crashes. */
const maxRestarts = 3;
/** Milliseconds before the first restart; each further one waits four times as long. */
const firstDelay = 250;
/** Milliseconds of life after which earlier crashes do not count. */
const stable = 10 * 60_000;

export function createSlot({ name, idle, start }: SlotOptions): ServerSlot {
  let live: LiveServer | undefined;
  let starting: Promise<LiveServer> | undefined;
  let ending: Promise<void> | undefined;
  let crashes = 0;
  let lastError = "";
  let last: Promise<unknown> = Promise.resolve();
  let busy = 0;
  let usedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let starter: AbortController | undefined;
  let isClosed = false;

  const endLater = () => {
    clearTimeout(timer);
    if (busy === 0) timer = setTimeout(() => void slot.end(), idle).unref();
  };
  const crashed = (error: string) => {
    crashes++;
    lastError = error;
  };
  const launch = async (): Promise<LiveServer> => {
    starter = new AbortController();
    const { signal } = starter;
    try {
      await ending;
      if (isClosed) throw new ServerUnavailable(`${name} was ended.`);
      if (crashes > maxRestarts)
        throw new ServerUnavailable(
          `${name} has crashed ${crashes} times and is not started again. ${lastError}`.trim(),
        );
      if (crashes > 0) await delay(firstDelay * 4 ** (crashes - 1), undefined, { signal });
      const server = await start(signal);
      const since = performance.now();
      live = server;
      void server.process.ended.then(({ status, signal: by }) => {
        if (live !== server) return;
        live = undefined;
        if (performance.now() - since > stable) crashes = 0;
        crashed(`It ended with ${by ?? `status ${status}`}.${tail(server.errors())}`);
      });
      endLater();
      return server;
    } catch (error) {
      if (error instanceof ServerUnavailable) throw error;
      if (signal.aborted) throw new ServerUnavailable(`${name} was ended.`);
      crashed((error as Error).message);
      throw new ServerUnavailable(`${name} could not be started. ${lastError}`);
    } finally {
      starting = undefined;
    }
  };

  const slot: ServerSlot = {
    name,
    get live() {
      return live;
    },
    get isStarting() {
      return starting !== undefined;
    },
    get busy() {
      return busy;
    },
    get usedAt() {
      return usedAt;
    },
    memory: () => live?.process.memory() ?? 0,
    get() {
      if (live) return Promise.resolve(live);
      if (!starting) {
        starting = launch();
        starting.catch(() => undefined);
      }
      return starting;
    },
    async run(question) {
      busy++;
      clearTimeout(timer);
      const running = last.then(question);
      last = running.catch(() => undefined);
      try {
        return await running;
      } finally {
        busy--;
        usedAt = performance.now();
        endLater();
      }
    },
    async stop(reason) {
      const server = live;
      live = undefined;
      crashed(reason);
      await server?.process.kill();
    },
    async end() {
      clearTimeout(timer);
      starter?.abort();
      const server = live ?? (await starting?.catch(() => undefined));
      live = undefined;
      if (!server) return;
      ending = server.dispose().finally(() => {
        ending = undefined;
      });
      await ending;
    },
    close() {
      isClosed = true;
      return slot.end();
    },
  };
  return slot;
}
