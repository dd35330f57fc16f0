import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conformanceResources } from "./_fixtures/resources.fixture.ts";
import { openFixture } from "./_fixtures/session.fixture.ts";
import { type HttpServer, serveHttp } from "./http.ts";

const require = createRequire(import.meta.url);
const suite2025 = require.resolve("@modelcontextprotocol/conformance/dist/index.js");
const suite2026 = require.resolve("conformance-next/dist/index.js");
const baseline = (revision: string) => [
  "--expected-failures",
  `${import.meta.dirname}/_fixtures/expected-failures-${revision}.yml`,
];

describe.concurrent("the official conformance suites", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveHttp(openFixture, { onError: () => {}, resources: [conformanceResources] });
  });
  afterAll(() => server.close());

  function run(suite: string, args: readonly string[]): Promise<{ failed: boolean; output: string }> {
    const url = server.url.replace("127.0.0.1", "localhost");
    return new Promise((done) => {
      execFile(process.execPath, [suite, "server", "--url", url, ...args], (error, stdout, stderr) => {
        done({ failed: error !== null, output: stdout + stderr });
      });
    });
  }

  it("2025-11-25", { timeout: 60_000 }, async () => {
    const { failed, output } = await run(suite2025, ["--suite", "all", ...baseline("2025-11-25")]);
    expect(failed, output).toBe(false);
    expect(output).toContain("✓ tools-call-with-progress: 1 passed");
  });

  it("2026-07-28", { timeout: 60_000 }, async () => {
    const scope = ["--suite", "all", "--spec-version", "2026-07-28"];
    const { failed, output } = await run(suite2026, [...scope, ...baseline("2026-07-28")]);
    expect(failed, output).toBe(false);
    expect(output).toContain("✓ tools-call-with-progress: 2 passed");
  });

  it("2025-11-25, life of a session", { timeout: 60_000 }, async () => {
    const scope = ["--scenario", "server-session-lifecycle", "--spec-version", "2025-11-25"];
    const { failed, output } = await run(suite2026, scope);
    expect(failed, output).toBe(false);
    expect(output).toContain("Passed: 3/3");
  });
});
