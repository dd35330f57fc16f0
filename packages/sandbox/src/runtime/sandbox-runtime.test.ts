import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findCandidates } from "../tests/_candidates.fixture.ts";
import { workspace } from "../tests/_run.fixture.ts";
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
