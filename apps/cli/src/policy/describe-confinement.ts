import type { ChosenSandbox } from "@holdall/sandbox";
import type { SandboxLevel } from "@holdall/sandbox/port";
import type { Access } from "@holdall/tool-core";

/** How a command would run. */
export interface Confinement {
  /** Absent where nothing would confine it. */
  readonly sandbox?: string;
  readonly level: SandboxLevel;
  /** What it reaches of the network: nothing, everything, or these names. */
  readonly network: "none" | "all" | readonly string[];
  /** Why there is no sandbox, a sentence each. */
  readonly problems: readonly string[];
}

interface CommandRequest {
  readonly chosen: ChosenSandbox;
  /** The level of a command that asks for none. */
  readonly usual: SandboxLevel;
  readonly input: unknown;
  readonly access: readonly Access[];
  /** What every command with the network reaches, as the configuration says. */
  readonly domains: readonly string[];
}

/** In which sandbox a command would run, and with what network. */
export function confinementOf({
  chosen: { sandbox, probes },
  usual,
  input,
  access,
  domains,
}: CommandRequest): Confinement {
  const { permissions = usual } = Object(input) as { readonly permissions?: SandboxLevel };
  const isUnprotected = access.some(({ target }) => target === "sandbox:unprotected");
  if (permissions === "all" || isUnprotected || !sandbox.confines(permissions)) {
    const failed = probes.filter(({ works }) => !works).flatMap(({ problems }) => problems);
    const problems = isUnprotected
      ? ["The available sandbox cannot protect everything that it must."]
      : [...new Set(failed)];
    return {
      level: permissions,
      network: "all",
      problems: permissions === "all" ? ["The call requests none."] : problems,
    };
  }
  const named = access.filter(({ action }) => action === "network").map(({ target }) => target);
  if (permissions === "network" && sandbox.opensNetwork)
    return { sandbox: sandbox.name, level: permissions, network: "all", problems: [] };
  const network = permissions === "network" ? [...new Set([...domains, ...named])] : "none";
  return { sandbox: sandbox.name, level: permissions, network, problems: [] };
}

/** The same for the user. */
export function describeConfinement({ sandbox, level, network, problems }: Confinement): string[] {
  const reached =
    network === "none"
      ? "no network"
      : network === "all"
        ? "the whole network"
        : `of the network ${network.join(", ") || "nothing"}`;
  const where = sandbox === undefined ? "without a sandbox" : `in ${sandbox} at the level ${level}`;
  return [`  would run ${where}, with ${reached}`, ...problems.map((problem) => `    ${problem}`)];
}
