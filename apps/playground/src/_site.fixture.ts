import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
  type WebError,
} from "playwright-core";
import { build } from "vite";
import { expect, onTestFinished, vi } from "vitest";
import { chromiumPath } from "../../../packages/backends-opfs/src/_browser.fixture.ts";

export { chromiumPath, noChromium } from "../../../packages/backends-opfs/src/_browser.fixture.ts";

/** The files of a build, by their path. */
export type Built = ReadonlyMap<string, string | Uint8Array>;

type Mode = "production" | "development";

interface Site {
  readonly browser: Browser;
  readonly origin: string;
}

const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

let opened: Promise<Site> | undefined;

/** One browser and one site for all tests of a process; they end with it. */
export function openSite(): Promise<Site> {
  vi.setConfig({ testTimeout: 60_000 });
  opened ??= open();
  return opened;
}

async function open(): Promise<Site> {
  const launched = chromium.launch({ args: flags, executablePath: chromiumPath ?? "" });
  await openBuilt("production");
  const server = await serve();
  return { browser: await launched, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

const builds = new Map<Mode, Promise<Built>>();

/** What people get, or the same as React checks it, with its warnings: made once, when it is first asked for. */
export function openBuilt(mode: Mode): Promise<Built> {
  const built = builds.get(mode) ?? buildPage(mode);
  builds.set(mode, built);
  return built;
}

/** The engines of diagrams make most of a build, and the page that React checks draws none. */
const withoutEngines = Object.fromEntries(
  ["mermaid", "beautiful-mermaid", "linkedom"].map((name) => [name, `${import.meta.dirname}/_no-engine.fixture.ts`]),
);

async function buildPage(mode: Mode): Promise<Built> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = mode;
  try {
    const root = `${import.meta.dirname}/..`;
    const alias = mode === "development" ? withoutEngines : {};
    const made = await build({
      root,
      mode,
      logLevel: "error",
      resolve: { alias },
      build: { write: false, minify: mode === "production" },
    });
    const outputs = Array.isArray(made) ? made : "output" in made ? [made] : [];
    return new Map(
      outputs
        .flatMap(({ output }) => output)
        .map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]),
    );
  } finally {
    process.env.NODE_ENV = before;
  }
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serve what people get and, below `/dev/`, the build that checks. */
function serve(): Promise<Server> {
  const server = createServer(async ({ url = "/" }, response) => {
    const [, dev, path = ""] = /^\/(dev\/)?(.*)$/.exec(url) ?? [];
    const file = (await openBuilt(dev ? "development" : "production")).get(path || "index.html");
    response.writeHead(file === undefined ? 404 : 200, { "content-type": types[extname(path)] ?? "text/html" });
    response.end(file);
  });
  server.unref();
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

export interface Look {
  readonly scheme?: "light" | "dark";
  readonly width?: "desktop" | "phone";
  /** Let React check itself: effects run twice, and what it warns of fails the test. */
  readonly isChecked?: boolean;
  /** Runs in the page before anything else. */
  readonly prepare?: () => void;
  /** What the browser itself may write to the console. */
  readonly mayComplain?: RegExp;
}

export const sizes = { desktop: { width: 1360, height: 860 }, phone: { width: 390, height: 844 } } as const;

/** A tab of a person who was never here. The test fails when the page has anything to complain about. */
export async function openTab(look: Look = {}): Promise<Page> {
  const { scheme = "light", width = "desktop", isChecked = false, prepare, mayComplain } = look;
  const { browser, origin } = await openSite();
  if (isChecked) await openBuilt("development");
  const context = prepare ? await browser.newContext({ reducedMotion: "reduce" }) : await emptyContext(browser, origin);
  context.setDefaultTimeout(20_000);
  if (prepare) await context.addInitScript(prepare);
  const problems: string[] = [];
  const onConsole = (line: ConsoleMessage) => {
    if (line.type() === "error" || line.type() === "warning") problems.push(line.text());
  };
  const onError = (error: WebError) => problems.push(String(error.error()));
  context.on("console", onConsole).on("weberror", onError);
  onTestFinished(async () => {
    context.off("console", onConsole).off("weberror", onError);
    if (prepare) await context.close();
    expect(problems.filter((problem) => !mayComplain?.test(problem))).toEqual([]);
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize(sizes[width]);
  return goTo(page, isChecked ? `${origin}/dev/` : `${origin}/`);
}

let shared: Promise<BrowserContext> | undefined;

/** The one context that tests share, with one page and nothing stored: new ones cost more than most tests. */
async function emptyContext(browser: Browser, origin: string): Promise<BrowserContext> {
  shared ??= browser.newContext({ reducedMotion: "reduce" });
  const context = await shared;
  const [page, ...others] = context.pages();
  if (!page) return context;
  for (const other of others) await other.close();
  await page.goto("about:blank");
  const cdp = await context.newCDPSession(page);
  await cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await cdp.detach();
  return context;
}

/** One more tab of the same person. */
export async function openSecondTab(context: BrowserContext): Promise<Page> {
  return goTo(await context.newPage(), context.pages()[0]?.url() ?? "");
}

async function goTo(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.getByRole("heading", { name: "Calls" }).or(page.getByRole("navigation")).first().waitFor();
  return page;
}
