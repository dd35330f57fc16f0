import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDisposeStack } from "@holdall/tool-kit/node";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { type Places, placesOf } from "../_host-paths.ts";
import { findProgram } from "../bubblewrap/find-program.ts";
import { launchInBubblewrap } from "../bubblewrap/launch.ts";
import { findBubblewrap } from "../bubblewrap/program.ts";
import { cannotMask } from "../masking/cannot-mask.ts";
import type { ResourceLimits, SandboxOptions } from "../options.ts";
import type { Sandbox, SandboxLaunch, SandboxRequest } from "../port/index.ts";
import { createGuard } from "../protect/guard.ts";
import { hiddenFiles } from "../secrets/hidden-files.ts";
import { gateOf, maskSecrets } from "./mask-secrets.ts";
import { noRules, openRelay } from "./relay.ts";
import { cannotSandbox, loadRuntime, type Manager, refusedHosts, runtimeFolder } from "./runtime.ts";
import { filesystemRules, launchInSeatbelt } from "./seatbelt-launch.ts";
import { endOnSignal, keepSignals } from "./signals.ts";
import { makeTemporaryFolder, noteSockets } from "./temporary-folder.ts";

export interface SandboxRuntimeOptions extends SandboxOptions {
  /** Hosts that programs of the level `network` may always reach: names, `*.name`, each with an optional `:port`. */
  readonly domains?: readonly string[] | undefined;
  /**
   * Secrets that programs of the level `network` may use without seeing them. With these, the runtime's proxy ends the TLS of
   * every program, with a certificate authority of its own that programs get by the usual variables.
   */
  readonly namedSecrets?: Secrets | undefined;
}

/** The runtime keeps one state for the whole process, so only one sandbox of it can be open. */
let opened: object | undefined;

/**
 * Confine programs with `@anthropic-ai/sandbox-runtime` (an optional peer), which can let through named domains. Every
 * level but `all`. On Linux its proxy is what is used of it: files, processes and the kernel are kept from programs by the
 * profile of `bubblewrap`. On macOS it uses Seatbelt (experimental here). Dispose it: it runs servers and programs.
 * Throws `unavailable` when it is not installed, cannot run, or is in use by another sandbox of this process.
 */
export async function sandboxRuntime({
  domains = [],
  limits,
  namedSecrets,
  ...options
}: SandboxRuntimeOptions): Promise<Sandbox & AsyncDisposable> {
  const { SandboxManager: manager } = await loadRuntime();
  if (opened)
    throw cannotSandbox(
      "another sandbox of this process uses the sandbox runtime",
      "Use one sandbox for all sessions, or dispose of the other one first.",
    );
  const self = {};
  opened = self;
  await using undo = createDisposeStack();
  undo.defer(() => {
    if (opened === self) opened = undefined;
  });
  const places = placesOf({ ...options, secrets: hiddenFiles({ ...options, namedSecrets }) });
  const isLinux = process.platform === "linux";
  const temporary = makeTemporaryFolder();
  undo.defer(() => rmSync(temporary, { recursive: true, force: true }));
  const start = isLinux
    ? openOnLinux(manager, places, limits, namedSecrets)
    : openOnMac(manager, places, limits, temporary);
  undo.defer(() => manager.reset());
  const { config, launch } = start;
  try {
    await keepSignals(() => manager.initialize(config));
  } catch (cause) {
    throw cannotSandbox("the sandbox runtime cannot start", "Run `holdall doctor` to see what is missing.", cause);
  }
  const sockets = [manager.getLinuxHttpSocketPath(), manager.getLinuxSocksSocketPath()];
  noteSockets(temporary, [...sockets.filter((path) => path !== undefined), ...muxSockets()]);
  const stack = undo.move();
  stack.defer(endOnSignal(() => stack.disposeAsync()));

  return {
    name: "sandbox-runtime",
    masksSecrets: isLinux && namedSecrets !== undefined,
    confines: (level) => level !== "all",
    async launch(request) {
      if (request.level === "all") throw cannotSandbox("the level all runs without a sandbox", "Use another level.");
      if (request.secretNames?.length && !(isLinux && namedSecrets && request.level === "network")) throw cannotMask();
      const commandId = randomBytes(16).toString("base64url");
      if (request.level === "network")
        manager.registerCommandNetworkLists(commandId, { allowedDomains: [...domains, ...(request.domains ?? [])] });
      const end = () => {
        manager.unregisterCommandNetworkLists(commandId);
        if (!isLinux || request.level === "network") manager.cleanupAfterCommand();
      };
      try {
        const started = await launch(request, commandId);
        return {
          ...started,
          async [Symbol.asyncDispose]() {
            end();
            await started[Symbol.asyncDispose]();
          },
        };
      } catch (error) {
        end();
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Sockets that the runtime has in this process, by the names that it gives them. */
const muxSockets = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`srt-mux-${process.pid}-`))
    .map((name) => join(tmpdir(), name));

interface Opened {
  readonly config: Parameters<Manager["initialize"]>[0];
  launch(request: SandboxRequest, commandId: string): Promise<SandboxLaunch>;
}

function openOnLinux(
  manager: Manager,
  places: Places,
  limits: ResourceLimits | undefined,
  secrets: Secrets | undefined,
): Opened {
  const guard = createGuard(places.roots);
  const program = findBubblewrap("bwrap", places.roots);
  return {
    config: {
      // Sockets are kept away by the profile.
      network: { allowedDomains: [], deniedDomains: [], allowAllUnixSockets: true, ...(secrets && gateOf(secrets)) },
      // Wanted at the start, so that requests are looked through; each command has its own.
      ...(secrets && { credentials: { envVars: [] } }),
      filesystem: noRules,
      // It wants to see one, and without rules for files runs none.
      ripgrep: { command: findProgram("rg", { roots: places.roots }) ?? "/bin/true" },
    },
    async launch(request, commandId) {
      const common = { ...request, program, places, guard, limits };
      if (request.level !== "network") return launchInBubblewrap(common);
      const folder = runtimeFolder();
      const isOwn = places.roots.some((root) => folder.startsWith(`${root}/`));
      const masked = secrets && maskSecrets(secrets, request.secretNames ?? []);
      const relay = await openRelay(manager, commandId, masked?.credentials);
      const standIns = masked?.standIns(relay.variables);
      const started = launchInBubblewrap({
        ...common,
        relay,
        readable: [...(request.readable ?? []), ...(isOwn ? [] : [folder]), ...relay.folders],
      });
      return {
        ...started,
        standIns,
        async report(errors) {
          const told = await started.report(errors);
          const network = [...new Set([...told.needed.network, ...refusedHosts(manager, commandId)])];
          return { ...told, needed: { ...told.needed, network } };
        },
      };
    },
  };
}

function openOnMac(manager: Manager, places: Places, limits: ResourceLimits | undefined, temporary: string): Opened {
  const guard = createGuard(places.roots);
  return {
    config: {
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: filesystemRules({ places, look: places.look(false), temporary }),
    },
    launch: (request, commandId) =>
      launchInSeatbelt({ ...request, manager, commandId, places, guard, limits, temporary }),
  };
}
