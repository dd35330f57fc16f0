import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  contentText,
  createRegistry,
  deny,
  firstOf,
  openSession,
  type Policy,
  type Tool,
  toPath,
} from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { readTracker } from "../../history/read-tracker.ts";
import type { GrepFilesOutput } from "../../search/grep-schema.ts";
import { grepFiles } from "./grep-files.ts";

type Files = Record<string, string | Uint8Array>;

const sessionOn = (files: Files, policy: Policy = allow()) =>
  openSession(createRegistry([grepFiles({ backend: memoryBackend({ files }) }) as Tool]), { policy });

async function grep(files: Files, input: Record<string, unknown>, policy?: Policy) {
  const result = await sessionOn(files, policy).call("grep_files", input);
  if (!result.ok) throw result.error;
  const output = result.output as GrepFilesOutput;
  const hits = output.files.flatMap(({ path, rows }) =>
    rows.filter(({ match }) => match).map(({ line }) => `${path}:${line}`),
  );
  return { ...output, hits, shown: contentText(result.content) };
}

const many = (count: number, text = "hit") => Array.from({ length: count }, (_, i) => `${text} ${i}`).join("\n");

test("a working folder that is not there is refused with near names, and one that is a file is searched", async () => {
  const backend = memoryBackend({ files: { "/source/a.ts": "needle" } });
  const from = (cwd: string) =>
    openSession(createRegistry([grepFiles({ backend }) as Tool]), { policy: allow(), cwd: toPath(cwd) });
  const gone = await from("/sourcce").call("grep_files", { pattern: "needle" });
  expect(gone).toMatchObject({ ok: false, error: { code: "not_found", hint: expect.stringContaining("/source") } });
  const file = await from("/source/a.ts").call("grep_files", { pattern: "needle" });
  expect(file).toMatchObject({ ok: true, output: { searched: 1, total: 1 } });
});

