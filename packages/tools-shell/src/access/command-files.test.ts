import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tempFolder } from "../tests/_session.fixture.ts";
import { commandFiles } from "./command-files.ts";

test("paths lead where the system says they do, and stay as written where nothing is", () => {
  const root = tempFolder();
  mkdirSync(`${root}/a/b`, { recursive: true });
  writeFileSync(`${root}/a/b/file`, "");
  symlinkSync("b", `${root}/a/near`);
  symlinkSync(`${root}/a/near`, `${root}/far`);
  symlinkSync("../far/../b", `${root}/a/b/around`);
  symlinkSync("loop", `${root}/loop`);
  symlinkSync("missing", `${root}/dangling`);
  const names = ["a", "b", "near", "far", "around", "file", "..", ".", ""];
  const paths = names.flatMap((one) => names.flatMap((two) => names.map((three) => `${root}/${one}/${two}/${three}`)));
  let compared = 0;
  const { realPath } = commandFiles();
  for (const path of paths) {
    let real: string;
    try {
      real = realpathSync.native(path);
    } catch {
      continue;
    }
    expect(realPath(path), path).toBe(real);
    compared++;
  }
  expect(compared).toBeGreaterThan(80);
  expect(realPath(`${root}/far/new/file`)).toBe(`${root}/a/b/new/file`);
  expect(realPath(`${root}/dangling`)).toBe(`${root}/missing`);
  expect(realPath(`${root}/loop`)).toBe(`${root}/loop`);
  expect(realPath("/a".repeat(2_048))).toBe("/a".repeat(2_048));
});
