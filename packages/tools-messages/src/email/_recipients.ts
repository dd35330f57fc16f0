import { ToolError } from "@holdall/tool-core";
import type { EmailOptions } from "../options.ts";
import { type Address, compileAllowList, parseAddress } from "./parse-address.ts";

export interface Recipient extends Address {
  readonly as: "to" | "cc" | "bcc";
}

/** Every recipient once, strictly parsed. Throws `invalid_input`, `permission_denied` for those outside of the allow-list, `too_large`. */
export function readRecipients(
  lists: Readonly<Record<"to" | "cc" | "bcc", readonly string[]>>,
  { allow, maxRecipients = 20 }: Pick<EmailOptions, "allow" | "maxRecipients">,
): Recipient[] {
  const found = new Map<string, Recipient>();
  let count = 0;
  for (const as of ["to", "cc", "bcc"] as const) {
    for (const written of lists[as]) {
      if (++count > 200) break;
      const address = parseAddress(written);
      if (!found.has(address.address)) found.set(address.address, { ...address, as });
    }
  }
  const recipients = [...found.values()];
  if (recipients.length === 0)
    throw new ToolError("invalid_input", "The mail has no recipients.", { hint: "Name one in `to`." });
  if (recipients.length > maxRecipients || count > 200)
    throw new ToolError("too_large", `The mail has ${count} recipients; the limit is ${maxRecipients}.`, {
      hint: "Write to fewer people.",
    });
  checkAllowed(recipients, allow);
  return recipients;
}

/** Throws `permission_denied` with every address that the configuration does not allow. */
export function checkAllowed(recipients: readonly Address[], allow: readonly string[] | undefined): void {
  if (!allow) return;
  const isAllowed = compileAllowList(allow);
  const others = recipients.filter((each) => !isAllowed(each)).map(({ address }) => address);
  if (others.length === 0) return;
  throw new ToolError("permission_denied", `The configuration does not allow mail to ${others.join(", ")}.`, {
    hint: "Remove them, or tell the user: only the user can allow more.",
    data: { addresses: others },
  });
}
