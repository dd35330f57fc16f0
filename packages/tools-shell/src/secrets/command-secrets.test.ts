import { execFileSync } from "node:child_process";
import type { Sandbox, SandboxLaunch, SandboxLevel } from "@holdall/sandbox/port";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { expect, test } from "vitest";
import {
  accessOfSecrets,
  requireMasking,
  secretNotes,
  secretsOf,
  standInsOf,
  withStandIns,
} from "./command-secrets.ts";

const hosts = ["api.example.com", "*.cdn.example.com:8443", "http://localhost:3000"];
const secrets = {
  list: () => [
    { name: "KEY", hosts, query: false, servers: [] },
    { name: "KEY_2", hosts: [], query: false, servers: [] },
  ],
} as unknown as Secrets;

const sandboxOf = (masksSecrets: boolean) => ({ masksSecrets }) as Sandbox;

function refusalOf(names: readonly string[], level: SandboxLevel, masks: boolean | undefined) {
  try {
    requireMasking(names, level, masks === undefined ? undefined : sandboxOf(masks));
  } catch (error) {
    return error as { readonly code: string; readonly hint: string };
  }
  return { code: "ran", hint: "" };
}

test("a command names secrets as secret:NAME, and with the network as variables", () => {
  const namesOf = (command: string, env?: Record<string, string>, level: "network" | "default" = "network") =>
    secretsOf({ command, env }, level, secrets).names;
  expect(namesOf("curl -H 'x: secret:KEY'")).toEqual(["KEY"]);
  expect(namesOf("gh api user", { GH_TOKEN: "secret:KEY_2" })).toEqual(["KEY_2"]);
  expect(namesOf('echo "$KEY" $' + "{KEY_2:-none}")).toEqual(["KEY", "KEY_2"]);
  expect(namesOf("echo $KEYS $MY_KEY KEY")).toEqual([]);
  expect(namesOf("echo $KEY", undefined, "default")).toEqual([]);
  expect(namesOf("echo $KEY", { KEY: "own" })).toEqual([]);
  const textOf = (command: string, env?: Record<string, string>) =>
    secretsOf({ command, env }, "network", secrets).text;
  expect(textOf("echo $KEY")).toBe("export KEY='secret:KEY'; echo $KEY");
  expect(textOf("ls", { A: "it's", PATH: "/x" })).toBe(String.raw`export A='it'\''s' PATH='/x'; ls`);
  expect(textOf("ls\npwd")).toBe("ls\npwd");
  expect(() => namesOf("ls", { A: "secret:KAY" })).toThrow(expect.objectContaining({ code: "not_found" }));
  expect(secretsOf({ command: "echo secret:KEY" }, "network", undefined).names).toEqual([]);
});

test("ordinary text with secret: in it stays as it is, also beside a secret, and a note names the secrets", () => {
  const command = "grep -r secret:foo . ; curl -H 'x: secret:KEY' \"https://a.example/?q=secret%3Abar\"";
  const own = secretsOf({ command }, "network", secrets);
  expect([own.names, own.unknown]).toEqual([["KEY"], ["foo", "bar"]]);
  const launch = { standIns: { KEY: "stand-in" } } as unknown as SandboxLaunch;
  expect(withStandIns(own, launch)).toBe(command.replace("secret:KEY", "stand-in"));
  expect(secretNotes(own, secrets)).toEqual([
    expect.stringContaining("stands for secret:KEY"),
    "secret:foo was left as it is written: there is no secret of this name. The secrets are secret:KEY, secret:KEY_2.",
    expect.stringContaining("secret:bar was left as it is written"),
  ]);
  expect(secretsOf({ command: 'echo "secret:bar"' }, "default", secrets)).toMatchObject({
    names: [],
    unknown: ["bar"],
  });
});

test("the words of a secret's name can be written as the refusal says", () => {
  const [, advice = ""] = /write (\S+)\.$/.exec(refusalOf(["KEY"], "default", true).hint) ?? [];
  expect(secretsOf({ command: `grep -r ${advice} .` }, "default", secrets).names).toEqual([]);
  expect(execFileSync("sh", ["-c", `printf %s ${advice}`]).toString()).toBe("secret:KEY");
});

test("the hosts of its secrets are what it reaches", () => {
  expect(accessOfSecrets(["KEY"], secrets)).toEqual([
    { action: "network", target: "api.example.com" },
    { action: "network", target: "*.cdn.example.com:8443" },
    { action: "network", target: "localhost:3000" },
  ]);
});

test("without a sandbox that masks, at another level, and where it gave none, the command does not run", () => {
  expect(refusalOf(["KEY"], "network", true).code).toBe("ran");
  expect(refusalOf([], "all", undefined).code).toBe("ran");
  const refusal = (level: SandboxLevel, masks: boolean | undefined) => {
    const { code, hint } = refusalOf(["KEY"], level, masks);
    return [code, /permissions set to network/.test(hint) ? "network" : /\{fetch_url\}/.test(hint) ? "fetch" : hint];
  };
  expect(refusal("default", true)).toEqual(["invalid_input", "network"]);
  expect(refusal("all", true)).toEqual(["unavailable", "network"]);
  expect(refusal("network", false)).toEqual(["unavailable", "fetch"]);
  expect(refusal("network", undefined)).toEqual(["unavailable", "fetch"]);
  expect(() => standInsOf(["KEY"], undefined)("KEY")).toThrow(expect.objectContaining({ code: "unavailable" }));
});
