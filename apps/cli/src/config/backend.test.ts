import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startS3Server } from "../../../../packages/backends-s3/src/_bucket.fixture.ts";
import { bucket, secret } from "../../../../packages/backends-s3/src/server/s3-server.fixture.ts";
import { fillFolder } from "../../../../packages/backends-sql/src/fixtures/_pglite.fixture.ts";
import { runCommand, runProcess } from "../fixtures/command.fixture.ts";
import { openBackend } from "./open-backend.ts";

const temp = mkdtempSync(join(tmpdir(), "holdall-cli-backend-"));
afterAll(() => rmSync(temp, { recursive: true }));

/** Drivers look for their keys in the environment of the process: with one, it is a process of its own. */
const holdall = (
  argv: readonly string[],
  input: readonly object[] = [],
  env?: NodeJS.ProcessEnv,
  cwd: string = temp,
) => {
  const text = input.map((line) => JSON.stringify(line)).join("\n");
  if (!env) return runCommand(argv, { cwd, input: text });
  return runProcess(argv, { cwd, input: text, env: { ...process.env, ...env } });
};

const write = { tool: "write_file", input: { path: "a/b.txt", content: "kept\n" } };
const read = { tool: "read_file", input: { path: "/app/a/b.txt" } };

describe.concurrent("--backend", { timeout: 40_000 }, () => {
  test("memory: keeps files for one session", async () => {
    const { out, code } = await holdall(
      ["call", "-", "--backend", "memory:"],
      [write, { ...read, input: { path: "/a/b.txt" } }],
    );
    expect(code).toBe(0);
    expect(out).toContain("1  kept");
    expect(readdirSync(temp)).not.toContain("a");
    const later = await holdall(["call", "read_file", '{"path": "/a/b.txt"}', "--backend", "memory:"]);
    expect(JSON.parse(later.out)).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  test("s3://bucket/prefix keeps them in a bucket, with the environment's credentials", async () => {
    await using server = await startS3Server();
    const env = {
      AWS_ENDPOINT_URL: server.endpoint,
      AWS_REGION: "eu-test-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: secret,
    };
    const argv = ["call", "-", "--backend", `s3://${bucket}/some/prefix`, "--root", "/app", "--preset", "minimal"];
    expect(await holdall(argv, [write], env)).toMatchObject({ code: 0, errors: "" });
    const { out } = await holdall(argv, [read], env);
    expect(JSON.parse(out)).toMatchObject({ ok: true, output: { content: "1  kept" } });
    const without = { ...env, AWS_ACCESS_KEY_ID: "" };
    const refused = await holdall(["call", "list_files", "{}", "--backend", `s3://${bucket}`], [], without);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("Set AWS_ACCESS_KEY_ID") });
  });

  test.each([
    ["s4://bucket", "Use s3://bucket/prefix"],
    ["nonsense", "Use s3://bucket/prefix"],
    ["s3://", "Write it as"],
    ["pglite:", "Name the folder"],
    ["memory:x", "no address"],
  ])("%s is refused with what to write", async (address, hint) => {
    await expect(openBackend(address, temp)).rejects.toMatchObject({
      name: "UsageError",
      hint: expect.stringContaining(hint),
    });
  });

  test("pglite:DIR keeps them in a folder, and leaves no lock; the configuration can name it, from where it is", async () => {
    const [project, below] = [join(temp, "project"), join(temp, "project/below")];
    mkdirSync(below, { recursive: true });
    await fillFolder(join(project, "db"));
    writeFileSync(join(project, "holdall.config.yaml"), "backend: pglite:./db\nroot: /app\npreset: minimal\n");
    expect(await holdall(["call", "-"], [write], {}, below)).toMatchObject({ code: 0, errors: "" });
    expect(readdirSync(below)).toEqual([]);
    const { out } = await holdall(["call", "-", "--backend", "pglite:../db"], [read], {}, below);
    expect(JSON.parse(out)).toMatchObject({ ok: true, output: { content: "1  kept" } });
    expect(readdirSync(join(project, "db"))).not.toContain("holdall.lock");
  });

  test("a configuration that is only found sends no credentials anywhere", async () => {
    const project = join(temp, "cloned");
    mkdirSync(project);
    await using server = await startS3Server();
    // Without PATH doctor finds no programs to ask for their versions, which takes long.
    const keys = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: secret };
    const env = { AWS_ENDPOINT_URL: server.endpoint, ...keys, PATH: "" };
    const file = join(project, "holdall.config.yaml");
    writeFileSync(file, `backend: s3://${bucket}/theirs\n`);
    const found = await holdall(["tools"], [], env, project);
    expect(found).toMatchObject({ code: 2, out: "", errors: expect.stringContaining("--config") });
    expect(server.log).toEqual([]);
    const { out } = await holdall(["doctor", "--json", "--config", file], [], {
      ...env,
      AWS_REGION: "eu-test-1",
    });
    expect(JSON.parse(out)).toContainEqual({ name: "backend", state: "works", text: "s3 answers" });
    const broken = await holdall(["doctor", "--json", "--config", file], [], {
      ...env,
      AWS_SECRET_ACCESS_KEY: "x",
    });
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.out)).toContainEqual(expect.objectContaining({ name: "backend", state: "broken" }));
  });

  test("a database that does not answer is told at the start, without its password", async () => {
    const address = "postgres://me:hunter2@127.0.0.1:1/files";
    const { code, errors } = await holdall(["serve", "--backend", address]);
    expect(code).toBe(2);
    expect(errors).toMatch(/could not be used: the database/);
    expect(errors).not.toContain("hunter2");
  });
});
