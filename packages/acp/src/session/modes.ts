import type { SessionMode, SessionModeState } from "@agentclientprotocol/sdk";
import type { ChatRules } from "@holdall/chat";
import type { Mode } from "@holdall/permissions";
import { invalidParams } from "../agent/as-request-error.ts";

const modes: Readonly<Record<Mode, Omit<SessionMode, "id">>> = {
  default: {
    name: "Ask",
    description: "Asks for approval as the policy requires: deletions, commands with unknown effects, the web",
  },
  accept_edits: { name: "Accept edits", description: "The same, but changes of files in the folder are allowed" },
  plan: { name: "Plan", description: "Only reading is allowed, until you approve a plan" },
  bypass: {
    name: "Bypass",
    description: "Asks only for calls that a rule asks about or denies; turned on by the configuration",
  },
};

/** The modes of a session and the current one. The policy enforces them. `bypass` is there only if the configuration began in it. */
export function createModes(rules: Pick<ChatRules, "mode">) {
  const ids = (Object.keys(modes) as Mode[]).filter((id) => id !== "bypass" || rules.mode === "bypass");
  return {
    ids,
    state: (): SessionModeState => ({
      currentModeId: rules.mode,
      availableModes: ids.map((id) => ({ id, ...modes[id] })),
    }),
    /** Throws for a mode that there is not. */
    set(wanted: string): void {
      const mode = ids.find((id) => id === wanted);
      if (!mode) throw invalidParams(`There is no mode ${wanted}. The modes are ${ids.join(", ")}.`);
      rules.mode = mode;
    },
  };
}

export type Modes = ReturnType<typeof createModes>;
