import { type Sandbox, type SandboxLevel, ToolError } from "@holdall/tool-core";
import { bubblewrap } from "./bubblewrap.ts";
import { noSandbox } from "./no-sandbox.ts";
import { type Probe, probeSandbox } from "./probe.ts";
import { type SandboxRuntimeOptions, sandboxRuntime } from "./sandbox-runtime.ts";

export interface ChooseSandboxOptions extends SandboxRuntimeOptions {
  /**
   * `auto` takes the best that works, and starts programs unconfined where nothing does: then every command asks.
   * `required` throws instead. `off` confines nothing.
   */
  readonly mode?: "auto" | "required" | "off" | undefined;
}

export interface ChosenSandbox {
  readonly sandbox: Sandbox & Partial<AsyncDisposable>;
  /** Every rung that was tried, with what it lacks. */
  readonly probes: readonly Probe[];
}

/**
 * The best sandbox that really works here, found by trying: bubblewrap for what needs no network, the sandbox runtime for
 * named domains (and for all where there is no bubblewrap), or none. Throws `unavailable` when one is required and none works.
 */
export async function chooseSandbox({ mode = "auto", ...options }: ChooseSandboxOptions): Promise<ChosenSandbox> {
  if (mode === "off") return { sandbox: noSandbox, probes: [] };
  const probes: Probe[] = [];
  const local = process.platform === "linux" ? await tried(probes, bubblewrap) : undefined;
  const fast = local?.works ? bubblewrap(options) : undefined;
  let runtime: Promise<Sandbox & AsyncDisposable> | undefined;
  const domains = () => (runtime ??= sandboxRuntime(options));
  if (fast) {
    // The runtime starts a proxy of its own: only when a command needs the network.
    const sandbox: Sandbox & AsyncDisposable = {
      name: fast.name,
      confines: (level) => fast.confines(level) || level === "network",
      launch: async (request) => (fast.confines(request.level) ? fast : await domains()).launch(request),
      [Symbol.asyncDispose]: async () => (await runtime)?.[Symbol.asyncDispose](),
    };
    return { sandbox, probes };
  }
  const slow = await tried(probes, async (where) => sandboxRuntime({ ...options, ...where }));
  if (slow.works) return { sandbox: await domains(), probes };
  if (mode === "required") throw noneWorks(probes);
  return { sandbox: noSandbox, probes };
}

async function tried(probes: Probe[], make: Parameters<typeof probeSandbox>[0], level?: SandboxLevel): Promise<Probe> {
  const made: (Sandbox & Partial<AsyncDisposable>)[] = [];
  const keep: typeof make = async (where) => {
    const sandbox = await make(where);
    made.push(sandbox);
    return sandbox;
  };
  const probe = await probeSandbox(keep, level ? { level } : {});
  for (const sandbox of made) await sandbox[Symbol.asyncDispose]?.();
  probes.push(probe);
  return probe;
}

const noneWorks = (probes: readonly Probe[]) =>
  new ToolError(
    "unavailable",
    `A sandbox is required, and none works here: ${probes.map(({ name, problems }) => `${name}: ${problems.join(" ")}`).join("; ")}`,
    {
      hint: "Run `holdall doctor` for the fix of each, or set the sandbox to auto: then every command asks.",
      data: { probes },
    },
  );
