import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { contentText, openSession } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";
import { readonly } from "../sets/readonly.ts";

const { works, problems } = await probeSandbox(bubblewrap);
const why = works ? "" : ` (skipped: bubblewrap does not work here: ${problems.join(" ")})`;
const mark = "holdall-test-denied";

const rules = [
  { allow: ["bash"], deny: ["read(.env)", "read(secret/**)", "write(locked/**)", "delete_file(kept.txt)"] },
] as const;

function workspace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-denied-")));
  for (const folder of ["secret", "locked", "app"]) mkdirSync(join(root, folder));
  for (const path of [".env", "secret/a.txt", "app/.env"]) writeFileSync(join(root, path), mark);
  for (const path of ["locked/a.txt", "kept.txt", "a.txt"]) writeFileSync(join(root, path), "content\n");
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

function open(options: CodingOptions = {}, root = workspace()) {
  const preset = coding({
    root,
    permissions: { rules, mode: "bypass" },
    shell: { sandbox: bubblewrap({ roots: [root] }) },
    ...options,
  });
  const asked: string[] = [];
  const approve = ({ prompt }: { readonly prompt: string }) => {
    asked.push(prompt);
    return false;
  };
  const session = openSession(preset.registry, { ...preset, approve });
  const bash = async (command: string, more: object = {}) => {
    const { content, ok } = await session.call("bash", { command, ...more });
    const whole = contentText(content);
    return { ok, whole, text: whole.replace(/\n\[exit code .*$/s, "") };
  };
  onTestFinished(() => session[Symbol.asyncDispose]());
  return { session, root, asked, bash };
}

// The probe says why the sandbox does not work here.
describe.skipIf(!works)(`commands in a sandbox${why}`, { timeout: 60_000 }, () => {
  test("read nothing that rules deny, and run unasked", async () => {
    const { bash, asked } = open();
    for (const command of [
      "x=.env; cat $x; cat /proc/$$/cwd/.e*",
      "find . -type f -exec cat {} +",
      "tar cf - . | tr -cd '[:alnum:]-'; mv app other; cat other/.e*",
      "perl -e 'open F, \".env\"; print <F>'; cat secr*/*",
    ]) {
      const { whole } = await bash(command);
      expect([command, whole.includes(mark)]).toEqual([command, false]);
    }
    expect((await bash("f() { cat $1; }; f .env")).whole).toContain("The rule read(.env) denies reading");
    expect((await bash("cat a.txt; echo new > b; cat b")).text).toBe("content\nnew");
    expect(asked).toEqual([]);
  });

  test("change nothing that rules deny", async () => {
    const { bash, root } = open();
    await bash('perl -e \'unlink "kept.txt"; unlink "locked/a.txt"; rename "locked", "x"\'');
    await bash("perl -pi -e s/content/x/ locked/a.txt kept.txt; cd locked; perl -e 'open F, \">n\"'");
    for (const path of ["locked/a.txt", "kept.txt"]) expect(readFileSync(join(root, path), "utf8")).toBe("content\n");
    expect(existsSync(join(root, "locked/n"))).toBe(false);
  });

  test("in the background and in the session's shell when a file appears later", async () => {
    const { bash, session, root } = open();
    await bash("x=1");
    mkdirSync(join(root, "later"));
    writeFileSync(join(root, "later/.env"), mark);
    expect((await bash("echo $x; perl -pe 1 later/.en[v]")).text).not.toContain(mark);
    expect((await bash("echo $x")).text).toContain("1");
    const started = await session.call("bash", { command: "perl -pe 1 .en[v]; echo done", run_in_background: true });
    const { task_id = "" } = Object(started.ok && started.output) as { readonly task_id?: string };
    const output = await session.call("task_output", { task_id, block: true });
    expect(contentText(output.content)).toContain("done");
    expect(contentText(output.content)).not.toContain(mark);
  });

  test("of the preset readonly, too", async () => {
    const root = workspace();
    const preset = readonly({
      root,
      permissions: { rules },
      shell: { sandbox: async () => bubblewrap({ roots: [root] }) },
    });
    await using session = openSession(preset.registry, preset);
    const { content } = await session.call("bash", { command: "perl -pe 1 .en[v] a.txt" });
    expect(contentText(content)).toContain("content");
    expect(contentText(content)).not.toContain(mark);
  });

  test("follow rules that are added later", async () => {
    const added: { deny: string[] }[] = [];
    const { bash } = open({ permissions: { rules: () => [...rules, ...added], mode: "bypass" } });
    expect((await bash("perl -pe 1 a.tx[t]")).text).toBe("content");
    added.push({ deny: ["read(a.txt)"] });
    expect((await bash("perl -pe 1 a.tx[t]")).text).not.toContain("content");
  });

  test("do not start unasked when a rule cannot be enforced", async () => {
    const { bash, asked } = open({ permissions: { rules: [{ deny: ["read(//**/*.pem)"] }], mode: "bypass" } });
    expect((await bash("perl -e 1")).text).toContain("read(//**/*.pem)");
    expect(asked).toEqual([expect.stringContaining("without a sandbox")]);
  });
});

describe("commands without a sandbox", () => {
  test("that may read what a rule denies ask, whatever rules and modes allow all commands", async () => {
    for (const mode of ["default", "bypass"] as const) {
      const { bash, asked } = open({ permissions: { rules, mode }, shell: {} });
      expect((await bash("perl -e 1")).ok).toBe(false);
      expect(asked).toEqual([expect.stringMatching(/perl -e 1.*No sandbox keeps it from what the rule read\(\.env\)/)]);
      expect((await bash("echo x; cat a.txt")).text).toBe("x\ncontent");
      expect(asked).toHaveLength(1);
    }
  });

  test("run unasked when a rule names them, or none denies a path", async () => {
    const named = [{ ...rules[0], allow: ["bash", "bash(perl -e:*)"] }];
    for (const permissions of [{ rules: named }, { rules: [{ allow: ["bash"] }] }, { mode: "bypass" } as const])
      expect((await open({ permissions, shell: {} }).bash("perl -e 'print 1'")).text).toBe("1");
  });
});

describe("move_file", () => {
  test.each([
    ["a file that may not be read", ".env", "free.txt", "read(.env)"],
    ["a folder with such a file in it", "app", "other", "read(.env)"],
    ["a folder that may not be read", "secret", "other", "read(secret/**)"],
    ["a file that may not be deleted", "kept.txt", "b.txt", "delete_file(kept.txt)"],
    ["a folder to where its files may not be written", "notes", "locked", "write(locked/**)"],
  ])("does not move %s, and names the rule", async (_, from, to, rule) => {
    const { session, root } = open({ shell: false });
    mkdirSync(join(root, "notes"));
    writeFileSync(join(root, "notes/a"), "");
    if (to === "locked") rmSync(join(root, to), { recursive: true });
    const result = await session.call("move_file", { from, to });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "permission_denied", message: expect.stringContaining(rule) },
    });
    expect([existsSync(join(root, from)), existsSync(join(root, to))]).toEqual([true, false]);
  });

  test("moves a folder of which nothing is denied", async () => {
    const { session, root } = open({ shell: false });
    mkdirSync(join(root, "notes/deep"), { recursive: true });
    writeFileSync(join(root, "notes/deep/a"), "");
    expect(await session.call("move_file", { from: "notes", to: "other" })).toMatchObject({ ok: true });
    expect(existsSync(join(root, "other/deep/a"))).toBe(true);
  });
});
