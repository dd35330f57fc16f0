import { type Access, type Backend, type Path, type Prepared, type ToolContext, ToolError } from "@holdall/tool-core";
import { originOf } from "./guarded-backend.ts";

/**
 * The versions of files at the time when the policy decided about deleting or replacing them: the approval covers only that
 * content. `null` for entries that are not files.
 */
export type ApprovedVersions = ReadonlyMap<string, string | null>;

/** The versions, and the backend that they are versions of. */
interface VersionsOfBackend {
  readonly backend: Backend;
  readonly versions: ApprovedVersions;
}

/** The approved versions on the backend of a call. None on a preview of the backend, whose files have versions of their own. */
export const approvedOn = (backend: Backend, { backend: asked, versions }: VersionsOfBackend): ApprovedVersions =>
  originOf(backend) === asked ? versions : new Map();

/** The accesses, with the version of each file that goes; `execute` gets them for `approvedOn`. */
export async function withVersions(
  backend: Backend,
  accesses: readonly Access[],
  removed: readonly Path[],
): Promise<Prepared<VersionsOfBackend>> {
  const versions = new Map<string, string | null>();
  for (const path of removed) {
    // The call itself refuses what cannot be looked at, with its own error.
    // Nothing of it is shown before the policy was asked about the place it leads to.
    const stat = await backend.stat(path, { version: true, judged: () => true }).catch(() => undefined);
    if (stat !== undefined) versions.set(path, stat?.version ?? null);
  }
  const declared = accesses.map((access) => {
    const version = access.action === "read" ? null : versions.get(access.target);
    return typeof version === "string" ? { ...access, version } : access;
  });
  return { accesses: declared, prepared: { backend, versions } };
}

/** Throws `stale` where a file has another version by now than was approved, unless the policy allows that without asking. */
export async function confirmVersion(
  approved: ApprovedVersions,
  access: Access & { readonly target: Path },
  version: string | null,
  ctx: ToolContext,
): Promise<void> {
  const before = approved.get(access.target);
  if (before === undefined || before === version) return;
  const now = version === null ? access : { ...access, version };
  if ((await ctx.decide(now)) === "allow") return;
  throw new ToolError("stale", `${access.target} has changed since you asked to delete it. It was not deleted.`, {
    hint: "Look at it with {read_file}, then call again to ask for approval of the new content.",
    data: { path: access.target },
  });
}