describe("matches", () => {
  const files = {
    "/b.ts": "x\nneedle(1)\n",
    "/a.ts": "Needle\nneedle needle",
    "/src/c.py": "needles",
    "/.env": "needle",
  };

  test("come by path, then line, each line once, hidden files left out", async () => {
    const { hits } = await grep(files, { pattern: "needle", context: 0 });
    expect(hits).toEqual(["/a.ts:2", "/b.ts:2", "/src/c.py:1"]);
  });

  test.each([
    [{ pattern: "needle", ignore_case: true }, 4],
    [{ pattern: "needle", word: true }, 2],
    [{ pattern: "needle(1)", literal: true }, 1],
    [{ pattern: String.raw`needle\(\d\)` }, 1],
    [{ pattern: "needle", hidden: true }, 4],
    [{ pattern: "needle", glob: "*.ts" }, 2],
    [{ pattern: "needle", glob: "*.ts,!b.*" }, 1],
    [{ pattern: "needle", glob: "!src" }, 2],
    [{ pattern: "needle", glob: "src/" }, 1],
    [{ pattern: "needle", type: "py" }, 1],
    [{ pattern: "needle", path: "/src" }, 1],
    [{ pattern: "needle", path: "/.env" }, 1],
    [{ pattern: "x\nneedle", multiline: true }, 2],
    [{ "-i": true, pattern: "NEEDLE", head_limit: 10 }, 4],
  ])("%j finds %i", async (input, count) => {
    expect((await grep(files, { context: 0, ...input })).hits).toHaveLength(count);
  });

  test("rows show numbers, context and gaps", async () => {
    const text = ["1", "2 hit", "3", "4", "5", "6 hit", "7"].join("\n");
    const { shown } = await grep({ "/a": text }, { pattern: "hit", context: 1 });
    expect(shown).toBe("/a\n1- 1\n2: 2 hit\n3- 3\n--\n5- 5\n6: 6 hit\n7- 7");
  });

  test("no lines around a match come unasked, however few matches there are", async () => {
    const one = { "/a": `${many(20, "row")}\nhit\n${many(20, "row")}` };
    expect((await grep(one, { pattern: "hit" })).shown).toBe("/a\n21: hit");
    expect((await grep(one, { pattern: "hit", context: 1 })).files[0]?.rows).toHaveLength(3);
  });

  test("max_per_file: 0 is refused, with the way to see all", async () => {
    const result = await sessionOn({ "/a": "hit" }).call("grep_files", { pattern: "hit", max_per_file: 0 });
    expect(!result.ok && result.error.message).toMatch(/max_per_file: must be 1 or more; leave it out to see all/);
  });

  test("in multiline a dot ends at the line, as in ripgrep, unless multiline_dotall is asked for", async () => {
    const files = { "/a": "begin\nmiddle\nend\n" };
    expect((await grep(files, { pattern: "begin.*end", multiline: true })).hits).toEqual([]);
    expect((await grep(files, { pattern: "begin\\nmid.*", multiline: true })).hits).toEqual(["/a:1", "/a:2"]);
    const lines = ["/a:1", "/a:2", "/a:3"];
    expect((await grep(files, { pattern: "begin.*end", multiline_dotall: true })).hits).toEqual(lines);
    expect((await grep(files, { pattern: "(?s)begin.*end", multiline: true })).hits).toEqual(lines);
  });

  test("a binary file that was named says why no lines are shown", async () => {
    const files = { "/b.bin": Uint8Array.of(0, 1, 2, ...new TextEncoder().encode("needle"), 0) };
    const { shown } = await grep(files, { pattern: "needle", path: "/b.bin" });
    expect(shown).toBe("/b.bin is a binary file: it matches, but its lines are not shown.");
    expect((await grep(files, { pattern: "nothing", path: "/b.bin" })).shown).toBe(
      "No matches: /b.bin is a binary file.",
    );
  });

  test("encodings are searched as text, binary files are counted", async () => {
    const utf16 = Uint8Array.of(0xff, 0xfe, ...[..."a needle"].flatMap((char) => [char.charCodeAt(0), 0]));
    const latin = Uint8Array.of(0xe9, ...new TextEncoder().encode(" un needle là-bas\n").filter((byte) => byte < 128));
    const late = new TextEncoder().encode(`${"needle\n".repeat(20_000)}\0`);
    const { hits, left_out, shown } = await grep(
      { "/16": utf16, "/latin": latin, "/nul": late },
      { pattern: "needle", context: 0 },
    );
    expect(hits).toEqual(["/16:1", "/latin:1"]);
    expect(left_out?.binary).toBe(1);
    expect(shown).toContain("1 binary file matches: /nul.");
  });

  test("files_with_matches and count", async () => {
    expect((await grep(files, { pattern: "needle", output_mode: "files_with_matches" })).shown).toBe(
      "/a.ts\n/b.ts\n/src/c.py",
    );
    expect((await grep(files, { pattern: "needle", output_mode: "count", glob: "*.ts" })).shown).toContain(
      "/a.ts: 1\n/b.ts: 1",
    );
  });

  test("searching is not reading", async () => {
    const session = sessionOn(files);
    await session.call("grep_files", { pattern: "needle" });
    expect(session.state(readTracker).get(toPath("/a.ts"))).toBeUndefined();
  });
});

