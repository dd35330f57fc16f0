import { HtmlRenderer, Parser } from "commonmark";
import { toMarkdown } from "../../packages/tools-web/src/html/markdown/to-markdown.ts";
import { parseMarkup } from "../../packages/tools-web/src/html/parse-markup.ts";

/** Markdown as the reference implementation of CommonMark renders it. */
export function renderMarkdown(markdown: string): string {
  return new HtmlRenderer().render(new Parser().parse(markdown));
}

/** HTML as our Markdown, without making addresses absolute. */
export function convert(html: string): string {
  return toMarkdown(parseMarkup(html));
}

/** HTML such that what looks the same is the same: white space outside `pre`, ways to write a character, order of attributes. */
export function normalHtml(html: string): string {
  return html
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replace(/\s+/g, " ")
            .replace(/ ?(<\/?(?:p|div|ul|ol|li|h\d|hr|br|blockquote|table|t[rdh]|thead|tbody)\b[^>]*>) ?/g, "$1"),
    )
    .join("")
    .replace(/ \/>/g, ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .trim();
}
