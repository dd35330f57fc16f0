import {
  foreignContent,
  noteUserMessage,
  type Session,
  type StateKey,
  type ToolContext,
  textsRead,
} from "@holdall/tool-core";
import { type Address, parseAddress } from "../email/parse-address.ts";

/** Addresses that the user has written, and whether a host tells what the user writes. */
const named: StateKey<{ isTold: boolean; readonly addresses: Set<string> }> = {
  name: "messages.named",
  create: () => ({ isTold: false, addresses: new Set() }),
  snapshot: ({ isTold, addresses }) => ({ isTold, addresses: [...addresses] }),
  restore(json) {
    const { isTold, addresses } = Object(json) as { isTold?: unknown; addresses?: unknown };
    const known = Array.isArray(addresses) ? addresses.filter((each) => typeof each === "string") : [];
    return { isTold: isTold === true, addresses: new Set(known) };
  },
};

/** Pass the text of the user to a session, so that its addresses count as named by the user. Includes `noteUserMessage`. */
export function noteUserText(session: Pick<Session, "state">, text: string): void {
  noteUserMessage(session, text);
  const known = session.state(named);
  known.isTold = true;
  for (const [written] of text.slice(0, 200_000).matchAll(/[^\s<>()[\],;:"]{1,64}@[^\s<>()[\],;:"@]{1,255}/g)) {
    try {
      known.addresses.add(parseAddress(written.replace(/[.!?]+$/, "")).address.toLowerCase());
    } catch {
      // Text that is not an address names no recipient.
    }
  }
}

/**
 * Whether the user has named an address. `untrusted`: the user has not, and it can only come from elsewhere, or the
 * session has read untrusted text. `unknown`: the host does not pass what the user writes.
 */
export function addressOrigin(
  { address }: Address,
  { state }: Pick<ToolContext, "state">,
): "user" | "untrusted" | "unknown" {
  const { isTold, addresses } = state(named);
  const texts = state(textsRead);
  if (addresses.has(address.toLowerCase())) return "user";
  return isTold || texts.hasOthers || state(foreignContent).size > 0 ? "untrusted" : "unknown";
}
