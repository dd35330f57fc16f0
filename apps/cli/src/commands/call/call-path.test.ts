import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const repository = join(import.meta.dirname, "../../../../..");

test("a call passes at most nine files of ours on its way to the bytes, none twice", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-way-")));
  const file = join(folder, "a.txt");
  writeFileSync(file, "one\n");
  const probe = join(import.meta.dirname, "../../fixtures/read-probe.mjs");
  // Nothing hidden and nothing recorded: those are middleware, which stand in the way and hand the call back. No configuration
  // switches off the quarantine and the limit of repeated calls.
  const config = join(folder, "shown.yaml");
  writeFileSync(config, "hide_secrets: false\nhistory: false\n");
  const call = ["call", "read_file", '{"path": "a.txt"}', "--root", folder, "--config", config];
  const argv = ["--import", probe, join(import.meta.dirname, "../../main.ts"), ...call];
  const { stderr } = await run(process.execPath, argv, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOLDALL_PROBE: file },
  });
  rmSync(folder, { recursive: true });

  // The callers that wait for the read when it happens; side steps that returned before are not on the way.
  const urls = (JSON.parse(stderr) as string[]).filter((url) => url.startsWith("file:") && !url.includes("read-probe"));
  const passed = urls.map((url) => relative(repository, new URL(url).pathname)).reverse();
  const always =
    /^packages\/(?:presets\/src\/(?:history\/_quarantine|session\/middleware)|middleware\/src\/limit-repeats)\.ts$/;
  const frames = passed.filter((name) => !always.test(name));
  const way = frames.filter((name, i) => name !== frames[i - 1]);
  expect(way.slice(0, 2)).toEqual(["apps/cli/src/main.ts", "apps/cli/src/run-holdall.ts"]);
  expect(way).toContain("packages/tools-fs/src/tools/read/read-file.ts");
  expect(way.at(-1)).toMatch(/^packages\/backends-node\//);
  expect(new Set(way).size, way.join(" → ")).toBe(way.length);
  expect(way.length, way.join(" → ")).toBeLessThanOrEqual(9);
});
