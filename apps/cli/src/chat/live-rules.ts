import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { type Grants, type Mode, openGrants } from "@holdall/permissions";
import type { LiveRules, SetupOptions } from "../config/setup.ts";
import { userFolder } from "../config/user-folder.ts";

/** Rules that grow by what a person grants, and a mode that they change. */
export interface ChatRules {
  /** For `setUp`. */
  readonly live: NonNullable<SetupOptions["live"]>;
  grants(): Grants;
  mode: Mode;
}

/** What is granted for later is kept by folder, where no tool may write. */
export function chatRules(): ChatRules {
  let opened: Grants | undefined;
  const state: ChatRules = {
    mode: "default",
    grants() {
      if (!opened) throw new Error("The rules were asked for before they were opened.");
      return opened;
    },
    async live(found, root): Promise<LiveRules> {
      const folder = join(userFolder(), "grants");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
      const grants = await openGrants({
        backend: nodeBackend({ roots: [folder] }),
        path: join(folder, `${name}.json`),
      });
      opened = grants;
      state.mode = found?.mode ?? "default";
      return { rules: () => [...(found?.rules ?? []), ...grants.rules()], mode: () => state.mode };
    },
  };
  return state;
}
