import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMcp } from "../bench/lib/mcp-client.ts";
import { ourServer } from "../bench/lib/servers.ts";
import { toAiTools } from "../packages/ai-sdk/src/index.ts";
import {
  destructiveProgram,
  makeTree,
  seeded,
  snapshot,
} from "../packages/presets/src/_destructive-programs.fixture.ts";
import { coding } from "../packages/presets/src/index.ts";
import { chooseSandbox } from "../packages/sandbox/src/index.ts";
import { openSession, type Session } from "../packages/tool-core/src/index.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";

export const about = "Undo: random destructive programs on random trees, over several hosts, taken back byte for byte";

const count = Number(process.env.HOLDALL_UNDO ?? 5000);
const first = Number(process.env.HOLDALL_SEED ?? 10_000);
const perTree = 10;

/** A host that runs a command, and takes everything back. */
interface Host extends AsyncDisposable {
  run(command: string): Promise<unknown>;
  undo(): Promise<unknown>;
}

const inSession = (session: Session): Pick<Host, "run" | "undo"> => ({
  run: (command) => session.call("bash", { command, timeout: 60_000 }),
  undo: () => session.call("undo", { since: "u1" }),
});

async function openPreset(root: string) {
  const { sandbox } = await chooseSandbox({ roots: [root], mode: "required" });
  const preset = coding({ root, shell: { sandbox }, web: false });
  return { preset, session: openSession(preset.registry, { ...preset, approve: () => true }) };
}

const hosts: Readonly<Record<string, (root: string) => Promise<Host>>> = {
  async session(root) {
    const { preset, session } = await openPreset(root);
    return {
      ...inSession(session),
      async [Symbol.asyncDispose]() {
        await session.close();
        await preset.close();
      },
    };
  },
  async "ai sdk"(root) {
    const { preset, session } = await openPreset(root);
    const tools = toAiTools(session, { approvals: "session" });
    const call = (name: string, input: object) => {
      const { execute } = (tools as Record<string, { execute?: (input: object, options: object) => unknown }>)[name]!;
      return Promise.resolve(execute?.(input, { toolCallId: crypto.randomUUID(), messages: [] }));
    };
    return {
      run: (command) => call("bash", { command, timeout: 60_000 }),
      undo: () => call("undo", { since: "u1" }),
      async [Symbol.asyncDispose]() {
        await session.close();
        await preset.close();
      },
    };
  },
  async serve(root) {
    const server = await startMcp([...ourServer(root, "coding"), "--yes"]);
    return {
      run: (command) => server.call("bash", { command, timeout: 60_000 }),
      undo: () => server.call("undo", { since: "u1" }),
      [Symbol.asyncDispose]: async () => server.close(),
    };
  },
};

export async function* rows(): EvalRows {
  const each = Math.ceil(count / Object.keys(hosts).length / perTree);
  let seed = first;
  for (const [name, open] of Object.entries(hosts)) {
    const kept = tally();
    for (let tree = 0; tree < each; tree++) {
      const random = seeded(++seed);
      const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
      try {
        makeTree(root, random);
        if (seed % 2) execFileSync("git", ["init", "-q"], { cwd: root });
        const before = JSON.stringify(snapshot(root));
        await using host = await open(root);
        const commands = Array.from({ length: perTree }, () => destructiveProgram(random));
        for (const command of commands) await host.run(command);
        const isChanged = JSON.stringify(snapshot(root)) !== before;
        if (isChanged) await host.undo();
        const isSame = JSON.stringify(snapshot(root)) === before;
        for (const command of commands) kept.add(isSame, `seed ${seed}: ${command}`);
      } finally {
        execFileSync("chmod", ["-R", "u+rwx", root]);
        rmSync(root, { recursive: true, force: true });
      }
    }
    yield { what: `programs not taken back, ${name}`, value: kept.all - kept.right, of: kept.all, most: 0 };
  }
}
