import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-middleware-"));
mkdirSync(join(folder, "project"));
writeFileSync(join(folder, "file"), "");
writeFileSync(join(folder, "project/a.txt"), "the key is k-31415926\n");
afterAll(() => rmSync(folder, { recursive: true }));

const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), SOME_API_KEY: "k-31415926" };
const call = (...args: readonly string[]) => runCommand(["call", ...args], { cwd: join(folder, "project"), env });

test("values of variables that are named like secrets do not come out, unless a trusted configuration says so", async () => {
  const read = ["read_file", '{"path":"a.txt"}'];
  const hidden = await call(...read);
  expect(hidden.out).toContain("the key is [secret SOME_API_KEY]");
  expect(hidden.out).not.toContain("31415926");
  const config = join(folder, "holdall.config.yaml");
  writeFileSync(config, "hide_secrets: false\nroot: project\n");
  expect((await call(...read, "--config", config)).out).toContain("k-31415926");
  writeFileSync(join(folder, "project/holdall.config.yaml"), "hide_secrets: false\n");
  const found = await call(...read);
  expect(found.out).not.toContain("31415926");
  expect(found.errors).toContain("--config");
  rmSync(join(folder, "project/holdall.config.yaml"));
});

test("--audit writes calls and outcomes down for their owner alone, and never a secret", async () => {
  const audit = join(folder, "log/audit.jsonl");
  await call("grep_files", '{"pattern":"k-31415926"}', "--audit", audit);
  const lines = readFileSync(audit, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { type: "call-start", tool: "grep_files", input: '{"pattern":"[secret SOME_API_KEY]"}' },
    { type: "call-end", ok: true, duration: expect.any(Number) },
  ]);
  expect(statSync(audit).mode & 0o777).toBe(0o600);
});

test("--audit where the tools could change it, or where nothing can be written, is a usage error", async () => {
  for (const [path, hint] of [
    ["audit.jsonl", "is inside a root"],
    [join(folder, "project/a.txt/x"), "is inside a root"],
    [join(folder, "file/x"), "cannot be written"],
  ] as const)
    expect(await call("read_file", '{"path":"a.txt"}', "--audit", path)).toMatchObject({
      code: 2,
      out: "",
      errors: expect.stringContaining(hint),
    });
});

test("doctor tells which variables are named like secrets and are not hidden, and that nothing is", async () => {
  const secrets = async (...args: readonly string[]) => {
    const { out } = await runCommand(["doctor", "--json", ...args], {
      cwd: join(folder, "project"),
      env: { ...env, DB_PASSWORD: "postgres", PATH: folder, CHROMIUM_PATH: "" },
    });
    return (JSON.parse(out) as { name: string }[]).find(({ name }) => name === "secrets");
  };
  expect(await secrets()).toMatchObject({ state: "missing", text: expect.stringContaining("not DB_PASSWORD") });
  const config = join(folder, "shown.config.yaml");
  writeFileSync(config, "hide_secrets: false\nroot: project\n");
  expect(await secrets("--config", config)).toMatchObject({ state: "missing", text: expect.stringContaining("shown") });
});

test("what looks like a secret does not come out, and goes back where it stood", async () => {
  writeFileSync(join(folder, "project/app.env"), "AWS=AKIAQ7ZX81QW9LMN0PR7\nPORT=1\n");
  expect((await call("read_file", '{"path":"app.env"}')).out).toContain("AWS=[secret AWS key]");
  const patch = "*** Begin Patch\n*** Update File: app.env\n@@\n AWS=[secret AWS key]\n-PORT=1\n+PORT=2\n*** End Patch";
  expect(await call("apply_patch", JSON.stringify({ patch }))).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "project/app.env"), "utf8")).toBe("AWS=AKIAQ7ZX81QW9LMN0PR7\nPORT=2\n");
});
