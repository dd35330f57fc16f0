import type { PathDenial, Sandbox, SandboxRequest } from "@holdall/sandbox/port";
import { expect, test } from "vitest";
import { pathDenials, withPathDenials } from "./path-denials.ts";

const of = (...deny: string[]) => pathDenials({ rules: [{ deny }], roots: ["/p", "/real/p"], home: "/home/u" })();

test.each([
  ["read_file(.env)", "read", ["/p", "/real/p"], "/p/a/.env", "/p/a/env"],
  ["Grep(secret/**)", "read", ["/p", "/real/p"], "/real/p/secret/a/b", "/p/a/secret/b"],
  ["Edit(/src/*.ts)", "write", ["/p", "/real/p"], "/p/src/A.TS", "/p/src/d/a.ts"],
  ["delete_file(keep)", "write", ["/p", "/real/p"], "/p/d/keep/x", "/p/kept"],
  ["read(//etc/ssl/*.key)", "read", ["/etc/ssl"], "/etc/ssl/a.key", "/p/etc/ssl/a.key"],
  ["read(//var/a.txt)", "read", ["/var/a.txt"], "/var/a.txt", "/var/b.txt"],
  ["read(~/.config/*/token)", "read", ["/home/u/.config"], "/home/u/.config/x/token", "/p/.config/x/token"],
  ["read(//**/*.pem)", "read", ["/"], "/a/b.pem", "/a/b.txt"],
])("%s denies to %s below %j", (rule, action, below, met, other) => {
  const [denial, ...more] = of(rule);
  expect(denial).toMatchObject({ rule, action, below });
  expect([denial?.matches(met), denial?.matches(other), more]).toEqual([true, false, []]);
});

test("other rules deny no paths", () => {
  expect(of("bash(cat .env)", "bash", "read_file", "web_fetch(domain:a.com)", "mcp__a__*")).toEqual([]);
  const sets = [{ allow: ["read(a)"], ask: ["write(b)"] }];
  expect(pathDenials({ rules: sets, roots: ["/p"] })()).toEqual([]);
});

test("a sandbox is asked with what is denied at that moment, and its launch is outdated when that changes", async () => {
  const requests: SandboxRequest[] = [];
  let isCurrent = true;
  const sandbox: Sandbox = {
    name: "fake",
    confines: (level) => level === "default",
    async launch(request) {
      requests.push(request);
      return {
        ...{ argv: request.argv, env: request.env, killsTree: true, isCurrent: () => isCurrent },
        report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
  };
  const deny: string[] = [];
  // New objects each time, as a host that reads files may give.
  const keeping = withPathDenials(sandbox, pathDenials({ rules: () => [{ deny: [...deny] }], roots: ["/p"] }));
  const request = { argv: ["true"], cwd: "/p", env: {}, level: "default" } as const;
  const first = await keeping.launch(request);
  expect([requests[0], first.isCurrent?.()]).toEqual([request, true]);
  deny.push("read(a)");
  expect(first.isCurrent?.()).toBe(false);
  const second = await keeping.launch(request);
  expect([requests[1]?.denials?.map(({ rule }: PathDenial) => rule), second.isCurrent?.()]).toEqual([
    ["read(a)"],
    true,
  ]);
  isCurrent = false;
  expect([second.isCurrent?.(), keeping.confines("default"), keeping.confines("all")]).toEqual([false, true, false]);
});
