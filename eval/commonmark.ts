import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { convert, normalHtml, renderMarkdown } from "./lib/render-markdown.ts";

export const about = "HTML to Markdown: what CommonMark's examples render to comes back the same";

interface Example {
  readonly example: number;
  readonly section: string;
  readonly html: string;
}

export async function* rows(): EvalRows {
  const examples = readCases<Example[]>(corpus("commonmark"), "spec.json");
  const [round, raw] = [tally(), tally()];
  for (const { example, section, html } of examples) {
    const markdown = convert(html);
    const again = renderMarkdown(markdown);
    const isRaw = section === "HTML blocks" || section === "Raw HTML";
    const name = `${example} ${JSON.stringify(html)} → ${JSON.stringify(markdown)}`;
    (isRaw ? raw : round).add(normalHtml(again) === normalHtml(html), isRaw ? undefined : name);
  }
  yield { what: "HTML → Markdown → HTML, the same", value: round.right, of: round.all, least: 560 };
  yield { what: "the same of examples that are raw HTML", value: raw.right, of: raw.all };
}
