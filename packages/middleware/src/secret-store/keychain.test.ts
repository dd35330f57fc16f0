import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type KeychainEntry, missingEntry } from "./keychain.ts";
import { openSecrets } from "./open-secrets.ts";

const value = "tkn/8fJ2mQx7+Lw0ZrT4v=";
const program = join(import.meta.dirname, "_keychain-program.fixture.ts");

const tools = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"];
const missing = tools.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
const lacks = missing.length > 0 ? ` (skipped: ${missing.join(", ")} not installed)` : "";

/** Run a script in a session of its own, with an empty keychain that is open. */
function inSession(script: string): string {
  const home = mkdtempSync(join(tmpdir(), "holdall-keychain-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folders = { HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_RUNTIME_DIR: home };
  const open = "printf secret | gnome-keyring-daemon --unlock --components=secrets >&2";
  return execFileSync("dbus-run-session", ["--", "sh", "-ec", `${open}\n${script}`], {
    env: { PATH: process.env.PATH, ...folders, NODE: process.execPath, PROGRAM: program, VALUE: value },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

// Only a machine with a Secret Service of its own for the test shows it: the keychain of its user is not touched.
test.skipIf(lacks)(
  `a password of the system's keychain is read, hidden before its first use, and read anew${lacks}`,
  () => {
    const store = `printf %s "$1" | secret-tool store --label=test service holdall-test username ann@example.com`;
    const lines = inSession(`
      store() { ${store}; }
      read() { "$NODE" --no-warnings "$PROGRAM" "is $VALUE"; }
      read; store "$VALUE"; read; store second-value-5678; read`)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const none = expect.objectContaining({
      code: "unavailable",
      message: expect.stringMatching(
        /^The secret MISSING has no value: .* the service holdall-test and the account nobody/,
      ),
    });
    expect(lines).toEqual([
      { shown: [], stored: expect.objectContaining({ code: "unavailable" }), missing: none },
      { shown: ["STORED"], stored: value, missing: none },
      { shown: [], stored: "second-value-5678", missing: none },
    ]);
    expect(lines[0].stored.hint).toContain("secret-tool store --label='holdall-test' service 'holdall-test'");
  },
  30_000,
);

test("a keychain is asked before the first search and at each use, and no more often", () => {
  let password: string | undefined = `${value}\n`;
  const asked: KeychainEntry[] = [];
  const entry = { service: "shop", account: "ann" };
  const keychain = (wanted: KeychainEntry) => {
    asked.push(wanted);
    return password;
  };
  const secrets = openSecrets({ A: { keychain: entry } }, { keychain });
  expect(asked).toEqual([]);
  expect(secrets.find(`is ${value}`)).toHaveLength(1);
  expect(secrets.find("nothing")).toHaveLength(0);
  expect(asked).toEqual([entry]);
  expect([secrets.read("A"), asked.length]).toEqual([value, 2]);
  password = "other-value-9999";
  expect([secrets.read("A"), secrets.find(`${value} ${password}`).length]).toEqual(["other-value-9999", 2]);
  password = undefined;
  expect(() => secrets.read("A")).toThrow("The secret A has no value");
  password = "short";
  expect(() => secrets.read("A")).toThrow("shorter than 8 characters");
});

test("a keychain that fails closes the secret, and its error has no value of another", () => {
  const keychain = () => {
    throw Object.assign(new Error(`cannot: ${value}`), { code: "ELOCKED" });
  };
  const secrets = openSecrets({ A: { keychain: { service: "shop", account: "ann" } } }, { keychain });
  expect(secrets.find(value)).toEqual([]);
  try {
    secrets.read("A");
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: "unavailable", hint: expect.any(String) });
    expect(JSON.stringify([error, String(error)])).not.toContain(value);
  }
});

test("a missing entry names the way to store it on each system", () => {
  const hint = (platform: NodeJS.Platform) =>
    missingEntry({ service: "shop", account: "ann" }, platform, { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/bus" })
      .hint;
  expect(hint("darwin")).toContain("security add-generic-password -s 'shop' -a 'ann' -w");
  expect(hint("win32")).toContain("cmdkey /generic:ann.shop /user:ann /pass");
  expect(hint("linux")).toContain("secret-tool store --label='shop' service 'shop' username 'ann'");
});

test("on Linux without a session bus, a missing entry names the sources that work there", () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-bus-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const missing = (env: Record<string, string>, platform: NodeJS.Platform = "linux") =>
    missingEntry({ service: "shop", account: "ann" }, platform, env);
  for (const env of [{}, { DBUS_SESSION_BUS_ADDRESS: "" }, { XDG_RUNTIME_DIR: folder }]) {
    expect(missing(env).message).toContain("no Secret Service runs");
    expect(missing(env).hint).toMatch(/file.* or env/);
    expect(missing(env).hint).not.toContain("secret-tool");
  }
  expect(missing({}, "darwin").hint).toContain("security add-generic-password");
  writeFileSync(join(folder, "bus"), "");
  expect(missing({ XDG_RUNTIME_DIR: folder }).hint).toContain("secret-tool store");
});

test.each([{ service: "", account: "ann" }, { service: "shop", account: "a\nb" }, { service: "shop" }])(
  "%j is not an entry of a keychain",
  (keychain) => {
    expect(() => openSecrets({ A: { keychain: keychain as KeychainEntry } })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  },
);

test("a library that is not installed, and one that does not load here, close the secret with the next move", () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-keyring-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const from = pathToFileURL(join(folder, "app.js")).href;
  // In a program of its own, because NODE_PATH of a test runner can name folders in which the library is found.
  const code = `import { systemKeychain } from ${JSON.stringify(new URL("keychain.ts", import.meta.url).href)};
    try { systemKeychain(${JSON.stringify(from)})({ service: "shop", account: "ann" }); }
    catch ({ code, message, hint }) { console.log(JSON.stringify({ code, message, hint })); }`;
  const failure = () =>
    JSON.parse(
      execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", code], {
        env: { PATH: process.env.PATH },
        encoding: "utf8",
      }),
    );
  expect(failure()).toEqual({
    code: "unavailable",
    message: "@napi-rs/keyring, which reads the system's keychain, is not installed",
    hint: expect.stringContaining("npm install @napi-rs/keyring"),
  });
  const library = join(folder, "node_modules/@napi-rs/keyring");
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, "index.js"), 'throw new Error("Cannot find native binding.");');
  expect(failure().message).toContain("cannot be loaded (Cannot find native binding.)");
});
