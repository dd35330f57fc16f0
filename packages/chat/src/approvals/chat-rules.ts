import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { type Grants, type Mode, openGrants, type RuleSet } from "@holdall/permissions";
import type { PlanMode } from "@holdall/tool-core";

/** Rules and a mode that may change while a session runs. */
export interface LiveRules {
  readonly rules: () => readonly RuleSet[];
  readonly mode: () => Mode;
}

/** Rules that are extended by the grants of the user, and the mode that the user can change. */
export interface ChatRules {
  /** Open what was granted for a folder before. Gets the rules that were found; returns those that count, for the session's policy. */
  readonly live: (
    found: { readonly rules: readonly RuleSet[]; readonly mode?: Mode | undefined } | undefined,
    root: string,
  ) => Promise<LiveRules>;
  grants(): Grants;
  /** `plan` exactly as long as the session is in plan mode: setting it begins or ends plan mode. */
  mode: Mode;
  /** The plan mode of the session that counts from now on. A mode `plan` of the rules is entered in it. */
  follow(planMode: PlanMode): void;
}

/** Create the rules of a chat. Grants for later are stored in files of a folder where no tool may write. */
export function chatRules(folder: string): ChatRules {
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
    async live(found, root) {
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
