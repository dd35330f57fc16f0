import { existsSync, realpathSync } from "node:fs";
import { ToolError } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import { wholeDisk } from "./_host-paths.ts";
import { bubblewrap } from "./bubblewrap/bubblewrap.ts";
import { noSandbox } from "./no-sandbox.ts";
import type { Sandbox, SandboxLevel } from "./port/index.ts";
import { type Probe, probeSandbox } from "./probe.ts";
import { canLimitHosts } from "./runtime/runtime.ts";
import { type SandboxRuntimeOptions, sandboxRuntime } from "./runtime/sandbox-runtime.ts";

export interface ChooseSandboxOptions extends SandboxRuntimeOptions {
  /**
   * `auto` uses the best sandbox that works, or starts programs unconfined if none does; the policy then makes commands ask.
   * `required` throws instead. `off` confines nothing.
   */
  readonly mode?: "auto" | "required" | "off" | undefined;
}

export interface ChosenSandbox {
  readonly sandbox: Sandbox & Partial<AsyncDisposable>;
  /** Every sandbox that was tried, and what it is missing. */
  readonly probes: readonly Probe[];
}

/** That bubblewrap works is found out once in a process; that it does not, each time. */
let proven: Probe | undefined;

async function probeBubblewrap(): Promise<Probe | undefined> {
  if (process.platform !== "linux" || proven) return proven;
  const probe = await tried(bubblewrap);
  if (probe.works) proven = probe;
  return probe;
}

/** Find out ahead whether bubblewrap works, so that the first choice does not wait for it. Nothing stays open. */
export async function prepareSandbox(): Promise<void> {
  await probeBubblewrap();
}

/**
 * Find the best sandbox that works here by probing: bubblewrap for programs without network, the sandbox runtime for named
 * domains (and for everything if there is no bubblewrap), or none, also if a root is the whole disk. Where the runtime or
 * socat is missing, the relay of bubblewrap lets named domains through. Throws `unavailable` if a sandbox is required and
 * none works.
 */
export async function chooseSandbox({ mode = "auto", ...options }: ChooseSandboxOptions): Promise<ChosenSandbox> {
  if (mode === "off") return { sandbox: noSandbox, probes: [] };
  if (options.roots.some((root) => existsSync(root) && realpathSync(root) === "/")) {
    if (mode === "required") throw wholeDisk();
    const { message, hint } = wholeDisk();
    return { sandbox: noSandbox, probes: [{ name: "any sandbox", works: false, problems: [`${message} ${hint}`] }] };
  }
  const probes: Probe[] = [];
  const local = await probeBubblewrap();
  if (local) probes.push(local);
  const fast = local?.works ? bubblewrap(options) : undefined;
  if (fast && !canLimitHosts()) return { sandbox: fast, probes };
  let runtime: Promise<Sandbox & AsyncDisposable> | undefined;
  const domains = () => {
    runtime ??= sandboxRuntime(options).catch((error) => {
      runtime = undefined;
      throw error;
    });
    return runtime;
  };
  if (fast) {
    // The runtime starts a proxy of its own: only when a command needs the network.
    const sandbox: Sandbox & AsyncDisposable = {
      name: fast.name,
      masksSecrets: options.namedSecrets !== undefined,
      replacesRoots: fast.replacesRoots ?? false,
      confines: fast.confines,
      async launch(request) {
        const isFast = request.level !== "network";
        if (!isFast && request.replaced) throw noCopies(request.level);
        return (isFast ? fast : await domains()).launch(request);
      },
      openNetwork: async () => fast.openNetwork?.(),
      async [Symbol.asyncDispose]() {
        const opened = await runtime?.catch(() => undefined);
        runtime = undefined;
        await opened?.[Symbol.asyncDispose]();
      },
    };
    return { sandbox, probes };
  }
  const slow = await tried(async (where) => sandboxRuntime({ ...options, ...where }));
  probes.push(slow);
  if (slow.works) return { sandbox: await domains(), probes };
  if (mode === "required") throw noneWorks(probes);
  return { sandbox: noSandbox, probes };
}

/** Twice where it has to be: what the first try hid from programs, such as sockets of others, may be gone when it starts. */
async function tried(make: Parameters<typeof probeSandbox>[0]): Promise<Probe> {
  const first = await triedOnce(make);
  return first.works ? first : triedOnce(make);
}

async function triedOnce(make: Parameters<typeof probeSandbox>[0]): Promise<Probe> {
  await using made = createDisposeStack();
  return await probeSandbox(async (where) => {
    const sandbox: Sandbox & Partial<AsyncDisposable> = await make(where);
    made.defer(async () => sandbox[Symbol.asyncDispose]?.());
    return sandbox;
  });
}

const noCopies = (level: SandboxLevel) =>
  new ToolError("unavailable", `Copies cannot take the place of roots at the level ${level}.`, {
    hint: "Use the level default.",
    data: { level },
  });

const noneWorks = (probes: readonly Probe[]) =>
  new ToolError(
    "unavailable",
    `A sandbox is required, but none works on this machine: ${probes.map(({ name, problems }) => `${name}: ${problems.join(" ")}`).join("; ")}`,
    {
      hint: "Run `holdall doctor` to see how to fix each one, or set the sandbox to auto; commands then ask for permission.",
      data: { probes },
    },
  );
