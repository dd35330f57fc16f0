import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { askService } from "../../../scripts/testing/ask-service.ts";
import { chromiumPath, flags } from "./_chromium.fixture.ts";
import type { Commands, PageApi } from "./_offer.fixture.ts";

export { chromiumPath, noChromium } from "./_chromium.fixture.ts";

declare const holdall: PageApi;

export interface TestSite {
  /** The site's origin. */
  readonly origin: string;
  /** A new tab, in which `prepare` runs first. */
  open(prepare?: () => void): Promise<Page>;
  close(): Promise<void>;
}

/** A site whose pages run one entry. It keeps files on disk, in a browser of its own, or in memory, in the shared one. */
export async function openSite(entry: string, keeps: "on disk" | "in memory" = "on disk"): Promise<TestSite> {
  const [scripts, { context, close }] = await Promise.all([bundle(entry), launch(keeps)]);
  const server = await serve(scripts);
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async open(prepare) {
      const page = await context.newPage();
      if (prepare) await page.addInitScript(prepare);
      await page.goto(origin);
      await page.waitForFunction(() => "holdall" in globalThis);
      return page;
    },
    async close() {
      await close();
      server.close();
    },
  };
}

/** A connection to the browser that the tests of a run share. What it opens ends with it. */
export const connect = async (): Promise<Browser> => chromium.connect(await askService<string>("browser"));

/** An empty context: in the shared browser, which keeps files in memory only, or on disk in a browser of its own. */
export async function launch(
  keeps: "on disk" | "in memory",
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  if (keeps === "in memory") {
    const browser = await connect();
    return { context: await browser.newContext(), close: () => browser.close() };
  }
  const profile = mkdtempSync(join(tmpdir(), "holdall-opfs-"));
  const context = await chromium.launchPersistentContext(profile, {
    args: [...flags],
    executablePath: chromiumPath ?? "",
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/** What runs a page's commands, in the page or in a worker of its own. */
export const runner =
  <C extends Commands>() =>
  async <Name extends keyof C & string>(
    page: Page,
    command: Name,
    args: Parameters<C[Name]>,
    where: "page" | "worker" = "page",
  ): Promise<Awaited<ReturnType<C[Name]>>> => {
    const value = await page.evaluate(([place, name, given]) => holdall.run(place, name, given), [
      where,
      command,
      args as readonly unknown[],
    ] as const);
    return value as Awaited<ReturnType<C[Name]>>;
  };

/** The scripts of a page, by their path: `/page.js`, and what it loads on use. */
async function bundle(entry: string): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { page: entry },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: "scripts",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
}

function serve(scripts: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const script = scripts.get(url);
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
    response.end(script ?? '<!doctype html><script type="module" src="/page.js"></script>');
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
