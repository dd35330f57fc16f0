import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import { createDeniedFinder, type Denied } from "./denied/find-denied.ts";
import type { SandboxOptions } from "./options.ts";
import type { PathDenial } from "./port/sandbox.ts";
import { findSecrets, type Hidden } from "./secrets/secrets.ts";
import { findSockets } from "./secrets/sockets.ts";

/** The host paths that a sandbox is about, all real and there. */
export interface Places {
  readonly roots: readonly string[];
  readonly writable: readonly string[];
  /**
   * What is to be hidden at this moment, from programs that write in the roots or do not. Throws `unavailable` with
   * `data.unprotected` if something that is denied cannot be kept from them.
   */
  look(isReadOnly: boolean, denials?: readonly PathDenial[]): HostSnapshot;
}

export interface HostSnapshot {
  readonly secrets: readonly Hidden[];
  readonly sockets: readonly Hidden[];
  readonly denied: Denied;
  /** Nothing has appeared since, or was replaced, that would have to be hidden too. */
  isCurrent(): boolean;
}

export function placesOf({ roots, secrets, writable = [] }: SandboxOptions): Places {
  if (roots.length === 0)
    throw new ToolError("invalid_input", "A sandbox needs a root.", { hint: "Name at least one folder in `roots`." });
  const real = roots.map(realFolder);
  if (real.includes("/")) throw wholeDisk();
  const places = {
    roots: real,
    writable: writable.filter((path) => existsSync(path)).map((path) => realpathSync(path)),
  };
  const own = [...places.roots, ...places.writable];
  for (const path of own) refuseKernel(path);
  const emptied = emptiedFolders();
  const findDenied = createDeniedFinder(own);
  const find = (isReadOnly: boolean) => {
    const found = findSecrets(secrets);
    const hidden = [...emptied, ...found.map(({ path }) => path)];
    const matters = ({ path }: Hidden) =>
      own.some((folder) => isInside(path, folder)) ? isReadOnly : !hidden.some((folder) => isInside(path, folder));
    return { secrets: found, sockets: findSockets().filter(matters) };
  };
  return {
    ...places,
    look(isReadOnly, denials = []) {
      const found = find(isReadOnly);
      const denied = findDenied(denials);
      const known = new Set([...identities(found), ...deniedIdentities(denied)]);
      const isKnown = (identity: string) => known.has(identity);
      const isSame = () => {
        try {
          return deniedIdentities(findDenied(denials)).every(isKnown);
        } catch {
          // The next launch says why.
          return false;
        }
      };
      return { ...found, denied, isCurrent: () => identities(find(isReadOnly)).every(isKnown) && isSame() };
    },
  };
}

/** Commands may write below a root: where that is everything, nothing is confined. */
export const wholeDisk = () =>
  new ToolError("invalid_input", "The root is the whole disk, so a sandbox would protect nothing.", {
    hint: "Use the project's folder as the root.",
  });

const identities = ({ secrets, sockets }: Pick<HostSnapshot, "secrets" | "sockets">): string[] =>
  [...secrets, ...sockets].map(({ path, identity }) => `${identity} ${path}`);

const deniedIdentities = ({ hidden, readOnly }: Denied): string[] => [
  ...hidden.map(({ path, identity }) => `hidden ${identity} ${path}`),
  ...readOnly.map(({ path, identity }) => `read-only ${identity} ${path}`),
];

function realFolder(root: string): string {
  try {
    const real = realpathSync(resolve(root));
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new ToolError("not_found", `The root ${root} does not exist.`, {
      hint: "Create the folder, or correct `roots`.",
      cause,
    });
  }
  throw new ToolError("wrong_kind", `The root ${root} is not a folder.`, { hint: "Name a folder in `roots`." });
}

/** What is there belongs to the kernel, and is kept from programs. */
function refuseKernel(path: string): void {
  const isKernels = /^\/(proc|sys|dev)(\/|$)/.test(path) && !/^\/dev\/shm(\/|$)/.test(path);
  if (!isKernels) return;
  throw new ToolError("invalid_input", `${path} belongs to the kernel and cannot be writable in a sandbox.`, {
    hint: "Name a folder of your own in `roots` and `writable`.",
  });
}

/** Emptied for every program: the sockets of daemons are there, and what others have put down. */
export const emptiedFolders = (): readonly string[] =>
  ["/tmp", "/var/tmp", "/run", "/dev/shm"].filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink());
