import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildPlayground } from "../../apps/playground/src/fixtures/_built.fixture.ts";
import { chromiumPath } from "../../packages/backends-opfs/src/_chromium.fixture.ts";
import { debianProgram } from "./_debian.ts";
import type { DrivenBrowser } from "./_driven-browser.ts";
import { runOpfsSuite } from "./_opfs-suite.ts";
import type { Outcome, PlatformRow } from "./_outcome.ts";
import { editText, playTours } from "./_page-suites.ts";
import { launchPuppeteer } from "./_puppeteer.ts";
import { serveEntry, serveFolder } from "./_served.ts";
import { launchWebKit } from "./_webkit.ts";

const root = join(import.meta.dirname, "../..");

interface Platform {
  readonly name: string;
  launch(): Promise<DrivenBrowser>;
}

const platforms: readonly Platform[] = [
  {
    name: "Chromium",
    launch: async () => launchPuppeteer("chrome", chromiumPath ?? (await debianProgram("chromium", "chromium"))),
  },
  {
    name: "Firefox",
    launch: async () => launchPuppeteer("firefox", await debianProgram("firefox-esr", "firefox-esr")),
  },
  { name: "WebKitGTK", launch: launchWebKit },
];

/** What runs in every browser. */
async function openSuites() {
  const opfs = await serveEntry(join(root, "packages/backends-opfs/src/_page.fixture.ts"));
  const example = join(root, "examples/browser-editor");
  const editor = await serveEntry(join(example, "page.ts"), readFileSync(join(example, "index.html"), "utf8"));
  const playground = await serveFolder(String(await (await buildPlayground("production")).give()));
  const suites: Readonly<Record<string, (browser: DrivenBrowser) => Promise<Outcome>>> = {
    "OPFS conformance, in a page": (browser) => runOpfsSuite(browser, opfs.url, "page"),
    "OPFS conformance, in a worker": (browser) => runOpfsSuite(browser, opfs.url, "worker"),
    "playground tours": (browser) => playTours(browser, playground.url),
    "browser editor": (browser) => editText(browser, editor.url),
  };
  const close = () => {
    for (const site of [opfs, editor, playground]) site.close();
  };
  return { suites, close };
}

const failure = (error: unknown): Outcome => ({
  passed: 0,
  failed: 1,
  problems: [error instanceof Error ? error.message : String(error)],
});

/** Run in every browser what is to work there. One that cannot be started is a row that says why. */
export async function tryBrowsers(say: (line: string) => void): Promise<readonly PlatformRow[]> {
  const { suites, close } = await openSuites();
  const rows: PlatformRow[] = [];
  const add = (row: PlatformRow) => {
    rows.push(row);
    say(`${row.platform} ${row.version}, ${row.suite}: ${row.passed} passed, ${row.failed} failed`);
    for (const problem of row.problems) say(`  ${problem}`);
  };
  try {
    for (const { name, launch } of platforms) {
      let browser: DrivenBrowser;
      try {
        browser = await launch();
      } catch (error) {
        add({ platform: name, version: "not started", suite: "all", ...failure(error) });
        continue;
      }
      try {
        for (const [suite, run] of Object.entries(suites))
          add({ platform: name, version: browser.version, suite, ...(await run(browser).catch(failure)) });
      } finally {
        await browser.close();
      }
    }
  } finally {
    close();
  }
  return rows;
}
