import { type Access, type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";

/** What files held when a call was judged that gives them up: a person may have been asked about that, and about nothing else. */
export interface JudgedContent {
  /** The accesses, with the version of each file that is given up. */
  declare(input: object, accesses: readonly Access[], givenUp: readonly Path[]): Promise<Access[]>;
  /** True when it is known what was judged: then `confirm` wants the version. */
  has(input: object, path: Path): boolean;
  /** Throws `stale` where a file holds something else by now, unless the policy lets that go, too, with nobody asked. `null` is for what is no file. */
  confirm(
    input: object,
    access: Access & { readonly target: Path },
    version: string | null,
    ctx: ToolContext,
  ): Promise<void>;
}

export function judgedContent(backend: Backend): JudgedContent {
  const judged = new WeakMap<object, ReadonlyMap<string, string | null>>();
  return {
    async declare(input, accesses, givenUp) {
      const versions = new Map<string, string | null>();
      for (const path of givenUp) {
        // What cannot be looked at is refused by the call itself, in its own words.
        // Nothing of it is told to anybody before the place is judged, wherever it leads.
        const stat = await backend.stat(path, { version: true, judged: () => true }).catch(() => undefined);
        if (stat !== undefined) versions.set(path, stat?.version ?? null);
      }
      judged.set(input, versions);
      return accesses.map((access) => {
        const version = access.action === "read" ? null : versions.get(access.target);
        return typeof version === "string" ? { ...access, version } : access;
      });
    },
    has: (input, path) => judged.get(input)?.has(path) ?? false,
    async confirm(input, access, version, ctx) {
      const before = judged.get(input)?.get(access.target);
      if (before === undefined || before === version) return;
      const now = version === null ? access : { ...access, version };
      if ((await ctx.decide(now)) === "allow") return;
      throw new ToolError(
        "stale",
        `${access.target} has changed since it was asked whether it may go. It is still there.`,
        {
          hint: "Look at it with {read_file}; call again to ask about what is there now.",
          data: { path: access.target },
        },
      );
    },
  };
}
