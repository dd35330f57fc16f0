import { execFile } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import MiniSearch, { type Options } from "minisearch";
import { afterAll, beforeAll, expect, test } from "vitest";
// By path, as the scripts are no package.
import { findings } from "../../apps/playground/src/fixtures/_looks.fixture.ts";
import { chromiumPath, launch, noChromium } from "../../packages/backends-opfs/src/_browser.fixture.ts";
import { root } from "./blocks.ts";
import { searchOptions } from "./search.ts";

const run = promisify(execFile);

/** The file that a server of static files, with clean URLs, answers a path with. */
function fileOf(site: string, path: string): string | undefined {
  const plain = join(site, path);
  const found = path.endsWith("/") ? [join(plain, "index.html")] : [`${plain}.html`, plain];
  return found.find((file) => existsSync(file) && statSync(file).isFile());
}

const decoded = (text: string) => text.replaceAll("&amp;", "&");

const site = mkdtempSync(join(tmpdir(), "holdall-site-"));
afterAll(() => rmSync(site, { recursive: true }));

beforeAll(async () => {
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");
  // The API's pages link to nothing but their READMEs, and take as long as all others.
  const env = { ...process.env, ...(!process.env.HOLDALL_STRESS && { HOLDALL_DOCS_API: "skip" }) };
  await run(process.execPath, [vitepress, "build", "docs", "--outDir", site], { cwd: root, env });
}, 240_000);

test("every link of the built site leads somewhere, those of the sidebar too", () => {
  const pages = globSync("**/*.html", { cwd: site }).filter((page) => page !== "404.html");
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (file: string) => {
    const known =
      ids.get(file) ?? new Set([...readFileSync(file, "utf8").matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));
    ids.set(file, known);
    return known;
  };
  const broken = new Set<string>();
  const seen = new Set<string>();
  for (const page of pages) {
    const html = readFileSync(join(site, page), "utf8");
    for (const [, attribute, value = ""] of html.matchAll(/<(?:a|img|link|script)\b[^>]*? (href|src)="([^"]*)"/g)) {
      const url = new URL(decoded(value), `http://site/${page.replace(/(index)?\.html$/, "")}`);
      if (url.host !== "site" || !/^http:/.test(url.href)) continue;
      seen.add(url.pathname);
      const file = fileOf(site, decodeURIComponent(url.pathname));
      if (!file) broken.add(`${page}: ${attribute} ${value}`);
      else if (url.hash && attribute === "href" && !idsOf(file).has(decodeURIComponent(url.hash.slice(1))))
        broken.add(`${page}: ${value} has no such heading`);
    }
  }
  expect([...broken]).toEqual([]);
  expect(seen).toContain("/decisions/");
  expect(seen.size).toBeGreaterThan(pages.length);
});

/** What the built site's own index finds, page by page. */
async function openBuiltSearch(): Promise<(question: string) => string[]> {
  const [file = ""] = globSync("assets/**/@localSearchIndexroot*.js", { cwd: site });
  const { default: json } = (await import(pathToFileURL(join(site, file)).href)) as { default: string };
  const options = { ...searchOptions.options, fields: ["title", "titles", "text"], storeFields: ["title", "titles"] };
  const index = MiniSearch.loadJSON(json, options as Options);
  return (question) => [
    ...new Set(index.search(question, searchOptions.searchOptions).map(({ id }) => String(id).split("#")[0] ?? "")),
  ];
}

test("the index that the site ships finds guides first, then pages of tools, packages and the API", async () => {
  const search = await openBuiltSearch();
  const first = {
    nextjs: "/guides/nextjs",
    "next.js": "/guides/nextjs",
    approve: "/guides/approvals",
    approval: "/guides/approvals",
    undo: "/guides/checkpoints",
    sandbox: "/guides/sandbox",
    memory: "/guides/memory",
    email: "/guides/messages",
    react: "/guides/react-ui",
  };
  expect(Object.fromEntries(Object.keys(first).map((question) => [question, search(question)[0]]))).toEqual(first);
  expect(search("undo").slice(0, 2)).toContain("/tools/undo");
  // Where a guide and a reference page have the same words, the guide is first.
  for (const question of ["policy", "checkpoint", "pdf", "mcp", "skills"]) {
    expect(search(question)[0]).toMatch(/^\/guides\//);
  }
  const html = readFileSync(join(site, "index.html"), "utf8");
  expect(html).toMatch(/<main[\s\S]*<img[^>]+src="\/assets\/[^"]+\.png"/);
});

/** One page of each kind: what is on them is on all. */
const looked = ["/", "/guides/react-ui", "/tools/grep-files", "/benchmarks"];

/** VitePress's own: the carets of its sidebar's groups stand in buttons, and its search button's name lacks the keys. */
const ofTheme = /^(nested-interactive|label-content-name-mismatch): /;

// Nothing to open it with.
test.skipIf(chromiumPath === undefined)(
  `axe finds nothing serious on the built site, in light and dark${chromiumPath === undefined ? ` (${noChromium})` : ""}`,
  { timeout: 120_000 },
  async () => {
    const { context, close } = await launch("in memory");
    try {
      const page = await context.newPage();
      await context.route("http://site.test/**", async (route) => {
        const file = fileOf(site, decodeURIComponent(new URL(route.request().url()).pathname));
        await route.fulfill(file === undefined ? { status: 404 } : { path: file });
      });
      const found: Record<string, readonly string[]> = {};
      for (const path of looked) {
        await page.goto(`http://site.test${path}`);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          const serious = (await findings(page, colorScheme === "dark" ? "colors" : "all")).filter(
            (found) => !ofTheme.test(found),
          );
          if (serious.length > 0) found[`${path} ${colorScheme}`] = serious;
        }
      }
      expect(found).toEqual({});
    } finally {
      await close();
    }
  },
);
