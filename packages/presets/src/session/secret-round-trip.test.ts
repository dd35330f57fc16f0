import { memoryBackend } from "@holdall/backends-memory";
import { createScrubber } from "@holdall/middleware";
import { allow, contentText, createRegistry, openSession, type ToolEvent, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { coding } from "../sets/coding.ts";

const known = "s3cr3t/Va+lue&9=Z";
const pem = [
  "-----BEGIN RSA PRIVATE KEY-----",
  ...[1, 2, 3].map((n) => `MIIEpAIBAAKCAQEA${n}${"q7Zx81Qw9LmN0pR7sTuV3yK5".repeat(2)}`.slice(0, 64)),
  "-----END RSA PRIVATE KEY-----",
].join("\n");

/** File tools behind a scrubber, as a library's user puts them together, and what the model reads of them. */
function open(files: Record<string, string>, dryRun = false) {
  const backend = memoryBackend({ files });
  const events: ToolEvent[] = [];
  const session = openSession(createRegistry(fsTools({ backend })), {
    policy: allow(),
    use: [createScrubber({ secrets: { DEPLOY_KEY: known } }).middleware],
    onEvent: (event) => events.push(event),
    dryRun,
  });
  const call = async (tool: string, input: Record<string, unknown>) => {
    const result = await session.call(tool, input);
    return { ok: result.ok, text: contentText(result.content), error: result.ok ? undefined : result.error };
  };
  const bytes = async (path: string) => Buffer.from((await backend.read(toPath(path))).bytes).toString();
  const shown = async (path: string) =>
    (await call("read_file", { path })).text
      .split("\n")
      .flatMap((line) => /^\s*\d+ {2}(.*)$/.exec(line)?.[1] ?? [])
      .join("\n");
  return { call, bytes, shown, events, session };
}

test("a file that is read and written back keeps its secrets", async () => {
  const before = `# settings\nkey = ${known}\nencoded: ${Buffer.from(known).toString("base64")}\n${pem}\nend\n`;
  const { call, bytes, shown, events } = open({ "/a.txt": before });
  const text = await shown("/a.txt");
  expect(text).toContain("key = [secret DEPLOY_KEY]");
  const content = `${text.replace("# settings", "# new settings").replace("end", "the end")}\n`;
  expect(await call("write_file", { path: "/a.txt", content })).toMatchObject({ ok: true });
  expect(await bytes("/a.txt")).toBe(before.replace("# settings", "# new settings").replace("end", "the end"));
  expect(JSON.stringify(events)).not.toContain(known);
});

test("an edit whose old_string has a placeholder matches the real line, in every tool that edits", async () => {
  const before = `one\nkey = ${known}\n${pem}\nlast\n`;
  const after = before.replace("one", "1").replace("key =", "KEY =").replace("last", "z");
  const hidden = { key: "[secret DEPLOY_KEY]", pem: "[secret private key]" };
  const [old, fresh] = ["key", "KEY"].map((name) => `${name} = ${hidden.key}\n${hidden.pem}`);
  const ways: [string, Record<string, unknown>][][] = [
    [["edit_file", { old_string: `one\n${old}\nlast`, new_string: `1\n${fresh}\nz` }]],
    [
      [
        "multi_edit",
        {
          edits: [
            { old_string: `${old}\n`, new_string: "" },
            { old_string: "one\n", new_string: `1\n${fresh}\n` },
            { old_string: "last", new_string: "z" },
          ],
        },
      ],
    ],
    [
      [
        "apply_patch",
        {
          patch: `*** Begin Patch\n*** Update File: /a.txt\n@@\n-one\n-key = ${hidden.key}\n+1\n+KEY = ${hidden.key}\n ${hidden.pem}\n-last\n+z\n*** End Patch`,
        },
      ],
    ],
    [
      ["edit_file", { old_string: "key = [secret", new_string: "x = [secret" }],
      ["edit_file", { old_string: `key  = ${hidden.key}  `, new_string: `KEY = ${hidden.key}` }],
      ["edit_file", { old_string: "one", new_string: "1" }],
      ["edit_file", { old_string: `${hidden.pem}\nlast`, new_string: `${hidden.pem}\nz` }],
    ],
  ];
  for (const way of ways) {
    const { call, bytes } = open({ "/a.txt": before });
    await call("read_file", { path: "/a.txt" });
    for (const [tool, input] of way) await call(tool, tool === "apply_patch" ? input : { path: "/a.txt", ...input });
    expect(await bytes("/a.txt"), way[0]?.[0]).toBe(after);
  }
});

test("a placeholder that the file has no value for is refused, with the next move, and nothing is written", async () => {
  const { call, bytes } = open({ "/a.txt": "one\n", "/b.txt": `key = ${known}\n` });
  for (const path of ["/a.txt", "/b.txt"]) await call("read_file", { path });
  const line = "key = [secret DEPLOY_KEY]";
  const patch = (section: string) => ({ patch: `*** Begin Patch\n${section}\n*** End Patch` });
  for (const [tool, input] of [
    ["write_file", { path: "/new.txt", content: `a\n${line}\n` }],
    ["write_file", { path: "/a.txt", content: `one\n${line}\n` }],
    ["append_file", { path: "/a.txt", content: line }],
    ["append_file", { path: "/new.txt", content: line }],
    ["edit_file", { path: "/a.txt", old_string: "one", new_string: line }],
    ["multi_edit", { path: "/a.txt", edits: [{ old_string: "one", new_string: line }] }],
    ["apply_patch", patch(`*** Add File: /new.txt\n+${line}`)],
    ["apply_patch", patch(`*** Update File: /a.txt\n@@\n-one\n+${line}`)],
  ] as const) {
    const { error } = await call(tool, input);
    expect(error, tool).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("[secret DEPLOY_KEY]"),
    });
    expect(error?.hint, tool).toContain("user");
  }
  expect(await bytes("/a.txt")).toBe("one\n");
  await expect(bytes("/new.txt")).rejects.toMatchObject({ code: "not_found" });
});

