import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Path } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { codeOf, testFolder } from "../_test-folder.fixture.ts";
import { type OpenFolder, openByHandle, openByPath } from "../paths/_folder.ts";
import { createPathGuard } from "../paths/_path-guard.ts";
import { createVersions } from "../read/_versions.ts";
import { move } from "./_move.ts";

const ways: Readonly<Record<string, OpenFolder>> = {
  "by paths": openByPath,
  // Only there a process can stand on an open folder.
  ...(process.platform === "linux" && { "by handles": openByHandle }),
};

test.each(
  Object.entries(ways).flatMap(([how, open]) => ["source", "target"].map((folder) => [how, folder, open] as const)),
)(
  "%s: nothing outside is moved or made when the %s's folder is swapped for a link once it is open",
  async (_, swapped, openFolder) => {
    const { root, outside, at } = testFolder();
    for (const folder of [join(root, "source"), join(root, "target")]) mkdirSync(folder);
    writeFileSync(join(root, "source/file"), "inside");
    writeFileSync(join(outside, "file"), "outside");
    const context = { guard: createPathGuard([root], openFolder, true), versions: createVersions(1_000) };
    let isSwapped = false;
    // Asked last about the target, when both folders are open.
    const judged = (path: Path): boolean => {
      if (path !== at("target/new") || isSwapped) return true;
      renameSync(join(root, swapped), join(root, "away"));
      symlinkSync(outside, join(root, swapped));
      isSwapped = true;
      return true;
    };

    const code = await codeOf(move(context, at("source/file"), at("target/new"), { overwrite: false, judged }));

    expect(isSwapped).toBe(true);
    expect(readFileSync(join(root, swapped, "file"), "utf8"), "whoever goes by the path gets outside").toBe("outside");
    expect(existsSync(join(outside, "new"))).toBe(false);
    if (openFolder === openByPath) expect(code).toBe("ESTALE");
    else expect(code).toBe("no error");
  },
);
