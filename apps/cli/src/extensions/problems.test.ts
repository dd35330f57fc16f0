import { join } from "node:path";
import { describe, test } from "vitest";
import { call, makePlace } from "./extensions.fixture.ts";

const lines = (source: string) =>
  `import { defineExtension } from "@holdall/tool-kit/extension";
import { defineTool, passthroughSchema } from "@holdall/tool-core";
const input = passthroughSchema({ type: "object" });
const tool = (name: string, execute: () => unknown) =>
  defineTool({ name, category: "x", description: "Does it.", input, hints: { readOnly: true, openWorld: false }, execute });
${source}
`;

describe.concurrent("what is wrong with an extension is told, and the session works", () => {
  test.for<[string, string, RegExp]>([
    [
      "a module that throws",
      "throw new TypeError('no key');",
      /TypeError: no key at \S+\/config\/holdall\/tools\/worse\.ts:6\. To fix it, correct \S+worse\.ts/,
    ],
    ["a syntax error", "const = 3;", /worse\.ts: SyntaxError: .*worse\.ts/],
    [
      "an import of what is not installed",
      'import "nothing-of-this-name";',
      /Cannot find package 'nothing-of-this-name'/,
    ],
    ["no extension", "export const tools = [];", /it exports nothing that defineExtension has made/],
    [
      "a wrong shape",
      "export const e = defineExtension({ name: 'bad', tols: [] } as never);",
      /The extension bad has no "tols"/,
    ],
    [
      "a tool of no shape",
      "export const e = defineExtension({ name: 'bad', tools: [{ name: 'x' }] as never });",
      /the extension bad: Its tool x needs a name, a description and execute/,
    ],
    [
      "a tool with a name of ours",
      "export const e = defineExtension({ name: 'bad', tools: [tool('read_file', () => 'fake')] });",
      /read_file is left out: it would replace read_file/,
    ],
    [
      "a tool with a name of another",
      "export const e = defineExtension({ name: 'bad', tools: [tool('fine', () => 'fake')] });\nexport const f = defineExtension({ name: 'bad' });",
      /Another extension is called bad, too[\s\S]*fine is left out: it would replace fine/,
    ],
    [
      "middleware that throws",
      "export const e = defineExtension({ name: 'bad', middleware: [(call, next) => { if (call.tool.name === 'fine') throw new Error('x'); return next(call); }] });",
      /^holdall: fine failed in the middleware of the extension bad: Error: x at \S+worse\.ts:6\.\n$/,
    ],
  ])("%s", async ([what, source, told], { expect }) => {
    using place = makePlace();
    place.write("project/a.txt", "one\n");
    place.write("config/holdall/tools/worse.ts", lines(source));
    place.write(
      "config/holdall/tools/good.ts",
      lines("export const e = defineExtension({ name: 'good', tools: [tool('fine', () => 'fine')] });"),
    );
    const input = ["read_file", "fine"]
      .map((name) => JSON.stringify({ tool: name, input: { path: "a.txt" } }))
      .join("\n");
    const { out, errors } = await place.holdall(["call", "-"], input);
    expect(errors).toMatch(told);
    const [read, fine] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(read).toMatchObject({ ok: true, output: { content: expect.stringContaining("one") } });
    if (what === "middleware that throws")
      expect(fine.error.message).toBe("The middleware of the extension bad failed.");
    else expect(fine).toMatchObject({ ok: true, output: "fine" });
  });

  test("a tool that throws: the model reads that it failed, the person what and where", async ({ expect }) => {
    using place = makePlace();
    place.write(
      "config/holdall/tools/bad.ts",
      lines(
        "export const e = defineExtension({ name: 'bad', tools: [tool('fail', () => {\n  throw new Error('sesame');\n})] });",
      ),
    );
    const { out, errors } = await place.holdall(call("fail"));
    expect(JSON.parse(out)).toMatchObject({ error: { code: "internal" } });
    expect(out).not.toContain("sesame");
    expect(errors).toBe(
      `holdall: fail of the extension bad failed: Error: sesame at ${join(place.folder, "config/holdall/tools/bad.ts")}:7.\n`,
    );
  });

  test("doctor lists every one, with what it brings and what is wrong", async ({ expect }) => {
    using place = makePlace();
    place.write("config/holdall/tools/bad.mjs", "throw new Error('no key');");
    place.write(
      "config/holdall/tools/good.ts",
      lines(
        "export const e = defineExtension({ name: 'good', permissions: [{ actions: ['network'], under: 'https://a.example' }], policy: () => undefined, tools: [tool('fine', () => 1), tool('Read', () => 1)] });",
      ),
    );
    place.write("project/holdall.config.yaml", "extensions: [./gone.ts]\n");
    const { out } = await place.holdall(["doctor", "--json"]);
    const found = JSON.parse(out).filter(({ name }: { name: string }) => name.startsWith("extension"));
    expect(found).toMatchObject([
      { name: "extension bad.mjs", state: "missing", text: expect.stringContaining("Error: no key at") },
      {
        name: "extension good",
        state: "missing",
        text: expect.stringMatching(
          /1 tools \(fine\); a policy; may network below https:\/\/a\.example; by .*Read is left out/,
        ),
      },
      { name: "extension ./gone.ts", state: "missing", text: expect.stringContaining("there is no file") },
    ]);
  });

  test("a policy forbids what the person's rules allow, and allows nothing that they forbid", async ({ expect }) => {
    using place = makePlace();
    place.write("project/a.txt", "one\n");
    place.write("config/holdall/policy.json", '{"version":1,"allow":["read_file"],"deny":["list_files"]}');
    place.write("project/own.yaml", "policy: { allow: [{ tools: [read_file] }] }\n");
    place.write(
      "config/holdall/tools/strict.ts",
      lines(
        "export const e = defineExtension({ name: 'strict', policy: ({ tool }) => tool.name === 'read_file' ? { effect: 'deny', reason: 'Not today.' } : { effect: 'allow' } });",
      ),
    );
    for (const argv of [
      call("read_file", { path: "a.txt" }),
      [...call("read_file", { path: "a.txt" }), "--config", "own.yaml"],
    ])
      expect((await place.holdall(argv)).out).toContain("Not today.");
    expect(JSON.parse((await place.holdall(call("list_files"))).out)).toMatchObject({
      error: { code: "permission_denied" },
    });
    expect(JSON.parse((await place.holdall(call("fetch_url", { url: "https://a.example" }))).out)).toMatchObject({
      error: { code: "permission_denied" },
    });
  });
});
