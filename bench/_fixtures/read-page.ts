import { readPage } from "../../packages/tools-web/src/html/read-page.ts";
import { webPages } from "../_web-pages.ts";

const [kind = "", size = "0"] = process.argv.slice(2);
const html = webPages[kind]?.(Number(size)) ?? "";
const start = performance.now();
const { markdown, stage } = await readPage(html, { url: "https://example.org/" });
const ms = performance.now() - start;
console.log(JSON.stringify({ ms, peakMB: process.resourceUsage().maxRSS / 1024, chars: markdown.length, stage }));
