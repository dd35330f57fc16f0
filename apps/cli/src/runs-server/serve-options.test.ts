import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { readServing } from "./serve-options.ts";

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
