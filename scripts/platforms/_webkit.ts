import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { debianProgram } from "./_debian.ts";
import { callOf, type DrivenBrowser, type DrivenPage } from "./_driven-browser.ts";

const port = 4577;
const display = ":77";

/** WebKitGTK over WebDriver, with a display in memory. */
export async function launchWebKit(): Promise<DrivenBrowser> {
  const driver = await debianProgram("WebKitWebDriver", "webkit2gtk-driver");
  const xvfb = await debianProgram("Xvfb", "xvfb");
  const env = {
    ...process.env,
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  };
  const started = [
    spawn(xvfb, [display, "-screen", "0", "1360x860x24", "-nolisten", "tcp"], { stdio: "ignore" }),
    spawn(driver, [`--port=${port}`], { env, stdio: "ignore" }),
  ];
  try {
    return await openSession(started);
  } catch (error) {
    end(started);
    throw error;
  }
}

function end(started: readonly ChildProcess[]): void {
  for (const child of started.toReversed()) child.kill();
}

async function openSession(started: readonly ChildProcess[]): Promise<DrivenBrowser> {
  for (let tries = 0; ; tries++) {
    try {
      await command("GET", "/status");
      break;
    } catch (error) {
      if (tries === 50) throw error;
      await wait(200);
    }
  }
  const capabilities = { alwaysMatch: { timeouts: { script: 180_000, pageLoad: 60_000 } } };
  const session = (await command("POST", "/session", { capabilities })) as {
    readonly sessionId: string;
    readonly capabilities: { readonly browserVersion: string; readonly browserName: string };
  };
  const base = `/session/${session.sessionId}`;
  return {
    version: `${session.capabilities.browserName} ${session.capabilities.browserVersion}`,
    async open(url) {
      await command("POST", `${base}/url`, { url });
      const run: DrivenPage["run"] = async (code, ...args) => {
        const script = `const done = arguments[arguments.length - 1];
          (async () => ${callOf(code, args)})().then(
            (value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }));`;
        const { value, error } = (await command("POST", `${base}/execute/async`, { script, args: [] })) as {
          readonly value?: string | null;
          readonly error?: string;
        };
        if (error !== undefined) throw new Error(error);
        return value == null ? undefined : JSON.parse(value);
      };
      const close = async () => {
        await command("POST", `${base}/url`, { url: "about:blank" });
      };
      return { run, close };
    },
    async close() {
      await command("DELETE", base).catch(() => {});
      end(started);
    },
  };
}

/** One command of WebDriver. */
async function command(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    signal: AbortSignal.timeout(200_000),
  });
  const { value } = (await response.json()) as {
    readonly value: { readonly error?: string; readonly message?: string };
  };
  if (!response.ok) throw new Error(`WebDriver ${path}: ${value?.error}: ${value?.message}`);
  return value;
}
