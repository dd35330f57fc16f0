import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser, BrowserContext, ConsoleMessage, Page, WebError } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";
import { connect } from "../../../packages/backends-opfs/src/_browser.fixture.ts";
import { askService } from "../../../scripts/testing/ask-service.ts";
import type { Mode } from "./_built.fixture.ts";

export { chromiumPath, noChromium } from "../../../packages/backends-opfs/src/_browser.fixture.ts";

interface Site {
  readonly browser: Browser;
  readonly origin: string;
}

let opened: Promise<Site> | undefined;

/** One site for all tests of a process, in the browser that all share. */
export function openSite(): Promise<Site> {
  vi.setConfig({ testTimeout: 60_000 });
  opened ??= open();
  return opened;
}

async function open(): Promise<Site> {
  const [browser, server] = await Promise.all([connect(), serve(), openBuilt("production")]);
  return { browser, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

const builds = new Map<Mode, Promise<string>>();

/** The folder of a build: what people get, or the same as React checks it. */
export function openBuilt(mode: Mode): Promise<string> {
  const built = builds.get(mode) ?? askService<string>(`playground-${mode}`);
  builds.set(mode, built);
  return built;
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
    const folder = await openBuilt(dev ? "development" : "production");
    try {
      const bytes = readFileSync(join(folder, path || "index.html"));
      // Names of assets have their content in them, so that the browser compiles them once.
      const cached = path.startsWith("assets/") && { "cache-control": "max-age=3600, immutable" };
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html", ...cached }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
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
  await page.getByRole("heading", { name: "Chat" }).or(page.getByRole("navigation")).first().waitFor();
  return page;
}
