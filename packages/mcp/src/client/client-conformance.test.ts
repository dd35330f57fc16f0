import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";

const require = createRequire(import.meta.url);
const suites = {
  "2025-11-25": require.resolve("@modelcontextprotocol/conformance/dist/index.js"),
  "2026-07-28": require.resolve("conformance-next/dist/index.js"),
};
const client = fileURLToPath(new URL("./_fixtures/conformance-client.fixture.ts", import.meta.url));

// Each starts two processes; the others, most of them about logins, are run by hand (README).
const scenarios = {
  "2025-11-25": ["elicitation-sep1034-client-defaults", "sse-retry", "auth/scope-step-up"],
  "2026-07-28": [
    "request-metadata",
    "http-custom-headers",
    "json-schema-2020-12-preservation",
    "sep-2322-client-request-state",
    "auth/iss-wrong-issuer",
    "auth/scope-step-up",
  ],
};

function run(suite: string, scenario: string): Promise<string> {
  const command = `"${process.execPath}" "${client}"`;
  const args = [suite, "client", "--command", command, "--scenario", scenario, "--timeout", "50000"];
  return new Promise((done) => {
    execFile(process.execPath, args, (_, stdout, stderr) => done(stdout + stderr));
  });
}

describe.each(["2025-11-25", "2026-07-28"] as const)(
  "the official conformance suite of %s, for clients",
  (revision) => {
    it.concurrent.for(scenarios[revision])("%s", { timeout: 60_000 }, async (scenario, { expect }) => {
      expect(await run(suites[revision], scenario)).toContain("OVERALL: PASSED");
    });
  },
);
