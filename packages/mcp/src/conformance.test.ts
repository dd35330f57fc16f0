import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conformancePrompts } from "./_fixtures/prompts.fixture.ts";
import { conformanceResources } from "./_fixtures/resources.fixture.ts";
import { openFixture } from "./_fixtures/session.fixture.ts";
import { type HttpServer, serveHttp } from "./http.ts";

const require = createRequire(import.meta.url);
const suite2025 = require.resolve("@modelcontextprotocol/conformance/dist/index.js");
const suite2026 = require.resolve("conformance-next/dist/index.js");

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

describe.concurrent("the official conformance suites", () => {
  let server: HttpServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "holdall-conformance-"));
    const resources = [conformanceResources];
    server = await serveHttp(openFixture, {
      onError: () => {},
      resources,
      prompts: [conformancePrompts],
      streamLimit: 100,
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** Run scenarios; resolves to what the suite says, and to every check that is neither passed nor skipped by the suite. */
  function run(suite: string, name: string, args: readonly string[]): Promise<{ output: string; problems: string[] }> {
    const url = server.url.replace("127.0.0.1", "localhost");
    const results = join(folder, name);
    return new Promise((done, fail) => {
      execFile(process.execPath, [suite, "server", "--url", url, "-o", results, ...args], (error, stdout, stderr) => {
        const files = globSync(join(results, "*", "checks.json"));
        const checks = files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as Check[]);
        const wrong = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
        const problems = wrong.map(({ id, status, errorMessage }) => `${status} ${id}: ${errorMessage}`);
        if (checks.length === 0 || (error && problems.length === 0)) fail(new Error(stdout + stderr));
        else done({ output: stdout + stderr, problems });
      });
    });
  }

  it.for([
    ["2025-11-25", "server-sse-polling: 3 passed"],
    ["2026-07-28", "tools-call-with-progress: 2 passed"],
  ] as const)("every check of %s passes", { timeout: 60_000 }, async ([version, said]) => {
    const { output, problems } = await run(suite2026, version, ["--suite", "all", "--spec-version", version]);
    expect(problems).toEqual([]);
    expect(output).toContain(`✓ ${said}`);
  });

  it("every check of the first suite for 2025-11-25 passes", { timeout: 60_000 }, async () => {
    const { output, problems } = await run(suite2025, "first", ["--suite", "all"]);
    expect(problems.filter((problem) => !isOfSuite(problem))).toEqual([]);
    expect(output).toContain(", 0 failed");
  });
});

/** The scenario sends the version header of 2025-03-26 in a session of 2025-11-25 (docs/decisions/mcp.md). */
const isOfSuite = (problem: string) => /^WARNING server-sse-(?:priming-event|retry-field):/.test(problem);
