import { createDisposeStack } from "@holdall/tool-kit/node";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import type { Sandbox, SandboxLevel } from "../port/index.ts";
import { probeSandbox } from "../probe.ts";
import { type SandboxRuntimeOptions, sandboxRuntime } from "../runtime/sandbox-runtime.ts";

export interface Candidate {
  readonly name: string;
  readonly level: SandboxLevel;
  /** Why it cannot be tried here; empty where it can. */
  readonly lacks: string;
  open(options: SandboxRuntimeOptions): Promise<Sandbox & AsyncDisposable>;
}

const openers = {
  bubblewrap: async (options: SandboxRuntimeOptions) => ({
    ...bubblewrap(options),
    [Symbol.asyncDispose]: async () => {},
  }),
  "sandbox-runtime": sandboxRuntime,
} as const;

/** Every sandbox that confines, at every level that it upholds. */
export async function findCandidates(): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [name, open] of Object.entries(openers)) {
    await using made = createDisposeStack();
    const { problems } = await probeSandbox(async (where) => made.use(await open(where)));
    const levels: SandboxLevel[] = ["default", "read_only", "git_write", "network"];
    const lacks = problems.length > 0 ? ` (skipped: ${problems.join(" ")})` : "";
    candidates.push(...levels.map((level) => ({ name, level, lacks, open })));
  }
  return candidates;
}
