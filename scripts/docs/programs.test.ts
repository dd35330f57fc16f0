import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runPrograms } from "./programs.ts";

/** The pages' programs may pass together only when each would pass alone; what each of these does, and what is said of it. */
const programs: Record<string, [code: string, outcome: RegExp]> = {
  fine: ["await Promise.resolve();", /^ended$/],
  throws: ["throw new RangeError('no');", /RangeError: no/],
  "throws later": ["setTimeout(() => { throw new RangeError('late'); });", /RangeError: late/],
  "rejects unseen": ["void Promise.reject(new RangeError('unseen'));", /RangeError: unseen/],
  "imports what is not there": ["await import('./not-there.ts');", /not-there/],
  "sets an exit code": ["process.exitCode = 3; process.chdir('/');", /exit code is 3/],
  "starts afresh": ["if (process.cwd() === '/' || process.exitCode) throw new RangeError('not afresh');", /^ended$/],
  "exits, as if all were well": ["process.exit(0);", /^Its process ended early, with code 0/],
  "waits for nothing": ["await new Promise(() => {});", /awaits what never comes/],
  "leaves a timer": ["setInterval(() => {}, 1000);", /goes on after 2000 ms; open: Timeout/],
  "never lets go": [
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
    /^Its process ended early, with SIGKILL/,
  ],
  "fine after all that": ["await import('node:path');", /^ended$/],
};

test("a program that misbehaves is named, and the others run", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = Object.entries(programs).map(([name, [code]]) => {
    const file = join(folder, `${name.replaceAll(" ", "-")}.ts`);
    writeFileSync(file, code);
    return file;
  });

  const outcomes = await runPrograms(files, folder, 2000);

  expect([...outcomes.keys()]).toEqual(files);
  const said = [...outcomes.values()];
  Object.values(programs).forEach(([, outcome], index) => {
    expect(said[index]).toMatch(outcome);
  });
});
