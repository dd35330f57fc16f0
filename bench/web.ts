import { join } from "node:path";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import { toMarkdown } from "../packages/tools-web/src/html/markdown/to-markdown.ts";
import { findArticle } from "../packages/tools-web/src/html/page/extract.ts";
import { readPage } from "../packages/tools-web/src/html/page/read-page.ts";
import { visiblePage } from "../packages/tools-web/src/html/page/visible-page.ts";
import { parseMarkup } from "../packages/tools-web/src/html/parse-markup.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { runNode } from "./lib/process.ts";
import { webPages } from "./lib/web-pages.ts";

export const about = "Web pages: from HTML to Markdown, each stage's share, and what 2 MB cost";

const url = "https://example.org/";
const twoMB = 2_000_000;

export async function* rows(): BenchRows {
  for (const [kind, size] of [
    ["prose", 60_000],
    ["prose", 900_000],
    ["code", 300_000],
    ["table", 300_000],
  ] as const) {
    yield* pipelineRows(kind, webPages[kind]!(size));
  }
  for (const kind of Object.keys(webPages)) yield* largeRows(kind);
}

async function* pipelineRows(kind: string, html: string): BenchRows {
  const what = `a page of ${Math.round(html.length / 1000)} kB of ${kind}`;
  const page = visiblePage(html, url);
  const article = findArticle(page.parts, url);
  const ms = await interleave(
    {
      ours: timed(async () => (await readPage(html, { url })).markdown),
      peers: timed(() => linkedomReadabilityTurndown(html)),
      parsed: timed(() => parseMarkup(html)),
      visible: timed(() => visiblePage(html, url)),
      article: timed(() => findArticle(page.parts, url)),
      markdown: timed(() => toMarkdown(article?.root ?? page.parts.body, url)),
    },
    { rounds: 7, warmups: 2 },
  );
  yield row(what, "linkedom + Readability + turndown", ratio(ms.ours, ms.peers), { most: 0.95 });
  yield row("  parsing it", "the whole", ratio(ms.parsed, ms.ours));
  yield row("  with what is hidden and the metadata", "the whole", ratio(ms.visible, ms.ours));
  yield row("  finding the article", "the whole", ratio(ms.article, ms.ours));
  yield row("  writing Markdown", "the whole", ratio(ms.markdown, ms.ours));
  yield row("  the whole", "nothing", median(ms.ours), { unit: "ms" });
}

/** Every page in a process of its own, cold, so that memory is its own and no code is warm. */
async function* largeRows(kind: string): BenchRows {
  const script = join(import.meta.dirname, "fixtures/read-page.ts");
  const runs: { ms: number; peakMB: number }[] = [];
  for (let i = 0; i < 3; i++) {
    const { stdout } = await runNode([script, kind, String(twoMB)]);
    runs.push(JSON.parse(stdout) as { ms: number; peakMB: number });
  }
  yield row(`2 MB of ${kind}, cold`, "nothing", median(runs.map(({ ms }) => ms)), { unit: "ms", most: 1_000 });
  yield row("  peak memory of the process", "nothing", median(runs.map(({ peakMB }) => peakMB)), {
    unit: "MB",
    most: 300,
  });
}

function linkedomReadabilityTurndown(html: string): string {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return new TurndownService().turndown(article?.content ?? "");
}
