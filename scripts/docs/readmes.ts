import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { root } from "./blocks.ts";
import type { Page } from "./outline.ts";

/** A README as a page of the site. */
export interface ReadmePage extends Page {
  readonly text: string;
}

const folders = [...globSync("packages/*/README.md", { cwd: root }).map(dirname).sort(), "apps/cli"];
const pageOf = (folder: string): string => `packages/${folder === "apps/cli" ? "holdall" : basename(folder)}.md`;

/** The READMEs of all packages and of the command, with links that hold in the site. */
export function readmePages(): readonly ReadmePage[] {
  return folders.map((folder) => {
    const source = readFileSync(join(root, folder, "README.md"), "utf8");
    const text = source.replace(/\]\((?![a-z]+:|[#/])([^)\s#]+)(#[^)\s]*)?\)/g, (_, target: string, anchor = "") => {
      return `](${linkTo(normalize(join(folder, target)))}${anchor})`;
    });
    const [heading = "", ...rest] = text.split("\n");
    // The site's builder takes braces of JSX for its own.
    const page = `${heading}\n\n::: v-pre\n${rest.join("\n")}\n:::\n`;
    return { page: pageOf(folder), title: heading.slice(2), text: page };
  });
}

/** From a page in docs/packages/ to a file of the repository: a page where there is one. */
function linkTo(file: string): string {
  const folder = file.replace(/\/(README\.md)?$/, "");
  if (folders.includes(folder)) return `./${basename(pageOf(folder))}`;
  if (!file.startsWith("docs/")) return `../../${file}`;
  const isFile = /\.\w+$/.test(file);
  return isFile ? `../${file.slice("docs/".length)}` : `../${folder.slice("docs/".length)}/index.md`;
}
