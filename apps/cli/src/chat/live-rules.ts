import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { type Grants, type Mode, openGrants } from "@holdall/permissions";
import type { PlanMode } from "@holdall/tool-core";
import type { LiveRules, SetupOptions } from "../config/setup.ts";
import { userFolder } from "../config/user-folder.ts";

/** Rules that grow by what a person grants, and a mode that they change. */
export interface ChatRules {
  /** For `setUp`. */
  readonly live: NonNullable<SetupOptions["live"]>;
  grants(): Grants;
  /** `plan` exactly as long as the session is in plan mode: setting it begins or ends plan mode. */
  mode: Mode;
  /** The plan mode of the session that counts from now on. A mode `plan` of the rules is entered in it. */
  follow(planMode: PlanMode): void;
}

/** What is granted for later is kept by folder, where no tool may write. */
export function chatRules(env: NodeJS.ProcessEnv): ChatRules {
  let opened: Grants | undefined;
  let planning: PlanMode | undefined;
  let mode: Mode = "default";
  const state: ChatRules = {
    get mode() {
      return planning?.active ? "plan" : mode;
    },
    set mode(wanted) {
      if (wanted !== "plan") {
        mode = wanted;
        if (planning?.active) planning.leave();
      } else if (planning) {
        if (!planning.active) planning.enter();
      } else mode = wanted;
    },
    follow(planMode) {
      planning = planMode;
      if (mode !== "plan") return;
      mode = "default";
      if (!planMode.active) planMode.enter();
    },
    grants() {
      if (!opened) throw new Error("The rules were used before they were opened.");
      return opened;
    },
    async live(found, root): Promise<LiveRules> {
      const folder = join(userFolder(env), "grants");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
      const grants = await openGrants({
        backend: nodeBackend({ roots: [folder] }),
        path: join(folder, `${name}.json`),
      });
      opened = grants;
      mode = found?.mode ?? "default";
      return { rules: () => [...(found?.rules ?? []), ...grants.rules()], mode: () => state.mode };
    },
  };
  return state;
}