test("several values behind one placeholder go back to where each stood, or the call is refused", async () => {
  const [one, two] = ["AKIAQ7ZX81QW9LMN0PR7", "AKIAZZ11YY22XX33WW44"];
  const before = `first: ${one}\nsecond: ${two}\n`;
  const write = async (content: string) => {
    const { call, bytes } = open({ "/a.yaml": before });
    await call("read_file", { path: "/a.yaml" });
    const { error } = await call("write_file", { path: "/a.yaml", content });
    return error ? `${error.code}: ${error.message}` : await bytes("/a.yaml");
  };
  const key = "[secret AWS key]";
  expect(await write(`second: ${key}\nfirst: ${key}\n`)).toBe(`second: ${two}\nfirst: ${one}\n`);
  expect(await write(`first:  "${key}"\nsecond: '${key}'\nthird: 3\n`)).toBe(
    `first:  "${one}"\nsecond: '${two}'\nthird: 3\n`,
  );
  expect(await write(`a: ${key}\nb: ${key}\n`)).toMatch(/^invalid_input: .*2 different values/);
});

test("a placeholder that stands in a file as text stays text", async () => {
  const before = "Hidden values are shown as [secret DEPLOY_KEY].\n";
  const { call, bytes, shown } = open({ "/a.md": before });
  const content = `${await shown("/a.md")} Always.\n`;
  expect(await call("write_file", { path: "/a.md", content })).toMatchObject({ ok: true });
  expect(await bytes("/a.md")).toBe(content);
  const both = open({ "/b.md": `Shown as [secret DEPLOY_KEY]: x\nkey: ${known}\n` });
  await both.call("read_file", { path: "/b.md" });
  const edited = { old_string: "key: [secret DEPLOY_KEY]", new_string: "KEY: [secret DEPLOY_KEY]" };
  expect(await both.call("edit_file", { path: "/b.md", ...edited })).toMatchObject({ ok: true });
  expect(await both.bytes("/b.md")).toBe(`Shown as [secret DEPLOY_KEY]: x\nKEY: ${known}\n`);
});

