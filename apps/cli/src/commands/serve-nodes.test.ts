import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { command } from "../fixtures/command.fixture.ts";
import { runOverTwoNodes } from "../fixtures/two-nodes.fixture.ts";

test("sessions behind a balancer lose nothing when one of two nodes is killed, and none is not found", {
  timeout: 60_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), "holdall-nodes-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const place = `${root}-sessions`;
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const { answered, byNode, refused, errors, lost } = await runOverTwoNodes({
    command,
    root,
    place,
    sessions: 8,
    calls: 120,
    random: Math.random,
  });
  expect({ answered, refused, errors, lost }).toEqual({ answered: 120, refused: {}, errors: [], lost: [] });
  for (const calls of byNode) expect(calls).toBeGreaterThan(5);
});
