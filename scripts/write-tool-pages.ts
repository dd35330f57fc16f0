import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./_workspace.ts";
import { openFixture } from "./docs/tool-pages/fixture.ts";
import { pageOf, renderToolIndex, renderToolPage } from "./docs/tool-pages/render.ts";

/** Every page below docs/tools, by file name: one for each tool, and the list of them. Throws with everything that is wrong. */
export async function toolPages(): Promise<ReadonlyMap<string, string>> {
  await using fixture = await openFixture();
  const pages = new Map([["index.md", renderToolIndex(fixture.tools)]]);
  const problems: string[] = [];
  const rendered = await Promise.allSettled(fixture.tools.map((tool) => renderToolPage(tool, fixture)));
  for (const [index, tool] of fixture.tools.entries()) {
    const page = rendered[index];
    if (page?.status === "fulfilled") pages.set(pageOf(tool), page.value);
    else problems.push(String(page?.reason));
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return pages;
}

if (import.meta.main) {
  const folder = join(root, "docs/tools");
  mkdirSync(folder, { recursive: true });
  const pages = await toolPages();
  for (const old of globSync("*.md", { cwd: folder })) if (!pages.has(old)) rmSync(join(folder, old));
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  console.log(`docs/tools: ${pages.size} pages`);
}
