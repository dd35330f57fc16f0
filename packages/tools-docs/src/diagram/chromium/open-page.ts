import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { temporaryFolder } from "@holdall/tool-kit/node";

/** An empty page of a browser without windows, which the network and files are closed to. */
export interface Page extends AsyncDisposable {
  /** Run an expression, and wait for what it promises. */
  evaluate(expression: string): Promise<unknown>;
  /** A PNG of the upper left corner at twice its size. */
  screenshot(width: number, height: number): Promise<Uint8Array>;
}

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Nothing is loaded from anywhere, whatever a drawing asks for. */
const empty = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:"><style>body{margin:0;background:#fff}</style><body></body>`;

/** Start a browser that ends with the pipe it is driven through. Needs no library: the protocol is JSON between zero bytes. */
export async function openPage(program: string): Promise<Page> {
  const folder = temporaryFolder("chromium");
  const { PATH, HOME, LANG, SystemRoot } = process.env;
  const child = spawn(program, [...flags(), `--user-data-dir=${folder.path}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: { PATH, HOME, LANG, SystemRoot },
  });
  const commands = child.stdio[3] as Writable;
  const answers = child.stdio[4] as Readable;
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>();
  const fail = (cause: unknown): void => {
    for (const { reject } of waiting.values()) reject(new Error("the browser ended", { cause }));
    waiting.clear();
  };
  const ended = new Promise<void>((resolve) => {
    child.on("error", (cause) => resolve(fail(cause)));
    child.on("exit", () => resolve(fail(undefined)));
  });
  commands.on("error", fail);

  let text = "";
  answers.setEncoding("utf8").on("data", (part: string) => {
    const messages = (text + part).split("\0");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const { id = 0, result, error } = JSON.parse(message) as Reply;
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result ?? {});
      waiting.delete(id);
    }
  });

  let last = 0;
  const send = (method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    waiting.set(++last, answer);
    commands.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    return answer.promise;
  };

  const close = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    folder[Symbol.dispose]();
  };
  try {
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const call = (method: string, params: object) => send(method, params, String(sessionId));
    await call("Page.setDocumentContent", { frameId: targetId, html: empty });
    return {
      async evaluate(expression) {
        const { result, exceptionDetails } = (await call("Runtime.evaluate", {
          expression,
          awaitPromise: true,
          returnByValue: true,
        })) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description?.split("\n")[0] ?? "no reason");
        return result.value;
      },
      async screenshot(width, height) {
        await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: false });
        const { data } = await call("Page.captureScreenshot", { format: "png" });
        return new Uint8Array(Buffer.from(String(data), "base64"));
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const flags = (): readonly string[] => [
  "--headless=new",
  "--remote-debugging-pipe",
  "--disable-gpu",
  "--hide-scrollbars",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  // Chromium refuses to start as root with its own sandbox.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
