import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkPrograms } from "./check-programs.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-doctor-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const bin = join(root, "node_modules/.bin");
mkdirSync(bin, { recursive: true });
const canary = join(root, "canary");
for (const name of ["eslint", "pyright-langserver"]) {
  writeFileSync(join(bin, name), `#!/bin/sh\ntouch ${canary}\n`);
  chmodSync(join(bin, name), 0o755);
}

test("the servers and linters that a root finds, its own linters included; none is started", async () => {
  const [servers, linters] = await checkPrograms(root);
  expect(servers).toMatchObject({
    name: "language servers",
    state: "works",
    text: expect.stringMatching(/^typescript/),
  });
  expect(linters).toMatchObject({ name: "linters", state: "works" });
  expect(linters?.text.split(", ")).toContain("eslint");
  expect(existsSync(canary)).toBe(false);
});
