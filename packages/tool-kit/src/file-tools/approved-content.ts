import { type Access, type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";

/** The versions of files when the policy was asked whether they may be deleted or replaced: a person may have approved that content, and no other. */
export interface ApprovedContent {
  /** The accesses, with the version of each file that goes. */
  declare(input: object, accesses: readonly Access[], removed: readonly Path[]): Promise<Access[]>;
  /** True when a version was recorded: then `confirm` needs the current one. */
  has(input: object, path: Path): boolean;
  /**
   * Throws `stale` if a file has another version by now, unless the policy allows that without asking. `null` is for
   * what is not a file.
   */
  confirm(
    input: object,
    access: Access & { readonly target: Path },
    version: string | null,
    ctx: ToolContext,
  ): Promise<void>;
}

export function approvedContent(backend: Backend): ApprovedContent {
  const approved = new WeakMap<object, ReadonlyMap<string, string | null>>();
  return {
    async declare(input, accesses, removed) {
      const versions = new Map<string, string | null>();
      for (const path of removed) {
        // The call itself refuses what cannot be looked at, with its own error.
        // Nothing of it is shown before the policy has decided about its target.
        const stat = await backend.stat(path, { version: true, judged: () => true }).catch(() => undefined);
        if (stat !== undefined) versions.set(path, stat?.version ?? null);
      }
      approved.set(input, versions);
      return accesses.map((access) => {
        const version = access.action === "read" ? null : versions.get(access.target);
        return typeof version === "string" ? { ...access, version } : access;
      });
    },
    has: (input, path) => approved.get(input)?.has(path) ?? false,
    async confirm(input, access, version, ctx) {
      const before = approved.get(input)?.get(access.target);
      if (before === undefined || before === version) return;
      const now = version === null ? access : { ...access, version };
      if ((await ctx.decide(now)) === "allow") return;
      throw new ToolError("stale", `${access.target} has changed since you asked to delete it. It was not deleted.`, {
        hint: "Look at it with {read_file}, then call again to ask for approval of the new content.",
        data: { path: access.target },
      });
    },
  };
}
