import { deniedHosts, sandboxFailure } from "../_denials.ts";
import type { Places } from "../_host-paths.ts";
import { limited, metLimits, temporaryBytes } from "../_limits.ts";
import { deniedRules, withoutDenied } from "../denied/denied-rules.ts";
import type { Denied } from "../denied/find-denied.ts";
import type { ResourceLimits } from "../options.ts";
import type { SandboxLaunch, SandboxReport, SandboxRequest } from "../port/index.ts";
import type { Guard, Guarded } from "../protect/guard.ts";
import { firstText, mountsOf } from "./mounts.ts";
import type { BubblewrapProgram } from "./program.ts";
import { joinNetwork } from "./session-network.ts";

/** How programs get at what their network namespace has not. */
export interface Relay {
  /** More mounts and variables. */
  readonly words: readonly string[];
  /** The program, with what it needs beside it. */
  wrap(argv: readonly string[]): readonly string[];
}

export interface BubblewrapRequest extends SandboxRequest {
  readonly program: BubblewrapProgram;
  readonly places: Places;
  readonly guard: Guard;
  readonly limits: ResourceLimits | undefined;
  readonly relay?: Relay | undefined;
  /** Programs have the network of the machine instead of none. */
  readonly sharesNetwork?: boolean | undefined;
}

const namespaces = [
  "--die-with-parent",
  "--new-session",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-net",
  "--unshare-cgroup-try",
  "--cap-drop",
  "ALL",
];

/** Start a program in the profile that every level has, as far as the level lets it. */
export function launchInBubblewrap(request: BubblewrapRequest): SandboxLaunch {
  const { program, places, guard, limits, relay, argv, cwd, env, level, readable = [], denials } = request;
  const joined = relay || request.sharesNetwork ? undefined : joinNetwork(request.network);
  const apart = request.sharesNetwork || joined ? namespaces.filter((word) => word !== "--unshare-net") : namespaces;
  const users = joined?.users ?? (program.asksForUsers ? ["--unshare-user"] : []);
  const guarded = guard.hold(level);
  const look = places.look(level === "read_only", denials);
  const mounts = mountsOf({
    ...{ roots: places.roots, writable: places.writable, readable },
    ...{ secrets: look.secrets, sockets: look.sockets, denied: look.denied },
    isReadOnly: level === "read_only",
    opensGit: level === "git_write",
    protectedPaths: guarded.held,
    above: guarded.above,
    replaced: request.replaced,
    temporary: program.canSize ? temporaryBytes(limits) : undefined,
  });
  const inside = limited(argv, limits, program);
  const words = [
    ...[...(joined?.enter ?? []), program.path, ...users, ...apart],
    ...[...mounts.words, ...(relay?.words ?? []), "--chdir", cwd, "--"],
    ...(relay?.wrap(inside) ?? inside),
  ];
  return {
    argv: withTexts(words, mounts.texts),
    env: { ...env, TMPDIR: "/tmp", XDG_CACHE_HOME: "/tmp/.cache", npm_config_cache: "/tmp/.npm" },
    killsTree: true,
    isCurrent: look.isCurrent,
    report: async (errors) => report({ errors, cwd, guarded, limits, denied: look.denied }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A command that gives bubblewrap texts to read, and becomes it. */
function withTexts(words: readonly string[], texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return words;
  const given = texts.map((text, at) => `${firstText + at}<<<'${text}'`).join(" ");
  return ["/bin/bash", "--norc", "--noprofile", "-c", `exec "$@" ${given}`, "bash", ...words];
}

interface Looked {
  readonly errors: string;
  readonly cwd: string;
  readonly guarded: Guarded;
  readonly limits: ResourceLimits | undefined;
  readonly denied: Denied;
}

function report({ errors, cwd, guarded, limits, denied }: Looked): SandboxReport {
  const failure = sandboxFailure(errors);
  const met = [...metLimits(errors, limits), ...deniedRules(errors, cwd, denied)];
  return {
    needed: { write: withoutDenied(guarded.wanted(errors, cwd), denied), network: deniedHosts(errors) },
    ...guarded.changes(),
    ...(met.length > 0 && { limits: met }),
    ...(failure !== undefined && { failure }),
  };
}
