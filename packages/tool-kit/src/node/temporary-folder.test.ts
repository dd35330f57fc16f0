import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isPrivateFolder, temporaryFolder } from "./temporary-folder.ts";

test("a folder is new, empty, its user's alone, and gone with all that is in it", () => {
  const [first, second] = [temporaryFolder("test"), temporaryFolder("test")];
  expect(first.path).not.toBe(second.path);
  expect(lstatSync(first.path).mode & 0o777).toBe(0o700);
  expect(isPrivateFolder(first.path)).toBe(true);
  mkdirSync(join(first.path, "a/b"), { recursive: true });
  writeFileSync(join(second.path, "kept"), "kept\n");
  symlinkSync(second.path, join(first.path, "a/b/link"));
  first[Symbol.dispose]();
  expect(existsSync(first.path)).toBe(false);
  expect(readFileSync(join(second.path, "kept"), "utf8")).toBe("kept\n");
  second[Symbol.dispose]();
});

test("a parent that is a link is named by where it leads", () => {
  using top = temporaryFolder("test");
  mkdirSync(join(top.path, "real"));
  symlinkSync("real", join(top.path, "link"));
  using inner = temporaryFolder("test", join(top.path, "link"));
  expect(dirname(inner.path)).toBe(join(top.path, "real"));
  expect(realpathSync(inner.path)).toBe(inner.path);
});

test("a link, a file, a folder that others can open and another user's are not private", () => {
  using top = temporaryFolder("test");
  const at = (name: string) => join(top.path, name);
  for (const name of ["mine", "open", "theirs"]) mkdirSync(at(name), { mode: 0o700 });
  chmodSync(at("open"), 0o710);
  symlinkSync("mine", at("link"));
  writeFileSync(at("file"), "", { mode: 0o600 });
  expect(["mine", "open", "link", "file", "missing"].map((name) => isPrivateFolder(at(name)))).toEqual([
    ...[true, false, false, false, false],
  ]);
  // Only root can give a folder away.
  if (process.getuid?.() !== 0) return;
  chownSync(at("theirs"), 65534, 65534);
  expect(isPrivateFolder(at("theirs"))).toBe(false);
});
