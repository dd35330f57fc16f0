import { ToolError } from "@holdall/tool-core";
import { placesOf } from "../_host-paths.ts";
import type { SandboxOptions } from "../options.ts";
import type { Sandbox, SandboxLevel } from "../port/index.ts";
import { createGuard } from "../protect/guard.ts";
import { launchInBubblewrap } from "./launch.ts";
import { findBubblewrap } from "./program.ts";
import { openSessionNetwork } from "./session-network.ts";

export interface BubblewrapOptions extends SandboxOptions {
  /** The program; `bwrap` on the PATH by default. */
  readonly program?: string | undefined;
  /** Let the level `network` reach every host, where nothing can limit it to named ones. Off by default. */
  readonly opensNetwork?: boolean | undefined;
}

/**
 * Confine programs by Linux namespaces, with bubblewrap. They read all but secrets, write below the roots and in a
 * folder for temporary files of their own, reach no network, and end with the first of them. What is always protected
 * is mounted read-only; what is created there is found afterwards, reported, and protected from the next launch on.
 * Levels: `default`, `read_only` and `git_write`, and with `opensNetwork` also `network`, to every host. For `network` with
 * domains use `sandboxRuntime`. Throws `unavailable`
 * when it is not installed; so does a launch that cannot protect everything, which says why in `data.unprotected`.
 */
export function bubblewrap({
  program = "bwrap",
  limits,
  opensNetwork = false,
  ...options
}: BubblewrapOptions): Sandbox {
  const places = placesOf(options);
  const found = findBubblewrap(program, places.roots);
  const guard = createGuard(places.roots);
  const isUpheld = (level: SandboxLevel) =>
    level === "default" || level === "read_only" || level === "git_write" || (opensNetwork && level === "network");
  return {
    name: "bubblewrap",
    opensNetwork,
    replacesRoots: true,
    confines: isUpheld,
    async launch(request) {
      const { level } = request;
      if (!isUpheld(level)) throw cannot(level);
      return launchInBubblewrap({
        ...request,
        program: found,
        places,
        guard,
        limits,
        sharesNetwork: level === "network",
      });
    },
    openNetwork: () => openSessionNetwork(found, places.roots),
  };
}

const cannot = (level: SandboxLevel) =>
  new ToolError("unavailable", `bubblewrap alone cannot enforce the level ${level}.`, {
    hint: "Install @anthropic-ai/sandbox-runtime for the network, or use the level default.",
    data: { level },
  });
