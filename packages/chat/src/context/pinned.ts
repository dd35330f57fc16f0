import { type PinnedState, pinnedFromSnapshot } from "@holdall/compaction";
import { planModeKey, type Session } from "@holdall/tool-core";

/** What the notes of a compaction say of a session, from its state and what the host knows. */
export function pinnedOf(session: Session, host: Pick<PinnedState, "grants" | "questions"> = {}): PinnedState {
  const { active, plan } = session.state(planModeKey);
  return pinnedFromSnapshot(session.snapshot(), {
    ...host,
    ...(plan && { plan: { text: plan.text, hash: plan.id } }),
    environment: [
      `The working folder is ${session.cwd}.`,
      ...(active ? ["Plan mode is on: only reading is allowed until the user ends it."] : []),
    ],
  });
}
