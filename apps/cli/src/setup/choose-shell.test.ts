import { expect, test } from "vitest";
import { UsageError } from "../usage-error.ts";
import { chooseShell } from "./choose-shell.ts";

test.each([
  ["linux", undefined, "system"],
  ["linux", "portable", "portable"],
  ["darwin", "system", "system"],
  ["win32", undefined, "portable"],
  ["win32", "portable", "portable"],
] as const)("on %s the shell %s is the one of kind %s", (platform, named, expected) => {
  expect(chooseShell(named, platform)).toBe(expected);
});

test("on Windows the shell of the machine is an error that names the other one, not the other one", () => {
  const choosing = () => chooseShell("system", "win32");
  expect(choosing).toThrow(UsageError);
  expect(choosing).toThrow(
    expect.objectContaining({
      message: expect.stringContaining("Windows has no bash"),
      hint: expect.stringContaining("--shell portable"),
    }),
  );
});

test.each(["linux", "win32"] as const)("on %s a shell of no kind is an error", (platform) => {
  expect(() => chooseShell("zsh", platform)).toThrow(UsageError);
});
