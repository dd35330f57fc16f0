import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { type StubServer, stubServer } from "../stub-server.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-models-"));
  mkdirSync(join(folder, "checkout/below"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const holdall = (argv: readonly string[], cwd = "checkout", env: NodeJS.ProcessEnv = {}) =>
  runCommand(argv, {
    cwd: join(folder, cwd),
    env: { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), ...env },
  });

/** A provider that says where it came from; loading it leaves a mark. */
function install(place: string, { url }: Pick<StubServer, "url"> = { url: "http://127.0.0.1:1" }) {
  const home = join(folder, place, "node_modules/@ai-sdk/ours");
  mkdirSync(home, { recursive: true });
  const exports = { ".": { types: "./x.d.ts", import: "./main.mjs" } };
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "@ai-sdk/ours", exports }));
  const compatible = import.meta.resolve("@ai-sdk/openai-compatible");
  writeFileSync(
    join(home, "main.mjs"),
    `import { createOpenAICompatible } from ${JSON.stringify(compatible)};
import { appendFileSync } from "node:fs";
appendFileSync(${JSON.stringify(join(folder, "loaded"))}, "${place}\\n");
export const VERSION = "1";
export const ours = createOpenAICompatible({ name: "ours", baseURL: ${JSON.stringify(url)} });`,
  );
}

/** The places whose packages were loaded. */
const loaded = () => (existsSync(join(folder, "loaded")) ? readFileSync(join(folder, "loaded"), "utf8") : "");

const run = ["run", "Go", "--model", "ours/best", "--retries", "0"];
const last = (out: string) => JSON.parse(out.trim().split("\n").at(-1) ?? "");

describe("attack: a checkout with a provider's package", () => {
  test.each([
    ["the working folder", "checkout", []],
    ["a parent of it", "", []],
    ["the root", "checkout/below", ["--root", "below"]],
  ] as const)("in %s, from which nothing is loaded, and is told how to be", async (_, place, more) => {
    install(place);
    for (const argv of [run, ["chat", "--model", "ours/best"]]) {
      const { code, out, errors } = await holdall([...argv, ...more]);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(loaded()).toBe("");
      expect(errors).toContain(`npm install --prefix ${join(folder, "config/holdall")} @ai-sdk/ours`);
      expect(errors).toContain(`--model-packages ${join(folder, place)}`);
    }
  });

  test("brought back by no variable of the environment, and by no user folder that lies in it", async () => {
    const lies = ["checkout", "checkout/conf/holdall"];
    for (const place of lies) install(place);
    for (const env of [
      { NODE_PATH: join(folder, "checkout/node_modules") },
      { XDG_CONFIG_HOME: "conf" },
      { XDG_CONFIG_HOME: join(folder, "checkout/conf") },
    ]) {
      const { code } = await holdall(run, "checkout", env);
      expect({ code, loaded: loaded() }, JSON.stringify(env)).toEqual({ code: 2, loaded: "" });
    }
    mkdirSync(join(folder, "config"));
    symlinkSync(join(folder, "checkout/conf/holdall"), join(folder, "config/holdall"));
    expect((await holdall(run)).code).toBe(2);
    expect(loaded()).toBe("");
  });
});

test("a provider of which all is missing is told what it takes in one message", async () => {
  const { code, errors } = await holdall(["run", "Go", "--model", "anthropic/best"], "checkout", {
    ANTHROPIC_API_KEY: "",
  });
  expect(code).toBe(2);
  expect(errors).toMatch(
    /^holdall: No package for anthropic is installed\. Run npm install .*@ai-sdk\/anthropic\.\nanthropic needs a key in ANTHROPIC_API_KEY\.\n/,
  );
});

describe("a provider's package", () => {
  test("is found in the user's folder, from wherever one is", async () => {
    await using server = await stubServer([{ text: "From the package." }]);
    install("config/holdall", server);
    install("checkout");
    const { out, errors } = await holdall(run);
    expect({ errors, loaded: loaded() }).toEqual({ errors: "", loaded: "config/holdall\n" });
    expect(last(out)).toMatchObject({ ok: true, text: "From the package." });
    expect(server.asked[0]?.model).toBe("best");
  });

  test("is found in a folder that is named, and in none above it", async () => {
    await using server = await stubServer([{ text: "From the package." }]);
    install("checkout", server);
    const { out, errors } = await holdall([...run, "--model-packages", "."]);
    expect({ errors, loaded: loaded() }).toEqual({ errors: "", loaded: "checkout\n" });
    expect(last(out)).toMatchObject({ ok: true });
    const below = await holdall([...run, "--model-packages", "below"]);
    expect(below).toMatchObject({ code: 2, errors: expect.stringMatching(/it has no node_modules/) });
  });
});
