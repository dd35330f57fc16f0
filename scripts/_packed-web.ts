import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exec } from "./_process.ts";

/** The packed command reads a page of this machine and runs a program: what it loads late for that must have come along whole. */
export async function missingWeb(temp: string): Promise<string[]> {
  const command = join(temp, "node_modules/holdall/dist/main.js");
  if (!existsSync(command)) return [];
  const folder = join(temp, "web");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "holdall.config.yaml");
  writeFileSync(config, 'web:\n  allow: ["127.0.0.0/8"]\ntools:\n  programs: true\n');
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<article><h1>Herons</h1>${"<p>They wait for fish, often for an hour.</p>".repeat(20)}</article>`);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const calls: readonly (readonly [tool: string, input: object, expected: string])[] = [
    ["web_fetch", { url }, '"extraction":"article"'],
    ["run_program", { code: "const n: number = (await tools.$names()).length; return n > 9" }, '"value":true'],
    ["scrape_page", { url, selector: "h1" }, '"items":["# Herons"]'],
  ];
  try {
    const problems: string[] = [];
    for (const [tool, input, expected] of calls) {
      const args = [command, "call", tool, JSON.stringify(input), "--yes", "--config", config];
      const { output } = await exec(process.execPath, args, folder);
      if (!output.includes(expected)) problems.push(`the packed command's ${tool} fails:\n${output.slice(0, 2_000)}`);
    }
    return problems;
  } finally {
    site.close();
  }
}
