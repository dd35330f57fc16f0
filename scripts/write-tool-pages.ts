import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./_workspace.ts";
import { toolPages } from "./docs/tool-pages/tool-pages.ts";

const folder = join(root, "docs/tools");
mkdirSync(folder, { recursive: true });
const pages = await toolPages();
for (const old of globSync("*.md", { cwd: folder })) if (!pages.has(old)) rmSync(join(folder, old));
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`docs/tools: ${pages.size} pages`);
