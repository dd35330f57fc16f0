import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkBrowser } from "./check-browser.ts";

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function folder(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), "holdall-browser-"));
  made.push(dir);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

const text = (length: number): string => Array.from({ length }, (_, i) => (i * i * 7919).toString(36)).join("");

test("what loads on use is not counted, what loads at once is, and the largest module is named", async () => {
  const large = `export const large = "${text(2000)}";`;
  const lazy = folder({ "large.ts": large, "entry.ts": 'export const load = () => import("./large.ts");' });
  expect((await checkBrowser(lazy, "entry.ts", 1000)).problems).toEqual([]);
  const eager = folder({ "large.ts": large, "entry.ts": 'export * from "./large.ts";' });
  expect((await checkBrowser(eager, "entry.ts", 1000)).problems).toEqual([expect.stringContaining("large.ts")]);
});

test("a Node module is a problem, also behind a lazy import", async () => {
  const dir = folder({
    "entry.ts": 'export const load = () => import("./disk.ts");',
    "disk.ts": 'export * from "node:fs";',
  });
  expect((await checkBrowser(dir, "entry.ts")).problems).toEqual([expect.stringContaining("node:fs")]);
});
