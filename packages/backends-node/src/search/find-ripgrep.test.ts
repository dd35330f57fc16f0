import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPath } from "@holdall/tool-core";
import { afterAll, expect, test } from "vitest";
import { findOnPath } from "./find-ripgrep.ts";

const base = mkdtempSync(join(tmpdir(), "holdall-rg-"));
afterAll(() => rmSync(base, { recursive: true }));

// Programs are told by their mode, which Windows does not have.
test.skipIf(process.platform === "win32")(
  "attack: a ripgrep that a project brings along on the PATH is passed over (not on Windows)",
  () => {
    const bins = ["node_modules/.bin", "root/bin", "bin"].map((name) => join(base, name));
    for (const bin of bins) {
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, "rg"), "#!/bin/sh\n", { mode: 0o755 });
    }
    const roots = [toPath(join(base, "root"))];
    expect(findOnPath(roots, bins.join(":"))).toBe(join(base, "bin/rg"));
    expect(findOnPath(roots, bins.slice(0, 2).join(":"))).toBeUndefined();
  },
);
