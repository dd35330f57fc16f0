import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type BackendFixture, backendCases } from "@holdall/conformance";
import { compileTextPattern, type TextPatternOptions } from "@holdall/pattern-core";
import { type Backend, comparePaths, type FileQuery, type Path, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { codeOf, testFolder } from "../_test-folder.fixture.ts";
import { nodeBackend } from "../node-backend.ts";
import type { NodeSearchOptions } from "../search-options.ts";

const everything: FileQuery = { hidden: false, ignored: false, wants: () => true, permits: () => true };

const searchIn = (
  backend: Backend,
  at: Path,
  pattern: string,
  options: TextPatternOptions = {},
  signal?: AbortSignal,
) => {
  const { requiredAny, ignoreCase, mayMatch } = compileTextPattern(pattern, options);
  const { literal = false, word = false, multiline = false } = options;
  const text = {
    pattern,
    literal,
    ignoreCase: ignoreCase || options.ignoreCase === true,
    word,
    multiline,
    requiredAny,
    mayMatch,
  };
  return backend.search?.(at, everything, text, { maxBytes: 1_000_000, signal }) ?? [];
};

const found = async (...asked: Parameters<typeof searchIn>) => {
  const all = await Array.fromAsync(searchIn(...asked));
  return { paths: all.flatMap(({ file }) => file?.path ?? []), counts: all.at(-1)?.counts };
};

/** Files with all kinds of names, the first and the last of which hold a needle, and a backend that asks a ripgrep at once. */
function setUp(search: NodeSearchOptions = {}) {
  const folder = testFolder();
  const { root, at } = folder;
  const names = ["-", "--help", "a b", "a\nb", 'a"b', "a: b (os error 1)", "ä/ö", "日本/語", ".hid", "z/last"];
  for (const name of names) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), /[-"語t]/.test(name) ? "one\nneedle 42\n" : "nothing\n");
  }
  const needles = names
    .filter((name) => /[-"語t]/.test(name))
    .map(at)
    .sort(comparePaths);
  const backend = nodeBackend({ roots: root, search: { readBytes: 0, indexBytes: 0, ...search } });
  return { ...folder, backend, needles };
}

/** A program that stands in for ripgrep; `names` are the files it is asked about. */
function program(folder: string, source: string): string {
  const path = join(folder, "fake-rg");
  const names = `const names = process.argv.slice(process.argv.indexOf("--") + 1);`;
  writeFileSync(path, `#!${process.execPath}\n${names}\n${source}`);
  chmodSync(path, 0o755);
  return path;
}

/** A program that never ends, and leaves its number in a file. */
const hanging = (file: string) =>
  `require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;

async function numberIn(file: string): Promise<number> {
  for (;;) {
    const number = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
    if (number > 0) return number;
    await nextTurn();
  }
}

async function untilGone(process_: number): Promise<void> {
  for (;;) {
    try {
      process.kill(process_, 0);
    } catch {
      return;
    }
    await nextTurn();
  }
}

describe("with ripgrep", () => {
  test.each<[string, TextPatternOptions?]>([
    ["needle", { literal: true }],
    ["[a-z]+ [0-9]{2}$"],
    ["NEEDLE", { ignoreCase: true }],
    ["one\nneedle", { literal: true, multiline: true }],
    ["(?s)e.n", { multiline: true }],
    ["\\w+ \\d"],
    ["x*"],
  ])("%j %o finds what reading all files finds", async (pattern, options) => {
    const { root, backend, at } = setUp();
    const alone = nodeBackend({ roots: root, search: { ripgrep: false, indexBytes: 0 } });
    const expected = await found(alone, at(""), pattern, options);
    expect(expected.paths.length).toBeGreaterThan(0);
    expect(await found(backend, at(""), pattern, options)).toEqual(expected);
  });

  test("a file that is above the bound, or gone, is not asked about", async () => {
    const { root, at, backend, needles } = setUp();
    writeFileSync(join(root, "large"), "needle".padEnd(1_000_001));
    expect(await found(backend, at(""), "needle")).toEqual({
      paths: needles,
      counts: { files: 10, ignored: 0, denied: 0, unreadable: 0, tooLarge: 1 },
    });
  });
});

// The odd programs are shell scripts.
// Programs here are scripts with a first line that names Node.
describe.skipIf(process.platform === "win32")("with a program that behaves oddly", () => {
  test("only what it picks is read", async () => {
    const { base } = testFolder();
    const { backend, at } = setUp({ ripgrep: program(base, "process.exit(1)") });
    expect((await found(backend, at(""), "needle")).paths).toEqual([]);
  });

  test("what it cannot read is read here", async () => {
    const { base } = testFolder();
    const complain = `console.error("rg: z/last: Permission denied (os error 13)"); process.exit(2)`;
    const { backend, at } = setUp({ ripgrep: program(base, complain) });
    expect((await found(backend, at(""), "needle")).paths).toEqual([at("z/last")]);
  });

  test.each([
    ["refuses the pattern", `console.error("rg: regex parse error"); process.exit(2)`],
    ["complains of a file nobody named", `console.error("rg: other: No such file (os error 2)"); process.exit(2)`],
    ["ends with an error", "process.exit(101)"],
    ["is killed", "process.kill(process.pid, 'SIGKILL')"],
    ["cannot start", "\0"],
  ])("one that %s never means that there is no match", async (_, source) => {
    const { base } = testFolder();
    const { backend, at, needles } = setUp({ ripgrep: program(base, source) });
    expect((await found(backend, at(""), "needle")).paths).toEqual(needles);
  });

  test("one that is not there never means that there is no match", async () => {
    const { backend, at, needles } = setUp({ ripgrep: "/no/such/rg" });
    expect((await found(backend, at(""), "needle")).paths).toEqual(needles);
  });

  test("one that never ends goes when the search is cancelled", async () => {
    const { base } = testFolder();
    const { backend, at } = setUp({ ripgrep: program(base, hanging(join(base, "pid"))) });
    const abort = new AbortController();
    const searching = codeOf(found(backend, at(""), "needle", {}, abort.signal));
    const running = await numberIn(join(base, "pid"));
    abort.abort();
    expect(await searching).toBe("aborted");
    await untilGone(running);
  });

  test("one that still runs goes when nobody asks for more", async () => {
    const { base } = testFolder();
    const pid = join(base, "pid");
    const answer = `if (names.includes("f0")) process.stdout.write(names.join("\\0") + "\\0"); else { ${hanging(pid)} }`;
    const { root, backend, at } = setUp({ ripgrep: program(base, answer) });
    for (let i = 0; i < 2_000; i++) writeFileSync(join(root, `f${i}`), "needle");
    let running = 0;
    for await (const { file } of searchIn(backend, at(""), "needle")) {
      running = await numberIn(pid);
      if (file) break;
    }
    await untilGone(running);
  });
});

describe("with ripgrep alone, every rule of the contract about searches holds:", () => {
  const make = (): BackendFixture => {
    const { root } = testFolder();
    const open = () => nodeBackend({ roots: root, search: { readBytes: 0, indexBytes: 0 } });
    const link = async (path: Path, target: string) => symlinkSync(target, path);
    return { backend: open(), root: toPath(root), reopen: async () => open(), link };
  };
  test.each(backendCases.search ?? [])("$name", ({ run }) => run(make()));
});

test("a small tree is searched without a program", async () => {
  const { base } = testFolder();
  const { root, at, needles } = setUp();
  const backend = nodeBackend({ roots: root, search: { ripgrep: program(base, "process.exit(1)"), indexBytes: 0 } });
  expect((await found(backend, at(""), "needle")).paths).toEqual(needles);
});
