import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap, noSandbox, probeSandbox } from "@holdall/sandbox";
import { contentText, openSession } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
import { type ReadonlyOptions, readonly } from "../sets/readonly.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-readonly-")));
writeFileSync(join(root, "a.txt"), "one\n");
afterAll(() => rmSync(root, { recursive: true }));

const { works, problems } = await probeSandbox(bubblewrap);
const why = works ? "" : ` (skipped: bubblewrap does not work here: ${problems.join(" ")})`;

function open(options: ReadonlyOptions) {
  const preset = readonly({ root, ...options });
  return { preset, session: openSession(preset.registry, { ...preset, approve: () => true }) };
}

describe("readonly has no shell", () => {
  test.each([
    ["that nobody asked for", {}],
    ["without a sandbox", { shell: {} }],
    ["where the sandbox confines nothing", { shell: { sandbox: noSandbox } }],
    [
      "where the sandbox does not know the level",
      { shell: { sandbox: { ...noSandbox, confines: (level: string) => level === "default" } } },
    ],
  ] as const)("%s", (_, options) => {
    const { preset } = open(options);
    for (const name of ["bash", "task_output"]) expect(preset.registry.get(name)).toBeUndefined();
    expect(preset.instructions).not.toContain("bash");
  });

  test("that runs anything where the sandbox that is found with the first command is none, whatever rules say", async () => {
    const { session } = open({ shell: { sandbox: async () => noSandbox }, permissions: { mode: "bypass" } });
    expect(await session.call("bash", { command: "ls" })).toMatchObject({
      ok: false,
      error: { code: "permission_denied", message: expect.stringContaining("no sandbox to keep them from changing") },
    });
  });
});

// The probe says why it does not work here.
describe.skipIf(!works)(`the shell of readonly, in bubblewrap${why}`, () => {
  const options: ReadonlyOptions = { shell: { sandbox: async () => bubblewrap({ roots: [root] }) } };

  test("runs commands that change nothing, whatever they are", async () => {
    const { session } = open({ ...options, permissions: { mode: "bypass" } });
    const run = async (command: string) => contentText((await session.call("bash", { command })).content);
    expect(await run("cat a.txt | tr a-z A-Z > $TMPDIR/x; cat $TMPDIR/x")).toMatch(/^ONE\n/);
    for (const command of [
      "x=a.txt; echo bad > $x",
      "eval 'rm -f a.txt'",
      "$(echo touch) new",
      "mkdir new",
      "rm a.txt",
      'python3 -c \'open("a.txt","w")\'',
    ])
      await run(command);
    expect(readdirSync(root)).toEqual(["a.txt"]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("one\n");
    await session[Symbol.asyncDispose]();
  });

  test("reaches no further, whoever agrees and whatever rules say", async () => {
    const { session } = open({ ...options, permissions: { mode: "bypass" } });
    for (const permissions of ["network", "git_write", "all"] as const)
      expect(await session.call("bash", { command: "ls", permissions })).toMatchObject({
        ok: false,
        error: { code: "permission_denied" },
      });
    await session[Symbol.asyncDispose]();
  });
});
