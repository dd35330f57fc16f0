import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findCandidates } from "../tests/_candidates.fixture.ts";
import { run, workspace } from "../tests/_run.fixture.ts";
import { secretsOf } from "./_secrets.fixture.ts";
import { sandboxRuntime } from "./sandbox-runtime.ts";

const candidates = await findCandidates();
const isMac = process.platform === "darwin" ? " (skipped: nothing is masked on macOS)" : "";
const lacks = candidates.find(({ name }) => name === "sandbox-runtime")?.lacks || isMac;
const value = "value-3kPz9Vb1Yd6HsN5c";
let space: ReturnType<typeof workspace>;

beforeEach(() => {
  space = workspace();
});
afterEach(() => space.remove());

// The probe says why the sandbox does not work here.
describe.skipIf(lacks)(`the sandbox runtime with secrets${lacks}`, () => {
  it("starts a program when its proxy listens, however slow that is", async () => {
    const slow = join(space.root, "slow");
    mkdirSync(slow);
    const socat = `#!/bin/bash\n/bin/sleep 0.5\nPATH=/usr/local/bin:/usr/bin exec socat "$@"\n`;
    writeFileSync(join(slow, "socat"), socat, { mode: 0o755 });
    await using sandbox = await sandboxRuntime({ roots: [space.root] });
    const script = 'for port in 3128 1080; do exec 3<>/dev/tcp/localhost/$port && echo "$port"; done; unset port; set';
    const env = { PATH: `${slow}:/usr/local/bin:/usr/bin:/bin` };
    const { out, errors } = await run(sandbox, script, { cwd: space.root, level: "network", env });
    expect(out.split("\n").slice(0, 2), errors).toEqual(["3128", "1080"]);
    expect(out).not.toMatch(/^(?:idle|left|port|tables)=/m);
  });

  it("makes no launch for a secret that goes away meanwhile", async () => {
    let reads = 0;
    const values = {
      get KEY() {
        reads += 1;
        return reads === 1 ? value : undefined;
      },
    };
    await using sandbox = await sandboxRuntime({ roots: [space.root], namedSecrets: secretsOf(values) });
    const taken = vi.fn(() => [].values());
    const readable = Object.assign([], { [Symbol.iterator]: taken });
    const request = { argv: ["true"], cwd: space.root, env: {}, level: "network", secretNames: ["KEY"] } as const;
    await expect(sandbox.launch({ ...request, readable })).rejects.toThrow("KEY has no value");
    expect(taken).not.toHaveBeenCalled();
  });
});
