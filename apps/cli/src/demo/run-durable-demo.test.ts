import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";

test("a workflow whose process is killed twice goes on where it was and ends once", async () => {
  const { code, out, errors } = await runCommand(["demo", "durable"], { cwd: tmpdir() });
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const steps = [
    "starts the run",
    "is killed (kill -9) in the middle of a step",
    "steps kept, and continues",
    "? Delete file: delete CHANGELOG.md",
    "is killed (kill -9) while it waits for the user",
    "› yes, delete it",
    "the run is completed",
    "7 kept, 0 of them twice",
    "ended once, completed",
    "docs/measured.md written, CHANGELOG.md deleted",
  ];
  const found = steps.map((step) => out.indexOf(step));
  expect(found, out).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
}, 90_000);
