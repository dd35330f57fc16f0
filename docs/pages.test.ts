import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { type Block, blocksOf, pages, root } from "./_blocks.ts";

const run = promisify(execFile);
// Inside the repository, so that imports resolve as a reader's would.
const programs = join(root, "docs/.run");
const workspace = mkdtempSync(join(tmpdir(), "holdall-docs-"));
cpSync(join(root, "apps/cli/demo"), workspace, { recursive: true });
afterAll(() => {
  for (const made of [programs, workspace]) rmSync(made, { recursive: true, force: true });
});

const all = pages().flatMap(blocksOf);
const named = (blocks: readonly Block[]) => blocks.map((block) => [`${block.page}:${block.line}`, block] as const);

describe("programs in the pages run", () => {
  const whole = all.filter(({ lang, info }) => lang === "ts" && !info.has("file") && !info.has("shape"));
  test.concurrent.for(named(whole))("%s", async ([name, { code }]) => {
    const file = join(programs, `${name.replace(/[^\w.]+/g, "-")}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    await run(process.execPath, [file], { cwd: workspace, timeout: 20_000 });
  });
});

describe("commands in the pages run", () => {
  const shells = all.filter(({ lang, info }) => lang === "sh" && !info.has("shape"));
  const commands = shells.flatMap((block) =>
    block.code
      .split("\n")
      .flatMap((line) => (/^(npx holdall|npm run -s holdall --) /.test(line) ? [{ ...block, code: line }] : [])),
  );
  test.for(named(commands))("%s", async ([, { code }]) => {
    const command = code.replace(
      /^(npx holdall|npm run -s holdall --)/,
      `"${process.execPath}" "${join(root, "apps/cli/src/main.ts")}"`,
    );
    const { stdout } = await run("sh", ["-c", command], { cwd: workspace, timeout: 20_000 });
    expect(stdout).not.toBe("");
  });
});

describe("links in the pages lead somewhere", () => {
  test.for(pages())("%s", async (page) => {
    const { readFileSync } = await import("node:fs");
    const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
    const broken = targets.filter((target) => !existsSync(normalize(join(root, dirname(page), target))));
    expect(broken).toEqual([]);
  });
});
