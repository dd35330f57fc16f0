import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { convert, normalHtml, renderMarkdown } from "./lib/render-markdown.ts";

export const about = "HTML to Markdown: turndown's own cases, rendered";

interface Case {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly input: string;
  readonly expected: string;
}

export async function* rows(): EvalRows {
  const cases = readCases<Case[]>(corpus("turndown"), "cases.json");
  const same = tally();
  for (const { name, options, input, expected } of cases) {
    if (Object.keys(options).length > 0) continue;
    const markdown = convert(input);
    const [ours, theirs] = [markdown, expected].map((text) => normalHtml(renderMarkdown(text)));
    same.add(ours === theirs, `${name}: ${JSON.stringify(input)} → ${JSON.stringify(markdown)}`);
  }
  yield { what: "default options, rendered the same", value: same.right, of: same.all, least: 120 };
}
