import { foreignContent } from "../policy/foreign-content.ts";
import type { StateKey } from "../session/state.ts";
import { textsRead } from "./texts-read.ts";

/**
 * Tell a session what its user wrote, with each message: values in it count as chosen by the user, and the record of untrusted
 * sources starts again. Pass only what the user typed, without files or context that the host adds.
 */
export function noteUserMessage(session: { state<T>(key: StateKey<T>): T }, text: string): void {
  session.state(foreignContent).clear();
  session.state(textsRead).noteUser(text);
}