describe("limits", () => {
  test("pages join to the whole", async () => {
    const files = { "/a": many(130), "/b": many(60), "/c": "none" };
    const hits: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Awaited<ReturnType<typeof grep>> = await grep(files, { pattern: "hit", limit: 50, offset });
      hits.push(...page.hits);
      if (page.next_offset !== undefined) expect(page.shown).toContain(`Next: offset=${page.next_offset}.`);
      offset = page.next_offset;
    }
    expect(hits).toHaveLength(190);
    expect(new Set(hits).size).toBe(190);
  });

  test("a page that is exactly full is the last one", async () => {
    const { next_offset, total } = await grep({ "/a": many(50) }, { pattern: "hit", limit: 50 });
    expect([next_offset, total]).toEqual([undefined, 50]);
  });

  test("bug-zed-64030: one minified line cannot flood the answer, and the match is in what is shown", async () => {
    const { shown, files } = await grep(
      { "/min.js": `${"a".repeat(2e6)}NEEDLE${"b".repeat(2e6)}` },
      { pattern: "NEEDLE" },
    );
    expect(shown.length).toBeLessThan(1_000);
    expect(shown).toContain("NEEDLE");
    expect(files[0]?.rows[0]).toMatchObject({ clipped: true, column: 2_000_001 });
  });

  test("the whole answer is bounded, whatever the limit", async () => {
    const { shown, next_offset } = await grep(
      { "/a": `${"x".repeat(300)}\n`.repeat(5_000) },
      { pattern: "x", limit: 5_000 },
    );
    expect(shown.length).toBeLessThan(60_000);
    expect(next_offset).toBeGreaterThan(0);
  });

  test("lines around matches count too, those of two matches once, and pages still join to the whole", async () => {
    const text = Array.from({ length: 6_000 }, (_, i) => (i % 100 === 50 ? `hit ${i}` : "x".repeat(100))).join("\n");
    const [lines, matches]: [Set<number>, number[]] = [new Set(), []];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Awaited<ReturnType<typeof grep>> = await grep(
        { "/a": text },
        { pattern: "hit", context: 90, offset },
      );
      expect(page.shown.length).toBeLessThan(70_000);
      for (const { line, match } of page.files[0]?.rows ?? []) {
        lines.add(line);
        if (match) matches.push(line);
      }
      offset = page.next_offset;
    }
    expect(matches).toEqual(Array.from({ length: 60 }, (_, i) => i * 100 + 51));
    expect(lines.size).toBe(6_000);
    const dense = await grep({ "/a": "hit\n".repeat(100) }, { pattern: "hit", context: 100 });
    expect(dense.hits).toHaveLength(100);
  });

  test("one match does not bring a whole file along", async () => {
    const { shown, files } = await grep(
      { "/a": `${many(900, "row")}\nhit\n${many(900, "row")}` },
      { pattern: "hit", context: 900 },
    );
    expect(files[0]?.rows).toHaveLength(201);
    expect(shown).toContain("At most 100 lines around a match are shown.");
  });

  test("max_per_file says that it hid matches", async () => {
    const { hits, left_out, shown } = await grep(
      { "/a": many(9), "/b": "hit" },
      { pattern: "hit", max_per_file: 2, context: 0 },
    );
    expect(hits).toEqual(["/a:1", "/a:2", "/b:1"]);
    expect(left_out).toEqual({ max_per_file: 1 });
    expect(shown).toContain("max_per_file left out matches in 1 file.");
  });
});

