import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { deniedHosts, deniedWrites } from "../_denials.ts";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import { findProgram } from "../bubblewrap/find-program.ts";
import { chooseSandbox } from "../choose-sandbox.ts";
import { noSandbox as none } from "../no-sandbox.ts";
import { probeSandbox } from "../probe.ts";
import { sandboxRuntime } from "../runtime/sandbox-runtime.ts";
import { findCandidates } from "./_candidates.fixture.ts";
import { run, workspace } from "./_run.fixture.ts";

const space = workspace({ ".git/config": "[core]\n" });
afterAll(() => space.remove());

const made: AsyncDisposable[] = [];
const runtime = await probeSandbox(async (where) => {
  const sandbox = await sandboxRuntime(where);
  made.push(sandbox);
  return sandbox;
});
for (const each of made) await each[Symbol.asyncDispose]();

describe("a probe", () => {
  it("does not trust what starts nothing, what confines nothing, or what lets programs out", async () => {
    expect(await probeSandbox((where) => bubblewrap({ ...where, program: "/nonexistent" }))).toMatchObject({
      works: false,
      problems: [expect.stringMatching(/is not installed/)],
    });
    expect(await probeSandbox(() => none)).toMatchObject({
      works: false,
      problems: [expect.stringMatching(/does not enforce/)],
    });
    const leaky = { ...none, name: "leaky", confines: () => true };
    const { works, problems } = await probeSandbox(() => leaky);
    expect(works).toBe(false);
    expect(problems.join(" ")).toMatch(/write outside.*network.*processes/);
  });
});

describe("a choice", () => {
  it("is none when the sandbox is off, and none confines nothing", async () => {
    const { sandbox } = await chooseSandbox({ mode: "off", roots: [space.root] });
    expect([sandbox.name, sandbox.confines("default")]).toEqual(["none", false]);
    expect((await run(sandbox, "echo $X", { cwd: space.root, env: { X: "1" } })).out).toBe("1\n");
  });

  it("is none where a root is the whole disk, by whatever name, and says so; no sandbox is made for it", async () => {
    const link = join(space.root, "disk");
    symlinkSync("/", link);
    for (const root of ["/", "/tmp/..", link]) {
      const { sandbox, probes } = await chooseSandbox({ roots: [space.root, root] });
      expect([sandbox.name, sandbox.confines("default")]).toEqual(["none", false]);
      expect(probes).toMatchObject([
        { works: false, problems: [expect.stringMatching(/whole disk.*Use the project/)] },
      ]);
      await expect(chooseSandbox({ mode: "required", roots: [root] })).rejects.toThrow(/whole disk/);
      for (const make of [bubblewrap, sandboxRuntime])
        await expect((async () => make({ roots: [root], program: "true" } as never))(), root).rejects.toThrow(
          /whole disk/,
        );
    }
  });

  it("attack: programs that a project brings along on the PATH are passed over", async () => {
    const bins = ["node_modules/.bin", "bin"].map((name) => join(space.root, name));
    for (const bin of bins) {
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, "program-of-a-test"), "#!/bin/sh\n", { mode: 0o755 });
    }
    const find = (...path: string[]) =>
      findProgram("program-of-a-test", { roots: [join(space.root, "bin")], path: path.join(":") });
    expect(find(...bins, "bin", "", ".")).toBeUndefined();
    symlinkSync(bins[1]!, join(space.root, "tools"));
    expect(find(join(space.root, "tools"))).toBeUndefined();
    expect(findProgram("program-of-a-test", { roots: ["/elsewhere"], path: bins.join(":") })).toBe(
      `${bins[1]}/program-of-a-test`,
    );
  });

  it("says what each sandbox lacks", async () => {
    const { sandbox, probes } = await chooseSandbox({ roots: [space.root] });
    expect(sandbox.name === "none").toBe(probes.every(({ works }) => !works));
    for (const probe of probes) expect(probe.works).toBe(probe.problems.length === 0);
    await sandbox[Symbol.asyncDispose]?.();
  });
});

describe.each((await findCandidates()).filter(({ level }) => level === "network"))(
  "$name, $lacks",
  ({ open, lacks }) => {
    // The probe says why the sandbox does not work here.
    it.skipIf(lacks)(
      "lets named domains through and no others, and guards what is protected for every root",
      async () => {
        const space = workspace({ ".git/config": "[core]\n" });
        onTestFinished(() => space.remove());
        await using sandbox = await open({ roots: [space.root] });
        const reached = await run(sandbox, "curl -s -m 5 -o /dev/null -w '%{http_code}' http://allowed.invalid/", {
          cwd: space.root,
          level: "network",
          domains: ["allowed.invalid"],
        });
        // The proxy tries, and finds no such host: it was not refused.
        expect(reached.out).toMatch(/^50\d$/);
        const shut = await run(sandbox, "curl -s -m 5 -o /dev/null -w '%{http_code}' http://other.invalid/", {
          cwd: space.root,
          level: "network",
          domains: ["allowed.invalid"],
        });
        expect(shut.out).toBe("403");
        expect(shut.report.needed.network).toContain("other.invalid");
        const tampering = await run(sandbox, "echo x >> .git/config; echo x > .mcp.json; pwd", { cwd: space.root });
        expect(tampering.errors).toMatch(/Read-only file system/);
        expect(tampering.out.trim()).toBe(space.root);
        expect(tampering.report.tampered).toEqual([join(space.root, ".mcp.json")]);
      },
    );
  },
);

// The probe says why it does not work here.
describe.skipIf(!runtime.works)(
  `sandbox-runtime${runtime.works ? "" : `, skipped because it does not work here: ${runtime.problems.join(" ")}`}`,
  () => {
    it("is one for a process", async () => {
      await using sandbox = await sandboxRuntime({ roots: [space.root] });
      expect(sandbox.confines("all")).toBe(false);
      await expect(sandboxRuntime({ roots: [space.root] })).rejects.toMatchObject({ code: "unavailable" });
    });
  },
);

describe("what was denied is read from what programs print", () => {
  it.each([
    ["touch: cannot touch '/etc/a b': Read-only file system", "/etc/a b"],
    ["bash: line 1: /etc/x: Read-only file system", "/etc/x"],
    ["Error: EROFS: read-only file system, open '/usr/x'", "/usr/x"],
    ["OSError: [Errno 30] Read-only file system: '/opt/x'", "/opt/x"],
    ["bash: line 1: sub/x: Read-only file system", "/app/sub/x"],
  ])("%s", (line, path) => expect(deniedWrites(line, "/app")).toEqual([path]));

  it.each([
    ["curl: (6) Could not resolve host: example.com", "example.com"],
    [
      "npm error request to https://registry.npmjs.org/x failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org",
      "registry.npmjs.org",
    ],
    ["fatal: unable to access 'https://github.com/a/b/': Could not resolve host: github.com", "github.com"],
    ["wget: unable to resolve host address 'example.org'", "example.org"],
  ])("%s", (line, host) => expect(deniedHosts(line)).toEqual([host]));
});
