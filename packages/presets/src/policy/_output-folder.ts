import { isWithin, type Path, type Policy, toPath } from "@holdall/tool-core";

/** A folder on disk with files that a host keeps for the model, and which of them tools may read. */
export interface OutputFolder {
  readonly folder: string;
  isReadable(path: Path): boolean;
}

const isKept = ({ folder }: OutputFolder, target: string) => isWithin(target as Path, toPath(folder));

export const outputReads =
  (kept: OutputFolder): Policy =>
  ({ access }) =>
    access?.action === "read" && isKept(kept, access.target) ? { effect: "allow" } : undefined;

/** A decision that no rule overrides: the folder cannot be changed, and is readable where the host allows it. */
export const outputGuard =
  (kept: OutputFolder): Policy =>
  ({ access }) => {
    if (!access || !isKept(kept, access.target)) return undefined;
    if (access.action === "read" && kept.isReadable(access.target as Path)) return undefined;
    return {
      effect: "deny",
      reason: "The host's files here are read-only, and a session can read only those it was given.",
    };
  };
