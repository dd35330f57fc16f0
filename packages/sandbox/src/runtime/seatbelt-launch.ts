import { deniedHosts, sandboxFailure } from "../_denials.ts";
import type { HostSnapshot, Places } from "../_host-paths.ts";
import { limited, metLimits } from "../_limits.ts";
import { deniedRules, withoutDenied } from "../denied/denied-rules.ts";
import type { ResourceLimits } from "../options.ts";
import type { SandboxLaunch, SandboxRequest } from "../port/index.ts";
import type { Guard } from "../protect/guard.ts";
import { type Manager, quoted, refusedHosts, runtimeFolder } from "./runtime.ts";

export interface SeatbeltRequest extends SandboxRequest {
  readonly manager: Manager;
  readonly commandId: string;
  readonly places: Places;
  readonly guard: Guard;
  readonly limits: ResourceLimits | undefined;
  /** A folder for temporary files. */
  readonly temporary: string;
}

/** Start a program as the runtime confines it on macOS. */
export async function launchInSeatbelt(request: SeatbeltRequest): Promise<SandboxLaunch> {
  const { manager, commandId, places, guard, limits, temporary, argv, cwd, env, level, denials } = request;
  // The runtime keeps the names of the folders above what is denied by itself.
  const { held, changes, wanted } = guard.hold(level);
  const look = places.look(level === "read_only", denials);
  const wrapped = await manager.wrapWithSandboxArgv(
    `cd ${quoted(cwd)} && export TMPDIR=${quoted(temporary)} && exec ${limited(argv, limits).map(quoted).join(" ")}`,
    "/bin/bash",
    {
      filesystem: filesystemRules({
        places,
        look,
        temporary,
        denyWrite: held,
        isReadOnly: level === "read_only",
      }),
    },
    undefined,
    cwd,
    { commandId },
  );
  return {
    argv: wrapped.argv,
    env: { ...proxyOf(wrapped.env), ...env, TMPDIR: temporary },
    killsTree: false,
    isCurrent: look.isCurrent,
    async report(errors) {
      const failure = sandboxFailure(errors);
      const met = [...metLimits(errors, limits), ...deniedRules(errors, cwd, look.denied)];
      return {
        needed: {
          write: withoutDenied(wanted(errors, cwd), look.denied),
          network: [...new Set([...deniedHosts(errors), ...refusedHosts(manager, commandId)])],
        },
        ...changes(),
        ...(met.length > 0 && { limits: met }),
        ...(failure !== undefined && { failure }),
      };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export interface FilesystemRules {
  readonly places: Places;
  readonly look: HostSnapshot;
  readonly temporary: string;
  readonly denyWrite?: readonly string[];
  readonly isReadOnly?: boolean;
}

export const filesystemRules = ({ places, look, temporary, denyWrite = [], isReadOnly = false }: FilesystemRules) => ({
  denyRead: [...look.secrets, ...look.sockets, ...look.denied.hidden].map(({ path }) => path),
  allowRead: [runtimeFolder()],
  allowWrite: [...(isReadOnly ? [] : [...places.roots, ...places.writable]), temporary],
  // What cannot be read cannot be moved away to where it could be.
  denyWrite: [...denyWrite, ...[...look.denied.hidden, ...look.denied.readOnly].map(({ path }) => path)],
});

/** The variables that lead programs to the runtime's proxy; nothing else of this process's environment. */
const proxyOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined &&
      /proxy|^SANDBOX_|^GIT_SSH_COMMAND$|^(NODE_EXTRA_CA|SSL|REQUESTS_CA|CURL_CA)/i.test(name) &&
      process.env[name] !== value
        ? [[name, value]]
        : [],
    ),
  );
