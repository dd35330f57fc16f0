/** Functions that tests call by name; arguments and results travel as structured clones. */
export type Commands = Readonly<Record<string, (...args: never[]) => unknown>>;

/** What a page offers to its tests, as `holdall`: commands, run in the page itself or in a worker of its own. */
export interface PageApi {
  run(where: "page" | "worker", command: string, args: readonly unknown[]): Promise<unknown>;
}

interface Call {
  readonly id: number;
  readonly command: string;
  readonly args: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Offer commands: the script of the page is also that of its worker, so both can run them. */
export function offer(commands: Commands, more: object = {}): void {
  const call = async (command: string, args: readonly unknown[]): Promise<unknown> =>
    (commands[command] as (...args: readonly unknown[]) => unknown)(...args);

  if (typeof document !== "undefined") {
    const callWorker = createWorker();
    const run: PageApi["run"] = (where, command, args) => (where === "page" ? call : callWorker)(command, args);
    Object.assign(globalThis, { holdall: { run, ...more } });
    return;
  }
  globalThis.onmessage = async ({ data: { id, command, args } }: MessageEvent<Call>) => {
    const answer = await call(command, args).then(
      (value) => ({ id, value }),
      (error: unknown) => ({ id, error: String(error) }),
    );
    globalThis.postMessage(answer);
  };
}

/** Calls of commands in one worker. */
function createWorker(): (command: string, args: readonly unknown[]) => Promise<unknown> {
  let calls = 0;
  let worker: Worker | undefined;
  return (command, args) => {
    worker ??= new Worker("/page.js", { type: "module" });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++calls;
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      if (data.error === undefined) resolve(data.value);
      else reject(new Error(data.error));
    });
    worker.postMessage({ id, command, args } satisfies Call);
    return promise;
  };
}
