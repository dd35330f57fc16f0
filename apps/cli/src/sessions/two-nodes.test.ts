import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startServerProcess } from "../fixtures/serve.fixture.ts";
import { callTwoNodes } from "../fixtures/two-nodes.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-nodes-"));
const root = join(folder, "project");
mkdirSync(root);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const)(
  "two nodes behind a random balancer, one of them killed: no 404, no lost state, for clients of %s",
  async (era, mode) => {
    const place = join(folder, `sessions-${era}`);
    const result = await callTwoNodes({
      start: (args) => startServerProcess(root, args),
      place,
      sessions: 3,
      calls: 36,
      mode,
    });
    expect(result).toMatchObject({ calls: 36, notFound: 0, failures: [], lost: 0 });
    expect(Math.min(...result.answered)).toBeGreaterThan(0);
  },
  60_000,
);
