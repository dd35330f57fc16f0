import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../../packages/backends-opfs/src/_browser.fixture.ts";
import { chromiumPath, noChromium } from "./_site.fixture.ts";
import { choose, runTool, stateOf } from "./_steps.fixture.ts";

/** The development server of a first visit: nothing is prepared. `lines` is what it says. */
async function startServer(lines: string[]): Promise<string> {
  const { createLogger, createServer } = await import("vite");
  const cacheDir = mkdtempSync(join(tmpdir(), "holdall-vite-"));
  const logger = createLogger();
  for (const level of ["info", "warn", "error"] as const) logger[level] = (line) => void lines.push(line);
  const server = await createServer({
    root: join(import.meta.dirname, ".."),
    cacheDir,
    customLogger: logger,
    server: { host: "127.0.0.1", port: 0 },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });
  await server.listen();
  return server.resolvedUrls?.local[0] ?? "";
}

test.skipIf(chromiumPath === undefined)(
  `a tour that loads every engine survives an empty cache of Vite${chromiumPath ? "" : ` (${noChromium})`}`,
  async () => {
    const lines: string[] = [];
    const [address, browser] = await Promise.all([startServer(lines), connect()]);
    const context = await browser.newContext({ reducedMotion: "reduce" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(address);
    const tour = page.getByRole("button", { name: "Clean data into a PDF" });
    await tour.waitFor();
    // A page that is loaded again has no such mark.
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    await choose(page, "Permissions", "Accept edits");
    await tour.press("Enter");
    await page.locator('[data-tool="generate_pdf"][data-state=success]').waitFor();
    const program = await runTool(page, "run_program", { code: "return 6 * 7;" });
    expect(await stateOf(program)).toBe("success");
    await page.evaluate(`import("/src/agent/run-model.ts").then(() => {})`);
    expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
    expect(lines.filter((line) => /optimized|reload/.test(line))).toEqual([]);
  },
);
