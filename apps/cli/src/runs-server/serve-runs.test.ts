import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, runCommand } from "../fixtures/command.fixture.ts";
import { readServing } from "./serve-options.ts";

test("a person starts it by hand, and gets the address and a random token", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-runs-"));
  const { HOLDALL_TOKEN: _, ...env } = process.env;
  const words = ["runs", "serve", "--database", `pglite:${join(folder, "db")}`];
  const child = spawn(process.execPath, [command, ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  try {
    let said = "";
    for await (const chunk of child.stderr) {
      said += chunk;
      if (said.includes("--allow-origin")) break;
    }
    const [, url, token] = /serving runs at (http:\S+)\nToken: ([0-9a-f]{64})\n/.exec(said) ?? [];
    const status = async (authorization: string) => (await fetch(`${url}/runs`, { headers: { authorization } })).status;
    expect([await status(`Bearer ${token}`), await status("Bearer x")]).toEqual([200, 401]);
  } finally {
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
}, 30_000);

test("a token of the environment is taken, and never a new one instead of an empty one", () => {
  expect(readServing({ port: "8080" }, { HOLDALL_TOKEN: "a, b" })).toMatchObject({
    ...{ port: 8080, token: ["a", "b"], isRandom: false },
  });
  expect(() => readServing({}, { HOLDALL_TOKEN: "" })).toThrow("The token is empty.");
  expect(readServing({}, {}).token).not.toEqual(readServing({}, {}).token);
});

test.each([
  [["serve", "--port", "70000"], "--port cannot be"],
  [["serve", "--allow-origin", "*"], '--allow-origin cannot be "*"'],
  [["serve", "--allow-origin", "http://a.test/page"], "--allow-origin cannot be"],
  [["list", "--port", "1"], "--port goes with runs serve"],
])("%j is refused before a database is opened", async (words, said) => {
  const { code, errors } = await runCommand(["runs", ...words], { cwd: tmpdir() });
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(said) });
});
