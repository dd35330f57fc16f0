import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathDenials } from "@holdall/permissions";
import { bubblewrap, type ChosenSandbox, probeSandbox } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/sandbox/port";
import { toPath } from "@holdall/tool-core";
import { afterAll, expect, test } from "vitest";
import { openPrograms } from "./open-programs.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-programs-")));
writeFileSync(join(root, "a.ts"), "export const one: number = 'one';\n");
writeFileSync(join(root, "tsconfig.json"), '{ "compilerOptions": { "noEmit": true, "lib": ["es5"], "types": [] } }');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const file = toPath(join(root, "a.ts"));

/** What finds a sandbox, and says how often it was asked and what it launched. */
function fakeSandbox() {
  const seen = { opened: 0, closed: 0, launched: [] as string[], denied: [] as string[][] };
  const sandbox: Sandbox & AsyncDisposable = {
    name: "fake",
    confines: () => true,
    async launch({ argv, env, level, denials = [] }) {
      seen.denied.push(denials.map(({ rule }) => rule));
      seen.launched.push(`${level} ${argv[0]}`);
      return {
        ...{ argv, env, killsTree: false },
        report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
    [Symbol.asyncDispose]: async () => void seen.closed++,
  };
  const find = async (): Promise<ChosenSandbox> => {
    seen.opened++;
    return { sandbox, probes: [] };
  };
  return { seen, find };
}

test("nothing is opened before a call asks, one sandbox serves all, and dispose closes it", async () => {
  const { seen, find } = fakeSandbox();
  const programs = openPrograms([root], find);
  expect(await programs.servers.serves(file)).toBe("typescript");
  expect([programs.servers.isReady(file), seen.opened]).toEqual([false, 0]);
  const [answer] = await programs.servers.diagnostics([file], { deadline: 30_000 });
  expect(answer).toMatchObject({ ok: true, items: [{ rule: "TS2322" }] });
  expect(programs.servers.isReady(file)).toBe(true);
  const run = { argv: [process.execPath, "-e", "console.log(1)"], cwd: toPath(root), timeout: 20_000 };
  expect(await programs.linters.run(run)).toMatchObject({ end: "exited", status: 0, stdout: "1\n" });
  expect(seen.launched.map((line) => line.split(" ")[0])).toEqual(["read_only", "read_only"]);
  await programs[Symbol.asyncDispose]();
  expect(seen).toMatchObject({ opened: 1, closed: 1 });
});

test("a program that is run first of all is confined, too", async () => {
  const { seen, find } = fakeSandbox();
  await using programs = openPrograms([root], find);
  await programs.linters.run({ argv: [process.execPath, "-e", ""], cwd: toPath(root), timeout: 20_000 });
  expect(seen.launched).toEqual([`read_only ${process.execPath}`]);
});

test("where no sandbox can be opened nothing runs: servers are not there, and linters say why", async () => {
  const programs = openPrograms([root], () => Promise.reject(new Error("none works here")));
  programs.servers.warm(file);
  const none = { ok: false, server: "typescript", why: "unavailable", message: "none works here" };
  expect(await programs.servers.diagnostics([file])).toEqual([{ path: file, ...none }]);
  expect(await programs.servers.definitions({ path: file, line: 1, column: 14 })).toEqual(none);
  await expect(programs.linters.find("tsc", toPath(root))).rejects.toThrow("none works here");
  await programs[Symbol.asyncDispose]();
});

test("what warms up while it is disposed starts nothing", async () => {
  const { seen, find } = fakeSandbox();
  const programs = openPrograms([root], find);
  programs.servers.warm(file);
  await programs[Symbol.asyncDispose]();
  expect([programs.servers.isReady(file), seen.launched]).toEqual([false, []]);
});

test("every program is launched with what rules deny for paths", async () => {
  const { seen, find } = fakeSandbox();
  const denial = { action: "read", rule: "read(.env)", below: [root], matches: () => false } as const;
  await using programs = openPrograms([root], find, () => [denial]);
  await programs.servers.diagnostics([file], { deadline: 30_000 });
  await programs.linters.run({ argv: [process.execPath, "-e", ""], cwd: toPath(root), timeout: 20_000 });
  expect(seen.denied).toEqual([["read(.env)"], ["read(.env)"]]);
});

const { works, problems } = await probeSandbox(bubblewrap);

// The probe says why it does not work here.
test.skipIf(!works)(`a linter cannot read what rules deny (${problems.join(" ")})`, async () => {
  writeFileSync(join(root, ".env"), "secret");
  const denials = pathDenials({ rules: [{ deny: ["read(.env)"] }], roots: [root] });
  const find = async (): Promise<ChosenSandbox> => ({ sandbox: bubblewrap({ roots: [root] }), probes: [] });
  await using programs = openPrograms([root], find, denials);
  const printed = await programs.linters.run({ argv: ["/bin/cat", ".env"], cwd: toPath(root), timeout: 20_000 });
  expect(printed).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("Permission denied") });
});
