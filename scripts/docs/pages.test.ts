import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command as holdall } from "../../apps/cli/src/fixtures/command.fixture.ts";
import { cornerShop as files } from "../../examples/corner-shop.ts";
import { type Block, blocksOf, pages, root } from "./blocks.ts";
import { runPrograms } from "./programs.ts";

const run = promisify(execFile);
const workspace = mkdtempSync(join(tmpdir(), "holdall-docs-"));
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(workspace, name)), { recursive: true });
  writeFileSync(join(workspace, name), text);
}
afterAll(() => {
  for (const made of [...folders].map(dirname).concat(workspace)) rmSync(made, { recursive: true, force: true });
});

const all = pages().flatMap(blocksOf);
const folders = new Set(all.map(({ page }) => programFolder(page)));
const named = (blocks: readonly Block[]) => blocks.map((block) => [`${block.page}:${block.line}`, block] as const);

describe("programs in the pages run", () => {
  const whole = all.filter(
    ({ lang, info }) => lang === "ts" && !["file", "module", "shape"].some((key) => info.has(key)),
  );
  const isSuite = ({ code }: Block) => /describe(Adapter|Backend|Extension|Tools)\(/.test(code);
  const write = ({ page, line, code }: Block): string => {
    const folder = programFolder(page);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `line-${line}.ts`);
    writeFileSync(file, code);
    return file;
  };
  const programs = whole.filter((block) => !isSuite(block));
  // Modules that programs of their page import.
  for (const { page, code, info, lang } of all) {
    const name = info.get("module");
    if (lang !== "ts" || name === undefined) continue;
    mkdirSync(programFolder(page), { recursive: true });
    writeFileSync(join(programFolder(page), name), code);
  }
  let outcomes: ReadonlyMap<string, string>;
  beforeAll(async () => {
    outcomes = await runPrograms(programs.map(write), workspace);
  }, 120_000);
  test.for(named(programs))("%s", ([, block]) => {
    expect(outcomes.get(write(block))).toBe("ended");
  });
  // Their cases become cases of this file.
  describe.for(named(whole.filter(isSuite)))("%s", async ([, block]) => {
    await import(write(block));
  });
});

const runs = new Map<string, Promise<{ stdout: string }>>();

/** What a command shows in the workspace; pages that have the same one share its run. */
async function shown(command: string): Promise<string> {
  const main = `"${process.execPath}" "${holdall}"`;
  const env = { ...process.env, NO_COLOR: "1", COLUMNS: "80" };
  const known = runs.get(command) ?? run("sh", ["-c", `${main} ${command}`], { cwd: workspace, timeout: 60_000, env });
  runs.set(command, known);
  return (await known).stdout;
}

describe("commands in the pages run", () => {
  const shells = all.filter(({ lang, info }) => lang === "sh" && !info.has("shape"));
  const commands = shells.flatMap((block) =>
    block.code.split("\n").flatMap((line) => {
      const [, command] = /^(?:npx holdall|npm run -s holdall --) (.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ ...block, code: command }];
    }),
  );
  test.for(named(commands))("%s", { timeout: 90_000 }, async ([, { code }]) => {
    expect(await shown(code)).not.toBe("");
  });
});

test("terminal captures show what the command shows", { timeout: 90_000 }, async () => {
  const same = (text: string) =>
    text
      .replace(/\/[^ ]*\/src/g, "/src")
      .replace(/\s+/g, " ")
      .replace(/[<\d.]+ m?s\b/g, "1 ms");
  const demo = same(await shown("demo"));
  const captures = all.filter(({ info }) => info.get("capture") === "demo");
  expect(captures.length).toBeGreaterThan(0);
  for (const { code } of captures) expect(demo).toContain(same(code));
});

describe("links in the pages lead somewhere", () => {
  test.for(pages())("%s", async (page) => {
    const targets = [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !leadsSomewhere(page, target))).toEqual([]);
  });
});

/** What stands outside of fenced code. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replace(/^(`{3,})[\s\S]*?^\1$/gm, "");
}

/** True for a file or folder that is there, and for a heading in it where the link names one. */
function leadsSomewhere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, file))) return false;
  if (anchor === undefined) return true;
  const headings = proseOf(file.endsWith(".md") ? file : join(file, "README.md")).matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, title = ""]) => slugOf(title) === anchor);
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/**
 * Where a page's programs run, so that imports resolve as its reader's would: its package, or that of its guide, the suites' for pages that
 * sign one, the command's for pages about everything.
 */
function programFolder(page: string): string {
  const guided = page.replace(/^docs\/guides\/(.+)\.md$/, "packages/$1");
  const signs = blocksOf(page).some(({ code }) => code.includes('"@holdall/conformance"'));
  const hasGuide = existsSync(join(root, guided, "src"));
  const owner =
    /^(packages|apps)\/[^/]+/.exec(page)?.[0] ?? (hasGuide ? guided : signs ? "packages/conformance" : "apps/cli");
  return join(root, owner, ".run", page.replace(/\W+/g, "-"));
}
