import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../../../packages/backends-opfs/src/_browser.fixture.ts";
import { chromiumPath, noChromium } from "../fixtures/_site.fixture.ts";
import { startTour } from "../fixtures/_steps.fixture.ts";

/** The development server of a first visit: nothing is prepared. `lines` is what it says. */
async function startServer(lines: string[]) {
  const { createLogger, createServer } = await import("vite");
  const cacheDir = mkdtempSync(join(tmpdir(), "holdall-vite-"));
  const logger = createLogger();
  for (const level of ["info", "warn", "error"] as const) logger[level] = (line) => void lines.push(line);
  const server = await createServer({
    root: join(import.meta.dirname, "../.."),
    cacheDir,
    customLogger: logger,
    server: { host: "127.0.0.1", port: 0 },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });
  await server.listen();
  return server;
}

/** Request whatever the page can load, on use and in workers too. Returns what was requested. */
async function requestAll({ environments: { client } }: Awaited<ReturnType<typeof startServer>>): Promise<string[]> {
  const requested = new Set(["/src/main.tsx"]);
  for (const url of requested) {
    const code = (await client.transformRequest(url))?.code ?? "";
    const imported = (await client.moduleGraph.getModuleByUrl(url))?.importedModules ?? [];
    for (const module of imported) if (/\.tsx?$/.test(module.url)) requested.add(module.url);
    for (const [, worker = ""] of code.matchAll(/["'`]([^"'`]+\?worker_file[^"'`]*)["'`]/g)) requested.add(worker);
  }
  return [...requested];
}

// Nothing to run it in.
test.skipIf(chromiumPath === undefined)(
  `a tour survives an empty cache of Vite, and so does what is loaded on use${chromiumPath ? "" : ` (${noChromium})`}`,
  { timeout: 180_000 },
  async () => {
    const lines: string[] = [];
    const [server, browser] = await Promise.all([startServer(lines), connect()]);
    const context = await browser.newContext({ reducedMotion: "reduce" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await page.getByRole("button", { name: "Repair the shop" }).waitFor();
    // A page that is loaded again has no such mark.
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    await startTour(page, "Search the code");
    await page.locator(".said").getByText("any other costs 4.90").waitFor();

    const requested = (await requestAll(server)).join("\n");
    for (const file of ["run-model.ts", "pdf-worker", "diagram-worker", "isolate/worker.browser"])
      expect(requested).toContain(file);
    const { optimized = {}, discovered = {} } = server.environments.client.depsOptimizer?.metadata ?? {};
    expect(Object.keys(optimized)).toEqual(expect.arrayContaining(["mermaid", "linkedom", "ai", "react"]));
    // What Vite meets after it has prepared what it knew: it prepares that too, and then reloads the page.
    expect(Object.keys(discovered)).toEqual([]);
    expect(lines.filter((line) => /optimized|reload/.test(line))).toEqual([]);
    expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
  },
);