describe("finding nothing says why (bug-opencode-15860, bug-forge-282)", () => {
  const files = { "/src/a.ts": "arr[0] = x", "/dist/a.js": "hidden", "/.gitignore": "dist/" };
  const code = async (input: Record<string, unknown>) => {
    const result = await sessionOn(files).call("grep_files", input);
    return { code: result.ok ? "ok" : result.error.code, shown: contentText(result.content) };
  };

  test("the path is missing", async () => {
    const { code: failed, shown } = await code({ pattern: "x", path: "/srk" });
    expect(failed).toBe("not_found");
    expect(shown).toContain("Did you mean /src?");
  });

  test("no file fits", async () => {
    expect((await code({ pattern: "x", glob: "*.nope" })).shown).toContain(
      "Nothing was searched: there is no file below / that matches glob *.nope.",
    );
  });

  test("no line matches in N files, with what ignore rules hid", async () => {
    const { shown } = await code({ pattern: "hidden" });
    expect(shown).toContain("No matches in 1 file.");
    expect(shown).toContain("1 entry hidden by ignore rules (ignored: true shows them).");
    expect((await grep(files, { pattern: "hidden", ignored: true })).hits).toEqual(["/dist/a.js:1"]);
    expect((await grep(files, { pattern: "hidden", path: "/dist/a.js" })).hits).toEqual(["/dist/a.js:1"]);
  });

  test("a text that was read as a pattern, and a pattern that was read as text", async () => {
    expect((await code({ pattern: "arr[0]" })).shown).toContain("set literal: true");
    expect((await code({ pattern: "a.*b", literal: true })).shown).toContain("looks like a regular expression");
  });

  test("the text is there in another case, or in dot files", async () => {
    expect((await code({ pattern: "ARR" })).shown).toContain("It matches when case is ignored (ignore_case: true).");
    expect((await code({ pattern: "ARR", ignore_case: true, literal: true })).shown).not.toContain("case is ignored");
    expect((await code({ pattern: "zzz" })).shown).not.toContain("case is ignored");
    const { shown } = await grep({ "/a": "x", "/b": "x", "/.c": "needle" }, { pattern: "needle" });
    expect(shown).toBe("No matches in 2 files. Dot files were skipped (hidden: true includes them).");
  });

  test("binary files are not searched unless named, as in ripgrep", async () => {
    const files = { "/a": "x", "/b.bin": "\0needle", "/c.bin": "\0" };
    expect((await grep(files, { pattern: "needle" })).shown).toContain("No matches in 3 files.");
    expect((await grep(files, { pattern: "needle", path: "/b.bin" })).left_out?.binary).toBe(1);
  });

  test.each(Array.from(`"'\`!%,:;=@_`))("\\%s is the character itself, as in ripgrep 15", async (sign) => {
    expect((await grep({ "/a": `x${sign}y\n` }, { pattern: `x\\${sign}y` })).hits).toEqual(["/a:1"]);
  });

  test.each([
    ["a$", {}, ["/a:1", "/a:3"]],
    ["^one$", {}, ["/a:2"]],
    [";$", {}, ["/a:4"]],
    ["\\s$", {}, []],
    ["^$", {}, ["/a:5"]],
    ["a\\nb", { multiline: true }, ["/a:3", "/a:4"]],
    ["a\nb", { multiline: true, literal: true }, ["/a:3", "/a:4"]],
    ["a\\r$", {}, ["/a:1", "/a:3"]],
    ["[\\r]", {}, ["/a:1", "/a:2", "/a:3", "/a:4", "/a:5"]],
  ])("lines end before their \\r\\n: %s %j", async (pattern, options, hits) => {
    const found = await grep({ "/a": "a\r\none\r\na\r\nb;\r\n\r\nlast" }, { pattern, ...options });
    expect(found.hits).toEqual(hits);
    if (!pattern.includes("r")) expect(JSON.stringify(found.files)).not.toContain("\\r");
  });

  test("an error shows where in the pattern it is", async () => {
    expect((await code({ pattern: "ab(c" })).shown).toContain("\n  ab(c\n    ^");
  });

  test("a pattern that cannot be used is an error with its position and two ways out", async () => {
    const { code: failed, shown } = await code({ pattern: "fo(o" });
    expect(failed).toBe("invalid_input");
    expect(shown).toContain("(at character 3)");
    expect(shown).toContain("set literal: true");
  });

  test("an unknown type names near ones", async () => {
    expect((await code({ pattern: "x", type: "pyt" })).shown.replace("pyt", "")).toMatch(/\bpy\b/);
  });
});

test("bug-opencode-17073: what may not be read does not show up", async () => {
  const policy = firstOf(deny({ under: "/secret" }), deny({ under: "/src/.env" }), allow());
  const files = { "/secret/key": "needle", "/src/.env": "needle", "/src/a": "needle" };
  const { hits, left_out, shown } = await grep(files, { pattern: "needle", hidden: true }, policy);
  expect(hits).toEqual(["/src/a:1"]);
  expect(left_out?.not_permitted).toBe(2);
  expect(shown).not.toContain("secret");
});

test("what takes a person's yes does not show up without one", async () => {
  const policy: Policy = ({ access }) =>
    ({ effect: access?.target === "/k" ? "ask" : "allow", prompt: "?", reason: "" }) as never;
  expect((await grep({ "/k": "needle", "/a": "needle" }, { pattern: "needle", context: 0 }, policy)).hits).toEqual([
    "/a:1",
  ]);
});

test("a search stops when it is cancelled", async () => {
  const session = sessionOn(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`/f${i}`, "x".repeat(2_000)])));
  const controller = new AbortController();
  const running = session.call("grep_files", { pattern: "[a-z]+y" }, { signal: controller.signal });
  controller.abort();
  const result = await running;
  expect(!result.ok && result.error.code).toBe("aborted");
});
