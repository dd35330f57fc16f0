import { appendFileSync, closeSync, globSync, openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openShell, tempFolder } from "../tests/_session.fixture.ts";
import { createStateFile } from "./state-file.ts";

const mebibyte = 1024 * 1024;

const setUp = () => {
  const path = `${tempFolder()}/1.state`;
  writeFileSync(path, "");
  return { path, file: createStateFile(path) };
};

test("only what the latest command wrote is read", async () => {
  const { path, file } = setUp();
  appendFileSync(path, "x=1\0n1\0\n\nx=2\0n2\0");
  expect(Buffer.from(await file.read("n2", () => true)).toString()).toBe("\n\nx=2");
});

test("a long file is emptied, and a shell that appends to it goes on at its start", async () => {
  const { path, file } = setUp();
  const shell = openSync(path, "a");
  onTestFinished(() => closeSync(shell));
  writeSync(shell, `${"x".repeat(mebibyte - 4)}\0n1\0`);
  file.trim();
  expect(statSync(path).size, "up to 1 MiB it is left alone").toBe(mebibyte);
  writeSync(shell, "\n");
  file.trim();
  expect(statSync(path).size).toBe(0);
  writeSync(shell, "\nx=2\0n2\0");
  expect(statSync(path).size).toBe(8);
  expect(Buffer.from(await file.read("n2", () => true)).toString()).toContain("x=2");
});

test("a shell with large variables does not fill the disk, and keeps them", async () => {
  const outputFolder = tempFolder();
  const { run } = openShell({ outputFolder });
  await run(`x=${"x".repeat(25_000)}; y=kept`);
  const sizes = [0];
  // How many commands fill it depends on the environment, which is written beside the variable.
  for (let i = 0; i < 200 && (sizes.at(-1) ?? 0) >= (sizes.at(-2) ?? 0); i++) {
    await run(":");
    const files = globSync("**/*.state", { cwd: outputFolder });
    sizes.push(Math.max(...files.map((name) => statSync(`${outputFolder}/${name}`).size)));
  }
  expect(Math.max(...sizes), "it grows as long as it is short").toBeGreaterThan(mebibyte);
  expect(sizes.at(-1)).toBeLessThan(mebibyte / 4);
  expect((await run("wc -c <<<$x; echo $y")).output).toBe("25001\nkept\n");
});
