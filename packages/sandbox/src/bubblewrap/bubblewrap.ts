import { ToolError } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { placesOf } from "../_host-paths.ts";
import { cannotMask } from "../masking/cannot-mask.ts";
import { makeStandIns } from "../masking/stand-ins.ts";
import type { SandboxOptions } from "../options.ts";
import type { Sandbox, SandboxLaunch, SandboxLevel } from "../port/index.ts";
import { createGuard } from "../protect/guard.ts";
import { type Authority, createAuthority } from "../relay/tls/authority.ts";
import { hiddenFiles } from "../secrets/hidden-files.ts";
import { type BubblewrapRequest, launchInBubblewrap } from "./launch.ts";
import { findBubblewrap } from "./program.ts";
import { openSessionNetwork } from "./session-network.ts";

export interface BubblewrapOptions extends SandboxOptions {
  /** The program; `bwrap` on the PATH by default. */
  readonly program?: string | undefined;
  /** Hosts that programs of the level `network` may always reach: names, `*.name`, each with an optional `:port`. */
  readonly domains?: readonly string[] | undefined;
  /**
   * Secrets that programs of the level `network` may use without seeing them. With these, the relay ends the TLS of every
   * program, with a certificate authority of its own that programs get by the usual variables.
   */
  readonly namedSecrets?: Secrets | undefined;
  /** Let the level `network` reach every host and this machine's own services, without the relay. Off by default. */
  readonly opensNetwork?: boolean | undefined;
}

/**
 * Confine programs by Linux namespaces, with bubblewrap. They read all but secrets, write below the roots and in a
 * folder for temporary files of their own, reach no network, and end with the first of them. What is always protected
 * is mounted read-only; what is created there is found afterwards, reported, and protected from the next launch on.
 * Every level but `all`: with `network`, a relay in this process lets named hosts through. Throws `unavailable`
 * when it is not installed; so does a launch that cannot protect everything, which says why in `data.unprotected`.
 */
export function bubblewrap({
  program = "bwrap",
  domains = [],
  limits,
  namedSecrets,
  opensNetwork = false,
  ...options
}: BubblewrapOptions): Sandbox {
  const places = placesOf({ ...options, secrets: hiddenFiles({ ...options, namedSecrets }) });
  const found = findBubblewrap(program, places.roots);
  const guard = createGuard(places.roots);
  const masksSecrets = namedSecrets !== undefined && !opensNetwork;
  let authority: Authority | undefined;

  const launchWithRelay = async (request: BubblewrapRequest): Promise<SandboxLaunch> => {
    // Loaded by the first that needs it: `node:http` alone takes as long as the sandbox.
    const { openRelay } = await import("../relay/relay.ts");
    authority ??= namedSecrets && createAuthority();
    const standIns = namedSecrets && makeStandIns(namedSecrets, request.secretNames ?? []);
    const relay = await openRelay({
      domains: [...domains, ...(request.domains ?? [])],
      env: request.env,
      masking: authority && standIns && { authority, standIns },
    });
    try {
      const started = launchInBubblewrap({ ...request, relay });
      return {
        ...started,
        standIns: Object.fromEntries(standIns?.masked.map(({ name, standIn }) => [name, standIn]) ?? []),
        async report(errors) {
          const told = await started.report(errors);
          const { hosts, reasons } = relay.takeUnreached();
          const network = [...new Set([...told.needed.network, ...hosts])];
          const limits = [...(told.limits ?? []), ...reasons];
          return { ...told, needed: { ...told.needed, network }, ...(limits.length > 0 && { limits }) };
        },
        async [Symbol.asyncDispose]() {
          await started[Symbol.asyncDispose]();
          await relay[Symbol.asyncDispose]();
        },
      };
    } catch (error) {
      await relay[Symbol.asyncDispose]();
      throw error;
    }
  };

  return {
    name: "bubblewrap",
    opensNetwork,
    masksSecrets,
    replacesRoots: true,
    confines: (level) => level !== "all",
    async launch(request) {
      const { level, secretNames = [] } = request;
      if (level === "all") throw cannot(level);
      if (secretNames.length > 0 && !(masksSecrets && level === "network")) throw cannotMask();
      const common = { ...request, program: found, places, guard, limits };
      if (level !== "network") return launchInBubblewrap(common);
      return opensNetwork ? launchInBubblewrap({ ...common, sharesNetwork: true }) : launchWithRelay(common);
    },
    openNetwork: () => openSessionNetwork(found, places.roots),
  };
}

const cannot = (level: SandboxLevel) =>
  new ToolError("unavailable", `bubblewrap cannot enforce the level ${level}.`, {
    hint: "Use another level.",
    data: { level },
  });
