import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  destructiveProgram,
  makeTree,
  notTakenBack,
  seeded,
  snapshot,
} from "../packages/presets/src/history/_destructive-programs.fixture.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";
import { undoHosts } from "./lib/undo-hosts.ts";

export const about = "Undo: random destructive programs on random trees, over several hosts, taken back byte for byte";

const count = Number(process.env.HOLDALL_UNDO ?? 5000);
const first = Number(process.env.HOLDALL_SEED ?? 10_000);
const perTree = 10;
/** What the command keeps of a single file. */
const maxFileBytes = 64 * 1024 * 1024;

export async function* rows(): EvalRows {
  const trees = Math.ceil(count / Object.keys(undoHosts).length / perTree);
  let seed = first;
  for (const [name, host] of Object.entries(undoHosts)) {
    const kept = tally();
    for (let tree = 0; tree < trees; tree++) {
      const random = seeded(++seed);
      const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
      const root = join(base, "project");
      mkdirSync(root);
      try {
        makeTree(root, random, maxFileBytes);
        if (seed % 2) execFileSync("git", ["init", "-q"], { cwd: root });
        const before = snapshot(root);
        const commands = Array.from({ length: perTree }, () => destructiveProgram(random));
        // The first one changes something in any tree.
        const calls = ["touch -- first", ...commands].map((command) => ["bash", { command, timeout: 60_000 }] as const);
        const heard = await host(root, [...calls, ["undo", { since: "u1" }]], join(base, "state"));
        const isSame = /Undid |"undone":/.test(heard) && notTakenBack(before, snapshot(root), heard).length === 0;
        for (const command of commands) kept.add(isSame, `seed ${seed}: ${command}`);
      } finally {
        execFileSync("chmod", ["-R", "u+rwx", base]);
        rmSync(base, { recursive: true, force: true });
      }
    }
    yield { what: `programs not taken back, ${name}`, value: kept.all - kept.right, of: kept.all, most: 0 };
  }
}
