import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { findProgram, findProgramIn, type ProgramFiles, programAt } from "./find-program.ts";
import { isWindows } from "./platform.ts";

/** Windows with these files. */
const windows = (files: readonly string[], environment: Record<string, string>) =>
  ({
    platform: "win32",
    environment,
    programAt: (file: string) => files.find((each) => each.toLowerCase() === file.toLowerCase()),
  }) as const;

test("on Windows a program is a file with an extension of PATHEXT, in their order, and not the script beside it", () => {
  const files = ["C:\\npm\\npx", "C:\\npm\\npx.cmd", "C:\\npm\\npx.ps1", "D:\\b\\node.EXE", "D:\\b\\run.cmd"];
  const search = windows(files, { Path: "C:\\npm;D:\\b", PATHEXT: ".COM;.EXE;.BAT;.CMD" });
  expect(findProgram("npx", search)).toBe("C:\\npm\\npx.cmd");
  expect(findProgram("node", search)).toBe("D:\\b\\node.exe");
  expect(findProgram("node.exe", search)).toBe("D:\\b\\node.exe");
  expect(findProgram("run.CMD", search)).toBe("D:\\b\\run.CMD");
  expect(findProgram("npx.ps1", search)).toBeUndefined();
  expect(findProgramIn("C:\\npm", "npx", search)?.file).toBe("C:\\npm\\npx.cmd");
});

test("on Windows extensions have a default, and folders are those of PATH that do not depend on a drive or folder in use", () => {
  const files = ["C:\\x\\a.exe", "\\x\\b.exe", "C:y\\c.exe", "here\\d.exe"];
  const search = windows(files, { PATH: ";.;here;C:y;C:\\x" });
  expect(findProgram("a", search)).toBe("C:\\x\\a.exe");
  for (const name of ["c", "d"]) expect(findProgram(name, search), name).toBeUndefined();
});

test("on Windows a program of the project is passed over whatever its case, and where it is behind a link", () => {
  const search = {
    platform: "win32",
    environment: { PATH: "c:\\WORK\\bin;C:\\links;C:\\tools" },
    outside: ["C:\\work"],
    programAt: (file: string) => (file.startsWith("C:\\links") ? "C:\\Work\\evil.exe" : file),
  } as const;
  expect(findProgram("git.exe", search)).toBe("C:\\tools\\git.exe");
});

test("on Windows a folder of PATH may be in quotes, also with a semicolon in its name", () => {
  const files = ["C:\\Program Files\\x\\a.exe", "C:\\y;z\\b.exe", "C:\\end\\c.exe"];
  const search = windows(files, { PATH: '"C:\\Program Files\\x";;"C:\\y;z";"C:\\end' });
  for (const [i, name] of ["a", "b", "c"].entries()) expect(findProgram(name, search)).toBe(files[i]);
});

test("on Windows the alias of an app is a program, though only what is in its folder can be seen", () => {
  const no = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };
  const alias: ProgramFiles = {
    access: () => {},
    stat: no("EACCES"),
    lstat: () => ({ isFile: () => false, isDirectory: () => false }),
    realpath: no("EACCES"),
  };
  const file = "C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps\\python.exe";
  expect(programAt(file, "win32", alias)).toBe(file);
  expect(programAt(file, "win32", { ...alias, stat: no("UNKNOWN") })).toBe(file);
  expect(programAt(file, "linux", alias)).toBeUndefined();
  expect(programAt(file, "win32", { ...alias, stat: no("ENOENT") })).toBeUndefined();
  expect(programAt(file, "win32", { ...alias, lstat: no("EACCES") })).toBeUndefined();
  const folder = { ...alias, lstat: () => ({ isFile: () => false, isDirectory: () => true }) };
  expect(programAt(file, "win32", folder)).toBeUndefined();
});

// Windows has no permission to execute, and its programs have extensions.
test.skipIf(isWindows())(
  `elsewhere a program is a file that can be executed${isWindows() ? " (skipped: this is Windows)" : ""}`,
  () => {
    using top = temporaryFolder("programs");
    const at = (name: string) => join(top.path, name);
    for (const name of ["one", "two/tool", "three"]) mkdirSync(at(name), { recursive: true });
    writeFileSync(at("one/tool"), "");
    writeFileSync(at("three/tool"), "#!/bin/sh\n");
    chmodSync(at("three/tool"), 0o755);
    symlinkSync(at("three/tool"), at("one/linked"));
    const environment = { PATH: ["relative", at("one"), at("two"), at("three")].join(delimiter), Path: at("one") };
    expect(findProgram("tool", { environment })).toBe(at("three/tool"));
    expect(findProgram("linked", { environment })).toBe(at("one/linked"));
    expect(findProgram("linked", { environment, outside: [at("three")] })).toBeUndefined();
    expect(findProgram("missing", { environment })).toBeUndefined();
    expect(findProgramIn(at("one"), "linked")).toEqual({
      file: at("one/linked"),
      real: realpathSync(at("three/tool")),
    });
  },
);
