import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { llmsFiles } from "../../scripts/docs/llms.ts";
import { outline } from "../../scripts/docs/outline.ts";

const repository = "https://github.com/holdall/holdall";

const link = (page: string): string => `/${page.replace(/(^|\/)(index|README)\.md$/, "$1").replace(/\.md$/, "")}`;

const sidebar: DefaultTheme.SidebarItem[] = outline().map(({ text, pages, collapsed }) => ({
  text,
  collapsed,
  items: pages.map(({ page, title }) => ({ text: title, link: link(page) })),
}));

// biome-ignore lint/style/noDefaultExport: vitepress reads it.
export default defineConfig({
  title: "Holdall",
  description: "The fundamental tools for AI agents, as small TypeScript packages",
  cleanUrls: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  lastUpdated: false,
  rewrites: { "decisions/README.md": "decisions/index.md" },
  themeConfig: {
    search: { provider: "local" },
    sidebar,
    socialLinks: [{ icon: "github", link: repository }],
    outline: [2, 3],
  },
  markdown: {
    // Pages are read in the repository too, where links lead out of docs/.
    config(md) {
      const previous = md.renderer.rules.link_open;
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const href = token?.attrGet("href") ?? "";
        const target = href.startsWith(".") ? join("docs", dirname(env.relativePath), href) : "docs";
        if (token && !target.startsWith("docs")) token.attrSet("href", `${repository}/tree/main/${target}`);
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
