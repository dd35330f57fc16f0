import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { llmsFiles } from "../../scripts/docs/llms.ts";
import { outline } from "../../scripts/docs/outline.ts";
import { renderPlainly, searchOptions } from "../../scripts/docs/search.ts";
import { writeGenerated } from "../../scripts/docs/write-generated.ts";

const repository = "https://github.com/holdall/holdall";

const link = (page: string): string => `/${page.replace(/(^|\/)(index|README)\.md$/, "$1").replace(/\.md$/, "")}`;

const chapters = outline();
const last = chapters.length - 1; // decisions
const sidebar: DefaultTheme.SidebarItem[] = [
  ...chapters.slice(0, last),
  ...writeGenerated(),
  ...chapters.slice(last),
].map(({ text, pages, collapsed }) => ({
  text,
  collapsed,
  items: pages.map(({ page, title }) => ({ text: title, link: link(page) })),
}));

// biome-ignore lint/style/noDefaultExport: vitepress reads it.
export default defineConfig({
  title: "Holdall",
  description: "The fundamental tools for AI agents, as small TypeScript packages",
  cleanUrls: true,
  head: [
    ["link", { rel: "icon", href: "data:," }],
    // The default theme's gray of a block's language is too faint to read, and pictures of pages need an edge.
    [
      "style",
      {},
      ":root .vp-doc [class*='language-'] > span.lang { color: var(--vp-c-text-2) } .vp-doc img { border: 1px solid var(--vp-c-divider); border-radius: 8px }",
    ],
  ],
  lastUpdated: false,
  rewrites: { "decisions/README.md": "decisions/index.md" },
  themeConfig: {
    search: {
      provider: "local",
      options: { miniSearch: searchOptions, _render: renderPlainly },
    },
    sidebar,
    socialLinks: [{ icon: "github", link: repository }],
    outline: [2, 3],
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Pages are read in the repository too, where links lead out of docs/.
    config(md) {
      const previous = md.renderer.rules.link_open;
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const href = token?.attrGet("href") ?? "";
        const target = href.startsWith(".") ? join("docs", dirname(env.relativePath), href) : "docs";
        const [, name, rest = ""] = /^(?:packages\/|apps\/(?=cli))([^/#]+)\/?(#.*)?$/.exec(target) ?? [];
        if (token && name) token.attrSet("href", `/packages/${name === "cli" ? "holdall" : name}${rest}`);
        else if (token && !target.startsWith("docs")) token.attrSet("href", `${repository}/tree/main/${target}`);
        return previous?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
      };
    },
  },
  buildEnd({ outDir }) {
    for (const [name, text] of llmsFiles()) {
      mkdirSync(dirname(join(outDir, name)), { recursive: true });
      writeFileSync(join(outDir, name), text);
    }
  },
});
