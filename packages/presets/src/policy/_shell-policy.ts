import type { Sandbox } from "@holdall/sandbox/port";
import { type Access, dirname, isWithin, type Path, type Policy } from "@holdall/tool-core";
import { type Effect, effectOf, factsOf } from "@holdall/tools-shell";
import { insideOf, wanted } from "./_confinement.ts";

/**
 * What commands may do. In a sandbox they run without asking, because they cannot reach further. Approval is needed for
 * deletes (except moves inside the roots and temporary files), unknown overwrites, changes that git would discard, and
 * every level that reaches further. Without a sandbox, a command asks unless all its effects are known and allowed.
 */
export function shellPolicy({ sandbox }: { readonly sandbox: Sandbox | undefined }, roots: readonly Path[]): Policy {
  return ({ tool, input, access }) => {
    if (tool.category !== "shell" || !access) return undefined;
    const { action, target } = access;
    const leavesSandbox = action === "execute" && target.startsWith("sandbox:");
    // Where there is no sandbox to leave, what the command does decides.
    if (leavesSandbox && !wanted(input)) return { effect: "allow" };
    const isConfined = sandbox?.confines("default") ?? false;
    if (target === "sandbox:network-any-host") return { effect: "ask", prompt: `${tool.title}: ${anyHost}` };
    const reason = leavesSandbox ? "" : reasonToAsk(access, roots, isConfined);
    if (reason === undefined) return { effect: "allow" };
    const what = effectOf(access)?.isUnresolved ? "a target known only when it runs: it can be anything" : target;
    return { effect: "ask", prompt: `${tool.title}: ${action} ${what}${reason && `: ${reason}`}` };
  };
}

const anyHost =
  "run with the network, which reaches any host and the services on this machine: without the sandbox runtime, nothing limits it to the hosts that are named";

/** Why an access asks for approval; undefined if it is free, and `""` if the access says it all. */
function reasonToAsk(access: Access, roots: readonly Path[], isConfined: boolean): string | undefined {
  const { action, target } = access;
  const effect = effectOf(access);
  const isInside = insideOf(roots);
  if (effect?.isUnresolved) return "";
  if (action === "execute") {
    const { programs, complete } = factsOf(access);
    const discarding = programs.find(({ discards }) => discards !== undefined);
    if (discarding) return discarding.discards;
    return isConfined || complete ? undefined : "";
  }
  if (action === "delete") return isFreeDelete(target as Path, effect, { roots, isConfined }) ? undefined : "";
  if (action === "write" && roots.some((root) => root !== target && isWithin(root, target as Path)))
    return "it contains the folder that these tools work in";
  return isConfined || (isInside(target) && (action === "read" || action === "write")) ? undefined : "";
}

interface Confinement {
  readonly roots: readonly Path[];
  readonly isConfined: boolean;
}

function isFreeDelete(target: Path, effect: Effect | undefined, { roots, isConfined }: Confinement): boolean {
  const isStrictlyInside = (path: string) => roots.some((root) => path !== root && isWithin(path as Path, root));
  if (effect?.movedTo !== undefined) return isStrictlyInside(target) && isStrictlyInside(effect.movedTo);
  const touchesRoot = roots.some((root) => isWithin(root, target) || isWithin(target, root));
  // Deeper below, or with what is in it, a link that a command has left there may lead back into a root.
  return isConfined && !touchesRoot && effect?.isEntry === true && temporary.test(dirname(target));
}

/** Where a sandbox has a place of its own. */
const temporary = /^\/(var\/|private\/)?tmp$/;
