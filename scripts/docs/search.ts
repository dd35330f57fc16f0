import MiniSearch, { type Options, type SearchResult } from "minisearch";
import { createMarkdownRenderer, type MarkdownEnv } from "vitepress";

/**
 * How the site's search ranks. VitePress sends these functions to the browser as text, so each stands for itself.
 * Words of every question are not words of the answer, and forms of a word are one word. What explains comes first: guides, then
 * pages of tools, packages and the API, then decisions; and a guide before its sections.
 */
export const searchOptions = {
  options: {
    /** As MiniSearch does it, and `Next.js` also as `Nextjs`. */
    tokenize: (text: string): string[] => [
      ...text.split(/[\n\r\p{Z}\p{P}]+/u),
      ...(text.match(/\p{L}\w*\.js\b/giu) ?? []).map((name) => name.replace(".", "")),
    ],
    processTerm: (term: string): string | null => {
      const common =
        " a an and are as at be by can could do does for from get has have how i in into is it its me my of on or should so that the their there they this to use using want was we what when where which who why will with you your ";
      const word = term.toLowerCase();
      return common.includes(` ${word} `) ? null : word.replace(/^(.{4,}?)(?:als?|ed|es?|ing|s)$/, "$1");
    },
  },
  searchOptions: {
    fuzzy: (term: string): number | boolean => (term.length > 4 ? 0.2 : false),
    prefix: (term: string): boolean => term.length > 2,
    boost: { title: 4, text: 2, titles: 2 },
    boostDocument: (id: string, _term: string, stored?: Record<string, unknown>): number => {
      const kind = /\/(decisions|backends)(\/|#|$)/.test(id)
        ? 0.3
        : /\/(api|packages|threat-model|comparison|tools\/?(#|$))/.test(id)
          ? 0.4
          : /\/tools\//.test(id)
            ? 0.6
            : 1;
      const isStart = /\/guides\//.test(id) && Array.isArray(stored?.titles) && stored.titles.length === 0;
      return isStart ? 1.4 : kind;
    },
  },
} as const;

interface Renderer {
  readonly options: { highlight?: unknown };
  render(source: string, env: object): string;
}

/** A page as the search reads it: without colors, which take as long as the page itself and are not searched. */
export function renderPlainly(source: string, env: MarkdownEnv, md: Renderer): string {
  const { highlight } = md.options;
  try {
    md.options.highlight = null;
    const html = md.render(source, env);
    return env.frontmatter?.search === false ? "" : html;
  } finally {
    md.options.highlight = highlight;
  }
}

const fields = ["title", "titles", "text"];
const withoutTags = (html: string): string => html.replace(/<[^>]*>/g, "");

/** The sections of a page as VitePress indexes them: every heading with the text up to the next. */
function* sectionsOf(html: string) {
  const parts = html.split(/<h(\d*).*?>(.*?<a.*? href="#.*?".*?>.*?<\/a>)<\/h\1>/gi).slice(1);
  let parents: string[] = [];
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const level = Number(parts[i]) - 1;
    const [, head = "", anchor = ""] = /(.*?)<a.*? href="#(.*?)".*?>.*?<\/a>/i.exec(parts[i + 1] ?? "") ?? [];
    const title = withoutTags(head).trim();
    const content = parts[i + 2];
    if (!title || !content) continue;
    const titles = parents.slice(0, level);
    titles[level] = title;
    yield { anchor, titles: titles.filter(Boolean), text: withoutTags(content) };
    if (level === 0) parents = [title];
    else parents[level] = title;
  }
}

/** The site's search over pages given as Markdown, by path below docs/. */
export async function openSearch(pages: ReadonlyMap<string, string>): Promise<(question: string) => string[]> {
  const escaped = (code: string) => code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // What is not looked at need not be colored.
  const md = await createMarkdownRenderer("docs", { highlight: (code) => `<pre><code>${escaped(code)}</code></pre>` });
  const options = { ...searchOptions.options, fields, storeFields: ["title", "titles"] } as Options;
  const index = new MiniSearch<{ id: string }>(options);
  for (const [page, text] of pages) {
    const at = `/${page.replace(/(^|\/)(index|README)\.md$/, "$1").replace(/\.md$/, "")}`;
    for (const { anchor, titles, text: body } of sectionsOf(md.render(text, { path: page, relativePath: page })))
      index.add({
        id: anchor ? `${at}#${anchor}` : at,
        text: body,
        title: titles.at(-1),
        titles: titles.slice(0, -1),
      } as { id: string });
  }
  return (question) => {
    const found: SearchResult[] = index.search(question, searchOptions.searchOptions);
    return [...new Set(found.map(({ id }) => String(id).split("#")[0] ?? ""))];
  };
}
