import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runProcess } from "../../fixtures/command.fixture.ts";

/** Breaks what current_time is made of, as a mistake in the code of a tool would. */
const broken = `data:text/javascript,${encodeURIComponent(
  "Intl.DateTimeFormat = function () { throw new Error('The clock of the author is broken.'); };",
)}`;

test("what the code of a tool throws reaches its author with its stack under --verbose, and the model never", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "holdall-thrown-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "a.txt"), "one\\n");
  const call = (...words: string[]) =>
    runProcess(["call", "current_time", "{}", ...words], { cwd, flags: ["--import", broken] });
  const told = await call("--verbose");
  expect(told.code).toBe(1);
  expect(told.errors).toMatch(
    /^holdall: current_time \(call-1\) internal, \d+ ms: The tool failed.*\n {4}Error: The clock of the author is broken\.\n {8}at /m,
  );
  expect(told.out).not.toContain("author");
  const quiet = await call();
  expect(quiet.errors).toBe("");
  expect(quiet.out).not.toContain("author");
});
