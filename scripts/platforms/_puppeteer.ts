import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { flags } from "../../packages/backends-opfs/src/_chromium.fixture.ts";
import { callOf, type DrivenBrowser, type DrivenPage } from "./_driven-browser.ts";

// What is used of puppeteer-core, which is no dependency of the workspace.
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<T>(source: string): Promise<T>;
  close(): Promise<void>;
}

interface Browser {
  version(): Promise<string>;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Puppeteer {
  launch(options: object): Promise<Browser>;
}

const version = "25.16.0";
const folder = join(import.meta.dirname, "../../node_modules/.cache/platforms");

/** Puppeteer, which npm installs on first use. */
async function loadPuppeteer(): Promise<Puppeteer> {
  const home = join(folder, `puppeteer-${version}`);
  const entry = join(home, "node_modules/puppeteer-core/lib/puppeteer/puppeteer-core.js");
  if (!existsSync(entry)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "private": true }\n');
    const install = ["install", "--no-audit", "--no-fund", "--prefix", home, `puppeteer-core@${version}`];
    await promisify(execFile)("npm", install, { cwd: home, timeout: 180_000 });
  }
  const loaded: { readonly default: Puppeteer } = await import(pathToFileURL(entry).href);
  return loaded.default;
}

/** Chromium over its own protocol, or Firefox over WebDriver BiDi. */
export async function launchPuppeteer(name: "chrome" | "firefox", executablePath: string): Promise<DrivenBrowser> {
  const puppeteer = await loadPuppeteer();
  const browser = await puppeteer.launch({
    browser: name,
    executablePath,
    headless: true,
    args: name === "chrome" ? flags : [],
    timeout: 90_000,
    protocolTimeout: 180_000,
  });
  return {
    version: (await browser.version()).replace(/^\D+/, ""),
    open: async (url) => driven(await browser.newPage(), url),
    close: () => browser.close(),
  };
}

async function driven(page: Page, url: string): Promise<DrivenPage> {
  await page.goto(url);
  const run: DrivenPage["run"] = (code, ...args) => page.evaluate(callOf(code, args));
  return { run, close: () => page.close() };
}
