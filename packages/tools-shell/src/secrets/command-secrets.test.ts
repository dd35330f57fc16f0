import type { Sandbox } from "@holdall/sandbox/port";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { expect, test } from "vitest";
import { accessOfSecrets, requireMasking, secretsOf, standInsOf } from "./command-secrets.ts";

const hosts = ["api.example.com", "*.cdn.example.com:8443", "http://localhost:3000"];
const secrets = {
  list: () => [
    { name: "KEY", hosts, query: false, servers: [] },
    { name: "KEY_2", hosts: [], query: false, servers: [] },
  ],
} as unknown as Secrets;

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
  expect(() => namesOf("echo secret:KAY")).toThrow(expect.objectContaining({ code: "not_found" }));
  expect(secretsOf({ command: "echo secret:KEY" }, "network", undefined).names).toEqual([]);
});

test("the hosts of its secrets are what it reaches", () => {
  expect(accessOfSecrets(["KEY"], secrets)).toEqual([
    { action: "network", target: "api.example.com" },
    { action: "network", target: "*.cdn.example.com:8443" },
    { action: "network", target: "localhost:3000" },
  ]);
});

test("without a sandbox that masks, at another level, and where it gave none, the command does not run", () => {
  const sandbox = (masksSecrets: boolean) => ({ masksSecrets }) as Sandbox;
  expect(() => requireMasking(["KEY"], "network", sandbox(true))).not.toThrow();
  expect(() => requireMasking([], "all", undefined)).not.toThrow();
  const refusal = (level: "network" | "default" | "all", masks: boolean | undefined) => {
    try {
      requireMasking(["KEY"], level, masks === undefined ? undefined : sandbox(masks));
    } catch (error) {
      const { code, hint } = error as { code: string; hint: string };
      return [code, /permissions set to network/.test(hint) ? "network" : /\{fetch_url\}/.test(hint) ? "fetch" : hint];
    }
    return "ran";
  };
  expect(refusal("default", true)).toEqual(["invalid_input", "network"]);
  expect(refusal("all", true)).toEqual(["unavailable", "network"]);
  expect(refusal("network", false)).toEqual(["unavailable", "fetch"]);
  expect(refusal("network", undefined)).toEqual(["unavailable", "fetch"]);
  expect(() => standInsOf(["KEY"], undefined)("KEY")).toThrow(expect.objectContaining({ code: "unavailable" }));
});