test("cells of notebooks keep their secrets", async () => {
  const notebook = (source: string) =>
    `${JSON.stringify({ cells: [{ cell_type: "code", execution_count: null, id: "c1", metadata: {}, outputs: [], source: [source] }], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
  const { call, bytes } = open({ "/a.ipynb": notebook(`key = '${known}'`) });
  expect((await call("read_file", { path: "/a.ipynb" })).text).toContain("[secret DEPLOY_KEY]");
  const edit = { path: "/a.ipynb", cell_id: "c1", new_source: "KEY = '[secret DEPLOY_KEY]'" };
  expect(await call("edit_notebook", edit)).toMatchObject({ ok: true });
  expect(await bytes("/a.ipynb")).toBe(notebook(`KEY = '${known}'`));
});

test("a dry run shows the same as the real run", async () => {
  const { call } = open({ "/a.txt": `key = ${known}\n` }, true);
  const edit = { path: "/a.txt", old_string: "key = [secret DEPLOY_KEY]", new_string: "KEY = [secret DEPLOY_KEY]" };
  await call("read_file", { path: "/a.txt" });
  expect(await call("edit_file", edit)).toMatchObject({ ok: true });
});

test("a command that has a placeholder in it is refused: the shell would get these words", async () => {
  const preset = coding({ root: process.cwd(), middleware: { secrets: { DEPLOY_KEY: known } } });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const result = await session.call("bash", { command: "echo '[secret DEPLOY_KEY]' | wc -c" });
  expect(result).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  expect(contentText(result.content)).toContain("edit_file");
});

/** mulberry32: the same seed, the same numbers. */
function createRandom(seed: number) {
  let state = seed;
  return (end: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

test("whatever else a model changes in what it was shown, secrets keep their bytes or nothing is written", async () => {
  const runs = Number(process.env.HOLDALL_SECRET_RUNS ?? 150);
  let written = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const below = createRandom(seed);
    const pick = <T>(items: readonly T[]) => items[below(items.length)] as T;
    const forms = [
      known,
      Buffer.from(known).toString("base64"),
      encodeURIComponent(known),
      JSON.stringify(known).slice(1, -1),
      Buffer.from(known).toString("hex"),
      "AKIAQ7ZX81QW9LMN0PR7",
      "AKIAZZ11YY22XX33WW44",
      pem,
      "postgres://app:hunter2xY@db.internal/app",
    ];
    const eol = pick(["\n", "\n", "\r\n"]);
    const secrets = Array.from({ length: 1 + below(4) }, () => pick(forms).replaceAll("\n", eol));
    const words = () => `${pick(["alpha", "beta", "gamma"])}${below(50)}`;
    const lines = Array.from({ length: 2 + below(8) }, words);
    for (const [i, secret] of secrets.entries()) lines.splice(below(lines.length + 1), 0, `name${i} = ${secret}`);
    const before = lines.join(eol) + eol;
    const { call, bytes, shown } = open({ "/a.txt": before });
    const seen = (await shown("/a.txt")).split("\n");
    const fresh = seen.flatMap((line) => {
      const kept = line.includes("[secret ");
      const action = below(6);
      if (action === 0) return kept ? [`  ${line}`] : [];
      if (action === 1) return [words(), line];
      return action === 2 && kept ? [`${line} # ${words()}`] : [line];
    });
    const expected = secrets.map((secret) => secret);
    const [old_string, new_string] = [seen.join("\n"), fresh.join("\n")];
    const rows = [...seen.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)];
    const [tool, input] = pick<[string, Record<string, unknown>]>([
      ["write_file", { path: "/a.txt", content: `${new_string}\n` }],
      ["edit_file", { path: "/a.txt", old_string, new_string }],
      ["multi_edit", { path: "/a.txt", edits: [{ old_string, new_string: `${new_string}\nx` }] }],
      [
        "apply_patch",
        { patch: ["*** Begin Patch", "*** Update File: /a.txt", "@@", ...rows, "*** End Patch"].join("\n") },
      ],
    ]);
    const result = await call(tool, input);
    const after = await bytes("/a.txt");
    if (!result.ok) {
      expect(after, `seed ${seed}`).toBe(before);
      continue;
    }
    written++;
    for (const [i, secret] of expected.entries()) expect(after, `seed ${seed}`).toContain(`name${i} = ${secret}`);
    expect(after, `seed ${seed}`).not.toContain("[secret ");
  }
  expect(written).toBeGreaterThan(runs * 0.8);
});

test("what a model was not shown it changes by no edit, and learns from no error", async () => {
  const before = `// app, word\nconst app = "app";\nconst url = "postgres://app:p4ssw0rdXY@db/app"; // app\nconst key = "${known}";\n`;
  const files = open({ "/a.ts": before });
  await files.call("read_file", { path: "/a.ts" });
  const edit = (old_string: string, new_string: string, more = {}) =>
    files.call("edit_file", { path: "/a.ts", old_string, new_string, ...more });
  expect(await edit("4ssw0", "x")).toMatchObject({ ok: false, error: { code: "no_match" } });
  expect(await edit("s3cr3t/V", "x")).toMatchObject({ ok: false, error: { code: "no_match" } });
  expect((await edit("Va+lue", "x", { dry_run: true })).text).toBe(
    (await edit("Xq+lue", "x", { dry_run: true })).text.replace("Xq+lue", "Va+lue"),
  );
  const wrong = await edit(`const key = "s3cr3t/Va+lue&9=ZZ"; // ${"x".repeat(30)}`, "y");
  expect(wrong.text + JSON.stringify(wrong.error?.data)).not.toMatch(/a\+lue&9|9=Z"/);
  const patch = `*** Begin Patch\n*** Update File: /a.ts\n@@\n-const key = "s3cr3t/Va+lue&9=ZX";\n+y\n*** End Patch`;
  expect((await files.call("apply_patch", { patch })).text).not.toContain('9=Z"');
  expect(await files.bytes("/a.ts")).toBe(before);
  expect(await edit("rd", "rk", { replace_all: true })).toMatchObject({ ok: true });
  expect(await edit("app", "api", { replace_all: true })).toMatchObject({ ok: true });
  expect(await edit(`"${known}"`, '"rotated"')).toMatchObject({ ok: true });
  const after = before.replace("word", "work").replace(/app/g, "api").replace(known, "rotated");
  expect(await files.bytes("/a.ts")).toBe(after);
});
